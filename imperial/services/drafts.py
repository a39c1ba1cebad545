"""What lies on a player's desk before it is submitted."""

from collections.abc import Callable
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import F, Q

from imperial.decisions import Draft
from imperial.models import PlayerInfo
from tabletop.live.announce import announce_after_commit
from tabletop.rules import Seat


def desk_topic(game_id: UUID, seat: Seat) -> str:
    """Announced when a draft has changed: for the other devices of the same player."""
    return f"imperial:{game_id}:desk:{seat}"


def forget_drafts(*, game_id: UUID, seat: Seat | None, since: int) -> None:
    """Rules 5.10: that of the seat which has taken a submission back. Also those for questions that were first asked
    after this turn: others may be asked now.
    """
    about_then = Q(pk=str(seat)) | Q(draft__turnId__gt=since)
    forgotten = PlayerInfo.objects.filter(about_then, game=game_id, draft__isnull=False)
    forgotten.update(draft=None, draft_number=F("draft_number") + 1)


def change_draft(
    *,
    game_id: UUID,
    seat: Seat,
    change: Callable[[Draft | None], Draft],
    known: tuple[Draft | None, int] | None = None,
) -> tuple[Draft, int]:
    """Changes what lies there now, so that of two choices made at once both count; gives the number of the change too.

    `known` is the draft and its number as just loaded: where they are current, nothing is locked and read again.
    Raises what `change` raises; announces the desk.
    """
    own = PlayerInfo.objects.filter(pk=str(seat), game=game_id)
    with transaction.atomic():
        if known is not None:
            kept, number = known
            draft = change(kept)
            after = number + (draft != kept)
            current = own.filter(draft_number=number)
            if current.update(draft=msgspec.to_builtins(draft), draft_number=after):
                announce_after_commit(desk_topic(game_id, seat))
                return draft, after
        row, number = own.select_for_update(no_key=True).values_list("draft", "draft_number").first() or (None, 0)
        kept = None if row is None else msgspec.convert(row, Draft)
        draft = change(kept)
        number += draft != kept
        own.update(draft=msgspec.to_builtins(draft), draft_number=number)
        announce_after_commit(desk_topic(game_id, seat))
        return draft, number
