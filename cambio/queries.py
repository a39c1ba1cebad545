"""What can be read of the tables of Cambio."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from cambio import store
from cambio.models import CambioAction, GameSession, Player
from cambio.plug import table
from tabletop.engine import Loaded
from tabletop.games import TableSummary
from tabletop.rules import Json, Seat
from tabletop.table import Table
from tabletop.tables.names import with_display_names
from tabletop.tables.queries import OwnTables, exported, public_facts, tables_with_a_free_seat, visible_events

OPEN_FOR = timedelta(hours=2)
"""A person who still waits after that has left without a word; the code still leads to the table."""

seats = store.seats


def page_view(loaded: Loaded[Table], seat: Seat | None, now: float) -> Json:
    """What this seat may know: the rules' view, and what only the rows know."""
    seen, names = table.view(loaded.state, seat, now=now), loaded.names
    # Only players and scores hold a name.
    for holders in (seen["players"], seen["scores"] or ()):
        for holder in holders:
            holder["displayName"] = names.get(holder["playerId"], holder["displayName"])
    return seen | public_facts(loaded.row, is_over=table.is_over(loaded.state))


def visible_events_with_names(events: Iterable[Json], seat: Seat | None, names: Mapping[str, str]) -> list[Json]:
    """Events of the log that this seat may know, as rules 14.2 spells them, with names."""
    visible = [event | {"type": event["type"].upper()} for event in visible_events(events, seat)]
    joined = ({"displayName": event["playerId"]} if event["type"] == "PLAYER_JOINED" else {} for event in visible)
    return [with_display_names(event | more, names) for event, more in zip(visible, joined, strict=True)]


def scores(loaded: Loaded[Table]) -> Json:
    """Rules 13.1: sorted by final score, then seat. Raises RuleViolation before the end."""
    if loaded.state.abandoned:
        raise table.refusal("game_abandoned")
    outcome = table.result(loaded.state)
    if outcome is None:
        raise table.refusal("game_not_completed")
    outcome = with_display_names(outcome, loaded.names)
    lines = [line | {"turnOrder": loaded.state.place_of_id(line["playerId"])} for line in outcome["scores"]]
    return outcome | {"scores": sorted(lines, key=lambda line: (line["finalScore"], line["turnOrder"]))}


Entry = tuple[int, float, list[Json]]
"""Of the log: number, time, events with their audience."""


def events_after(game_id: UUID, seq: int) -> list[Entry]:
    """What the log tells after this sequence."""
    rows = CambioAction.objects.filter(game=game_id, seq__gt=seq).order_by("seq")
    return list(rows.values_list("seq", "at", "events"))


def open_tables() -> Iterable[TableSummary]:
    """Tables with a free seat where somebody waits."""
    somebody = Player.objects.filter(game_session=OuterRef("pk"), type="human", is_connected=True)
    waiting = GameSession.objects.filter(Exists(somebody), phase="setup", abandoned=False)
    waiting = waiting.filter(created_at__gte=timezone.now() - OPEN_FOR).select_related("host_player")
    return tables_with_a_free_seat(waiting, game="cambio", seats=seats, title=lambda row: row.host_player.display_name)


def _own_seats(person: UUID) -> QuerySet[Player]:
    own = Player.objects.filter(user=person, game_session__abandoned=False).exclude(game_session__phase="completed")
    return own.order_by("-game_session__updated_at")


def _is_awaited(seat: Any) -> bool:
    looks = seat.game_session__phase == "initial_view" and not seat.has_viewed_initial_cards
    return looks or seat.game_session__current_turn_player == seat.pk


def _note(seat: Any, your_turn: bool) -> str:
    phase = seat.game_session__phase
    if phase == "setup":
        return _("Waiting for players.")
    if phase == "initial_view":
        return _("Look at your two cards.") if your_turn else _("The others look at their cards.")
    if your_turn:
        return _("Your turn.")
    return _("The final round is on.") if phase == "final_round" else _("Somebody else's turn.")


tables_of = OwnTables(
    game="cambio",
    seats=seats,
    own=_own_seats,
    columns=("has_viewed_initial_cards", "game_session__phase", "game_session__current_turn_player"),
    is_awaited=_is_awaited,
    note=_note,
)


def export(row: GameSession) -> Json:
    loaded = store.load(row.pk)
    own = {"opening": row.opening, "table": table.to_json(loaded.state)}
    return exported(loaded, is_over=table.is_over(loaded.state), own=own)
