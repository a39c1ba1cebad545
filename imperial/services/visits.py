"""What the page remembers of a player's visits: how far they have read, and what need not be explained again."""

from uuid import UUID

from django.db import transaction

from imperial.models import PlayerInfo
from imperial.services.drafts import desk_topic
from tabletop.accounts.models import User
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


@transaction.atomic
def drop_hint(*, game_id: UUID, seat: Seat, hint: str) -> tuple[str, ...]:
    """Drops an explanation that has been read, or that is needless now; the others are left. Harmless if it is gone.

    Locks the row of the seat; announces the desk.
    """
    own = PlayerInfo.objects.filter(game=game_id, pk=str(seat))
    hints = own.select_for_update(no_key=True).values_list("hints", flat=True).first() or []
    left = [name for name in hints if name != hint]
    if left != hints:
        own.update(hints=left)
        announce_after_commit(desk_topic(game_id, seat))
    return tuple(left)
