"""What can be read of the tables of Cambio."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cambio import store
from cambio.bots.lessons import all_told
from cambio.models import CambioAction, GameSession, Player
from cambio.plug import table
from cambio.rules import State
from tabletop.accounts.models import User
from tabletop.engine import Loaded
from tabletop.games import TableSummary
from tabletop.rules import Json, Seat
from tabletop.table import Table
from tabletop.table.state import NO_MEMORY, Waits
from tabletop.tables.held_seats import kept_facts
from tabletop.tables.names import with_display_names
from tabletop.tables.own_tables import OwnTable, OwnTables, Words, goes_on_or_is_followed
from tabletop.tables.queries import exported, offers_seat, public_facts, tables_with_a_free_seat, visible_events

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


def shown_view(loaded: Loaded[Table], seat: Seat | None, now: float, *, kept_names: Mapping[str, str]) -> Json:
    """What this seat may know, with what pages show besides: colours of people, and for whom chairs are kept."""
    seen = page_view(loaded, seat, now)
    players = [player | {"colour": loaded.colours.get(player["playerId"], 1)} for player in seen["players"]]
    kept = kept_facts(loaded.state, kept_names) if loaded.state.game is None else {}
    return seen | kept | {"players": players}


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


def lessons_told_to(person: User) -> list[str]:
    """What a coach has explained to this person so far."""
    coached = Player.objects.filter(user=person, game_session__opening__coached=True).order_by("created_at")
    latest = coached.values_list("pk", "game_session__opening", "game_session__bot_memories").last()
    if latest is None:
        return []
    seat, opening, memories = latest
    memory = msgspec.json.decode(memories, type=dict[str, msgspec.Raw]).get(str(seat), NO_MEMORY)
    return [*opening["told"], *all_told(memory, players=opening["maxPlayers"])]


Entry = tuple[int, float, list[Json]]
"""Of the log: number, time, events with their audience."""


def events_after(game_id: UUID, seq: int) -> list[Entry]:
    """What the log tells after this sequence."""
    rows = CambioAction.objects.filter(game=game_id, seq__gt=seq).order_by("seq")
    return list(rows.values_list("seq", "at", "events"))


def open_tables() -> Iterable[TableSummary]:
    """Tables with a free seat where somebody waits."""
    somebody = Player.objects.filter(game_session=OuterRef("pk"), type="human", is_connected=True)
    lately = Q(phase="setup", created_at__gte=timezone.now() - OPEN_FOR)
    waiting = GameSession.objects.filter(Exists(somebody), lately | offers_seat(), abandoned=False, is_open=True)
    waiting = waiting.select_related("host_player")
    return tables_with_a_free_seat(waiting, game="cambio", seats=seats, title=lambda row: row.host_player.display_name)


def how_far(game: State) -> str:
    """For those at the door."""
    if game.phase == "final_round":
        return _("The final round is on.")
    if game.phase == "initial_view":
        return _("They look at their cards.")
    left = len(game.deck)
    return ngettext("%(count)d card is left to draw.", "%(count)d cards are left to draw.", left) % {"count": left}


def _own_seats(person: UUID) -> QuerySet[Player]:
    return Player.objects.filter(goes_on_or_is_followed("game_session"), user=person)


def _is_awaited(seat: Any) -> bool:
    looks = seat.game_session__phase == "initial_view" and not seat.has_viewed_initial_cards
    is_on_turn = seat.game_session__current_turn_player == seat.pk
    return (looks or is_on_turn or _is_to_deal(seat)) and seat.bot_difficulty is None


def _is_to_deal(seat: Any) -> bool:
    """A table whose page deals waits for nobody else."""
    return seat.game_session__phase == "setup" and bool(seat.game_session__opening__sealed)


def _note(own: OwnTable) -> str:
    phase = own.seat.game_session__phase
    if _is_to_deal(own.seat):
        return _("The cards are ready.")
    if phase == "setup":
        return _("Waiting for players.")
    if own.seat.bot_difficulty is not None:
        return _("A bot plays for you.")
    if phase == "initial_view":
        return _("Look at your two cards.") if own.your_turn else _("The others look at their cards.")
    number = _("Game %(number)d together.") % {"number": own.series.number} if own.series.number > 1 else ""
    final = _("The final round is on.") if phase == "final_round" else ""
    turn = _("Live now.") if own.your_turn else own.others_turn({own.seat.game_session__current_turn_player})
    return " ".join(filter(None, (number, final, turn)))


def _outcome(own: OwnTable) -> tuple[str, str]:
    """Who won with how many points, and what the others had."""
    best = min(sitter.score for sitter in own.sitting)
    winners = {sitter.pk for sitter in own.sitting if sitter.score == best}
    others = sorted(
        (sitter for sitter in own.sitting if sitter.pk not in winners), key=lambda sitter: int(sitter.score)
    )
    names = {**own.names, own.seat.pk: _("You")}
    lines = [_("%(name)s %(points)d") % {"name": names[sitter.pk], "points": sitter.score} for sitter in others]
    if winners == {own.seat.pk}:
        title = _("You won with %(points)d") % {"points": best}
    elif own.seat.pk in winners:
        shared = own.named(winners - {own.seat.pk})
        title = _("You and %(names)s share it with %(points)d") % {"names": shared, "points": best}
    elif len(winners) > 1:
        title = _("%(names)s share it with %(points)d") % {"names": own.named(winners), "points": best}
    else:
        title = _("%(names)s won with %(points)d") % {"names": own.named(winners), "points": best}
    return title, f"{', '.join(lines)}." if lines else ""


def _due(own: OwnTable) -> float | None:
    return msgspec.json.decode(own.seat.game_session__waits, type=Waits).due


tables_of = OwnTables(
    game="cambio",
    seats=seats,
    own=_own_seats,
    words=Words(is_awaited=_is_awaited, note=_note, outcome=_outcome, due=_due, is_live=lambda own: True),
    columns=(
        *("has_viewed_initial_cards", "bot_difficulty"),
        *("game_session__phase", "game_session__current_turn_player", "game_session__waits"),
        "game_session__opening__sealed",
    ),
    seat_columns=("score",),
)


def export(row: GameSession) -> Json:
    loaded = store.load(row.pk)
    own = {"opening": row.opening, "table": table.to_json(loaded.state)}
    return exported(loaded, is_over=table.is_over(loaded.state), own=own)
