"""What the page keeps for a player: drafts, how far the log was read, and what need not be explained again."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar
from uuid import UUID

import msgspec
from django.db import connection, transaction

from imperial.decisions import Draft
from imperial.decisions.draft import with_plan
from imperial.models import Game, PlayerInfo, PrivateInfo
from imperial.services.engine import engine
from tabletop.accounts.models import User
from tabletop.batch import Condition
from tabletop.engine import Loaded, Receipt
from tabletop.kept_games import forget_game, keep_game
from tabletop.live.announce import announce_after_commit
from tabletop.models import copy_row
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


AtTable = TypeVar("AtTable", bound=Loaded[Any])


class DraftChange(msgspec.Struct, frozen=True):
    """A draft that this process has written, for its sockets."""

    seq: int
    """The number of the draft, which grows with each change."""
    draft: Draft


def draft_topic(game_id: UUID, seat: Seat) -> str:
    """Announced when a player's draft or hints have changed: for the other devices of the same player."""
    return f"imperial:{game_id}:draft:{seat}"


def draft_as_loaded(loaded: Loaded[Any], seat: Seat) -> Condition:
    """That nobody has changed the draft since: for the statement that writes a move which was read off it."""
    own = PlayerInfo._meta.pk.get_db_prep_value(str(seat), connection)
    return Condition(_SAME_DRAFT, (own, _row(loaded).private_of(seat).draft_number))


_SAME_DRAFT = (
    f"EXISTS (SELECT 1 FROM {PlayerInfo._meta.db_table} AS seat"  # noqa: S608 - the model's name
    " WHERE seat.id = %s AND seat.draft_number = %s)"
)


@transaction.atomic
def change_draft(*, game_id: UUID, seat: Seat, change: Callable[[Draft | None], Draft]) -> tuple[Draft, int]:
    """Changes the draft as its row has it, so that two choices made at once both count; returns it with its number.

    Locks the row of the seat; raises what `change` raises; announces the draft.
    """
    own = PlayerInfo.objects.filter(pk=str(seat), game=game_id)
    row, number = own.select_for_update(no_key=True).values_list("draft", "draft_number").first() or (None, 0)
    kept = None if row is None else msgspec.convert(row, Draft)
    draft = change(kept)
    number += draft != kept
    own.update(draft=msgspec.to_builtins(draft), draft_number=number)
    transaction.on_commit(partial(forget_game, f"{engine.slug}:{game_id}"))
    announce_after_commit(draft_topic(game_id, seat), change=DraftChange(number, draft))
    return draft, number


def replace_draft(loaded: Loaded[Any], seat: Seat, draft: Draft) -> int | None:
    """Puts a draft in place of the one that was loaded; the number of the change.

    One statement, which locks nothing else: None, and nothing written, if a move was made or the draft was changed
    meanwhile. Announces the draft.
    """
    row = _row(loaded)
    private = row.private_info[str(seat)]
    number = private.draft_number + (draft != private.draft)
    current = PlayerInfo.objects.filter(
        pk=str(seat), draft_number=private.draft_number, game__pk=row.pk, game__seq=row.seq
    )
    if not current.update(draft=msgspec.to_builtins(draft), draft_number=number):
        return None
    _keep_private(loaded, seat, draft=draft, draft_number=number)
    announce_after_commit(draft_topic(row.pk, seat), change=DraftChange(number, draft))
    return number


def _row(loaded: Loaded[Any]) -> Game:
    row = loaded.row
    assert isinstance(row, Game)  # noqa: S101 - our store loaded it
    return row


def with_private(loaded: AtTable, seat: Seat, **changes: Any) -> AtTable:
    """The table with these changes of what is kept for a seat; nothing is written."""
    row = copy_row(_row(loaded))
    row.keep_private(seat, **changes)
    return replace(loaded, row=row)


def with_newer_private_info(loaded: AtTable, known: Loaded[Any]) -> AtTable:
    """The table with the newer draft of each seat, its own or that of the `known` table; nothing is written.

    Whether people want mail is told by the one that was read later.
    """
    row, others = copy_row(_row(loaded)), _row(known).private_info
    row.mail_to = _row(max(loaded, known, key=attrgetter("read_at"))).mail_to
    row.private_info = {
        seat_id: _newer(private, others.get(seat_id, private)) for seat_id, private in row.private_info.items()
    }
    return replace(loaded, row=row)


def _newer(one: PrivateInfo, other: PrivateInfo) -> PrivateInfo:
    """Drafts are numbered, and hints are only ever dropped."""
    newer = max(one, other, key=lambda private: private.draft_number)
    return msgspec.structs.replace(newer, hints=min(one.hints, other.hints, key=len))


def _keep_private(loaded: Loaded[Any], seat: Seat, **changes: Any) -> Loaded[Any]:
    """The game with what has just been written for a seat: the next move starts from it."""
    row = with_private(loaded, seat, **changes).row
    kept = Loaded(row=row, state=loaded.state, sitters=loaded.sitters, read_at=loaded.read_at)
    transaction.on_commit(lambda: keep_game(engine, kept))
    return kept


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

    Gives those that are left; locks the row of the seat if another device has dropped one meanwhile. Announces the
    draft.
    """
    if hint not in known:
        return tuple(known)
    own = PlayerInfo.objects.filter(game=game_id, pk=str(seat))
    left = [name for name in known if name != hint]
    if not own.filter(hints=list(known)).update(hints=left):
        with transaction.atomic():
            there = own.select_for_update(no_key=True).values_list("hints", flat=True).first() or ()
            left = [name for name in there if name != hint]
            own.update(hints=left)
    transaction.on_commit(partial(forget_game, f"{engine.slug}:{game_id}"))
    announce_after_commit(draft_topic(game_id, seat))
    return tuple(left)


def clear_after_move(receipt: Receipt, kind: str) -> Receipt:
    """What a move leaves of the draft: the rest of a plan, and no explanation of what has been done once.

    Gives the receipt with what is left, so that the answer shows it. Writes the row of the seat, with the locks of
    `change_draft` and `drop_hint`; announces the draft.
    """
    loaded, seat, hint = receipt.loaded, str(receipt.seat), HINT_OF_ACTION.get(kind)
    private = _row(loaded).private_of(seat)
    changes: dict[str, Any] = {}
    change = partial(with_plan, receipt.before.state.game)
    if kind == "maneuver_step" and receipt.changed and (draft := change(private.draft)) != private.draft:
        number = replace_draft(loaded, seat, draft)
        if number is None:
            draft, number = change_draft(game_id=loaded.row.pk, seat=seat, change=change)
        changes = {"draft": draft, "draft_number": number}
    if hint in private.hints:
        changes["hints"] = drop_hint(game_id=loaded.row.pk, seat=seat, hint=str(hint), known=private.hints)
    return replace(receipt, loaded=_keep_private(loaded, seat, **changes)) if changes else receipt
