"""What lies on a player's desk before it is submitted."""

from collections.abc import Callable
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q

from imperial.desk import Draft
from imperial.models import PlayerInfo
from tabletop.live.announce import announce_after_commit
from tabletop.rules import Seat


def desk_topic(game_id: UUID, seat: Seat) -> str:
    """Rung when a draft has changed: for the other devices of the same player."""
    return f"imperial:{game_id}:desk:{seat}"


def forget_drafts(*, game_id: UUID, seat: Seat, since: int) -> None:
    """Rules 5.10: that of the seat which has taken a submission back. Also those for questions that were first asked
    after this turn: others may be asked now.
    """
    PlayerInfo.objects.filter(Q(name=seat) | Q(draft__turnId__gt=since), game=game_id).update(draft=None)


@transaction.atomic
def change_draft(*, game_id: UUID, seat: Seat, change: Callable[[Draft | None], Draft]) -> Draft:
    """Changes what lies there now: two choices made at once both count."""
    own = PlayerInfo.objects.filter(game=game_id, name=seat)
    kept = own.select_for_update(no_key=True).values_list("draft", flat=True).first()
    draft = change(None if kept is None else msgspec.convert(kept, Draft))
    own.update(draft=msgspec.to_builtins(draft))
    announce_after_commit(desk_topic(game_id, seat))
    return draft
