"""What the page remembers of a player's visits: how far they have read, and what need not be explained again."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from imperial.decisions.draft import with_plan
from imperial.models import Game, PlayerInfo
from imperial.rules.state import State
from imperial.services.drafts import change_draft, desk_topic
from tabletop.accounts.models import User
from tabletop.engine import Receipt
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


def note_visit(*, game_id: UUID, seat: Seat, turn_id: int) -> None:
    """The player has read what happened up to this turn."""
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
