"""What the page keeps for a player: drafts, how far the log was read, and what need not be explained again."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import F, Q

from imperial.decisions import Draft
from imperial.decisions.draft import with_plan
from imperial.models import Game, PlayerInfo
from imperial.rules.state import State
from tabletop.accounts.models import User
from tabletop.engine import Loaded, Receipt
from tabletop.live.announce import announce_after_commit
from tabletop.rules import Seat

HINTS = ("bid", "proposal", "opposition", "plan", "market")
"""The first bid, the first proposal, the first answer to another's, the first maneuver, the first investor round."""
HINT_OF_ACTION = {
    "bid": "bid",
    "propose": "proposal",
    "agree": "opposition",
    "maneuver_batch": "plan",
    "buy": "market",
    "punt": "market",
}
"""What need not be explained any more once the player has done it."""


def desk_topic(game_id: UUID, seat: Seat) -> str:
    """Announced when a draft has changed: for the other devices of the same player."""
    return f"imperial:{game_id}:desk:{seat}"


def forget_drafts(row: Game, *, seat: Seat | None, since: int) -> None:
    """Deletes drafts after an undo (rules 5.10): the draft of the seat that has taken its submission back, and drafts
    for questions that were asked after turn `since`. Locks and announces nothing: runs inside the write path.
    """
    about_then = Q(pk=str(seat)) | Q(draft__turnId__gt=since)
    forgotten = PlayerInfo.objects.filter(about_then, game=row, draft__isnull=False)
    forgotten.update(draft=None, draft_number=F("draft_number") + 1)
    for seat_id, desk in row.desks.items():
        if desk.draft is not None and (seat_id == seat or desk.draft.turn_id > since):
            row.keep_desk(seat_id, draft=None, draft_number=desk.draft_number + 1)


@transaction.atomic
def change_draft(*, game_id: UUID, seat: Seat, change: Callable[[Draft | None], Draft]) -> tuple[Draft, int]:
    """Changes what lies there now, so that of two choices made at once both count; gives the number of the change too.

    Locks the row of the seat; raises what `change` raises; announces the desk.
    """
    own = PlayerInfo.objects.filter(pk=str(seat), game=game_id)
    row, number = own.select_for_update(no_key=True).values_list("draft", "draft_number").first() or (None, 0)
    kept = None if row is None else msgspec.convert(row, Draft)
    draft = change(kept)
    number += draft != kept
    own.update(draft=msgspec.to_builtins(draft), draft_number=number)
    announce_after_commit(desk_topic(game_id, seat))
    return draft, number


def replace_draft(loaded: Loaded[Any], seat: Seat, draft: Draft) -> int | None:
    """Puts a draft in place of the one that was loaded; the number of the change.

    One statement, which locks nothing else: None, and nothing written, if a move was made or the draft was changed
    meanwhile. Announces the desk.
    """
    row = loaded.row
    assert isinstance(row, Game)  # noqa: S101 - our store loaded it
    desk = row.desks[str(seat)]
    number = desk.draft_number + (draft != desk.draft)
    current = PlayerInfo.objects.filter(
        pk=str(seat), draft_number=desk.draft_number, game__pk=row.pk, game__seq=row.seq
    )
    if not current.update(draft=msgspec.to_builtins(draft), draft_number=number):
        return None
    announce_after_commit(desk_topic(row.pk, seat))
    return number


def note_visit(*, game_id: UUID, seat: Seat, turn_id: int) -> None:
    """Records that the player has read what happened up to this turn. One UPDATE; announces nothing."""
    PlayerInfo.objects.filter(game=game_id, pk=str(seat)).update(seen_turn=turn_id)


def hints_for(person: User) -> list[str]:
    """What is to be explained at the person's next seat: all that was not at an earlier one."""
    guided = PlayerInfo.objects.filter(user=person, hints__isnull=False).order_by("-game__created_at")
    left_over = guided.values_list("hints", flat=True).first()
    return list(HINTS) if left_over is None else left_over


def drop_hint(*, game_id: UUID, seat: Seat, hint: str, known: Sequence[str]) -> tuple[str, ...]:
    """Drops an explanation that has been read, or that is needless now, from those that are `known` to be left.

    Harmless if it is gone already, or if another device has dropped one meanwhile. Announces the desk.
    """
    left = [name for name in known if name != hint]
    own = PlayerInfo.objects.filter(game=game_id, pk=str(seat), hints=list(known))
    if len(left) < len(known) and own.update(hints=left):
        announce_after_commit(desk_topic(game_id, seat))
    return tuple(left)


def clear_desk(receipt: Receipt, seat: Seat, kind: str, *, before: State | None) -> None:
    """What a move leaves on the desk: the rest of a plan, and no explanation of what has been done once.

    Writes the row of the seat, and notes it in the receipt, so that the answer shows it. Announces the desk.
    """
    row = receipt.loaded.row
    assert isinstance(row, Game)  # noqa: S101 - our store loaded it
    if kind == "maneuver_step" and before is not None and receipt.changed:
        draft, number = change_draft(game_id=row.pk, seat=seat, change=partial(with_plan, before))
        row.keep_desk(seat, draft=draft, draft_number=number)
    hints, hint = row.desks[str(seat)].hints, HINT_OF_ACTION.get(kind)
    if hint in hints:
        row.keep_desk(seat, hints=drop_hint(game_id=row.pk, seat=seat, hint=str(hint), known=hints))
