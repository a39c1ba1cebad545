"""What lies on a player's desk before it is submitted."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import F, Q

from imperial.decisions import Draft
from imperial.models import Game, PlayerInfo
from tabletop.engine import Loaded
from tabletop.live.announce import announce_after_commit
from tabletop.rules import Seat


def desk_topic(game_id: UUID, seat: Seat) -> str:
    """Announced when a draft has changed: for the other devices of the same player."""
    return f"imperial:{game_id}:desk:{seat}"


def forget_drafts(row: Game, *, seat: Seat | None, since: int) -> None:
    """Rules 5.10: that of the seat which has taken a submission back. Also those for questions that were first asked
    after this turn: others may be asked now.
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
