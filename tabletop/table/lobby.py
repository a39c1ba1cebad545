"""Coming, going and starting while the table waits for players."""

from typing import Any

import regex
from msgspec import UNSET, UnsetType
from msgspec.structs import asdict, replace

from tabletop.characters import MARKS, UNSEEN, is_crowded, length, normalised
from tabletop.rules import Step
from tabletop.table.actions import (
    AddBot,
    ChangeBot,
    ChangeSettings,
    Gather,
    Join,
    Leave,
    LobbyAction,
    PresenceAction,
    RemoveBot,
    RemovePerson,
    Start,
)
from tabletop.table.actions import Left as LeftAction
from tabletop.table.events import (
    BotChanged,
    PlayerDisconnected,
    PlayerJoined,
    PlayerLeft,
    PlayerReconnected,
    SettingsChanged,
)
from tabletop.table.plug import GamePlug, Moment
from tabletop.table.refusals import NOT_KEPT_ANY_MORE
from tabletop.table.series import broken_up, free_held_seat, gather, place_at, started, with_taken
from tabletop.table.state import Choices, NewTableChoices, SeatInfo, Table, Waits

LONGEST_TABLE_NAME = 40
"""As people count characters."""
MOST_CODE_POINTS_OF_TABLE_NAME = 160
"""What a column has room for."""
_SHOWN = rf"[[\p{{L}}\p{{N}}\p{{P}}\p{{S}}]{UNSEEN}--\u2800]"
"""All that is drawn: neither blanks nor what changes the direction of other text."""
_TABLE_NAME = regex.compile(rf"(?V1)(?=.*[\p{{L}}\p{{N}}])(?:{_SHOWN}{MARKS}| )+")
CHOICES = Choices.__struct_fields__


def new_table(
    plug: GamePlug, *, seat_id: str, max_players: int, settings: Any, choices: Choices | None = None
) -> Table:
    """A table whose first seat, the host's, is taken. Raises RuleViolation."""
    if max_players not in plug.seats:
        raise plug.refusal("invalid_player_count")
    plug.check_settings(settings)
    kept, of_opening = Choices(), False
    if choices is not None:
        kept = Choices(**{name: getattr(choices, name) for name in CHOICES})
    if isinstance(choices, NewTableChoices) and not choices.clock_is_chosen:
        kept, of_opening = _with_usual_clock(plug, kept)
    return Table(
        max_players=max_players,
        seats=(SeatInfo(seat_id=seat_id),),
        host=seat_id,
        choices=_checked(plug, kept),
        settings=settings,
        waits=Waits(clock_of_opening=of_opening),
    )


def _with_usual_clock(plug: GamePlug, choices: Choices) -> tuple[Choices, bool]:
    """With the clock of a table whose host has chosen none, and whether that is one: only open tables have it."""
    clock = plug.open_turn_clock if choices.is_open else None
    return replace(choices, turn_clock=clock), clock is not None


def change_lobby(plug: GamePlug, table: Table, place: int | None, action: LobbyAction, moment: Moment) -> Step[Table]:
    """Joins a newcomer; everything else is for the host alone. Raises RuleViolation."""
    if isinstance(action, Join):
        if place is not None:
            raise plug.refusal("already_in_game")
        return _take_seat(plug, table, SeatInfo(seat_id=action.seat_id))
    if place is None:
        raise plug.refusal("player_not_in_game")
    if table.seats[place].seat_id != table.host:
        raise plug.refusal("not_host")
    if isinstance(action, AddBot):
        if action.level not in plug.bot_levels:
            raise plug.refusal("invalid_request")
        return _take_seat(plug, table, SeatInfo(seat_id=action.seat_id, type="bot", bot_level=action.level))
    if isinstance(action, RemoveBot | ChangeSettings) and plug.seals_first(table):
        # Such a table is not counted among those that wait (rules 3.2): it never becomes one of them.
        raise plug.refusal("game_already_started")
    if isinstance(action, RemoveBot | ChangeBot):
        return _change_bot(plug, table, action)
    if isinstance(action, Start):
        return _start_by_host(plug, table, moment)
    return _change_table(plug, table, action)


def _change_table(plug: GamePlug, table: Table, action: RemovePerson | Gather | ChangeSettings) -> Step[Table]:
    if isinstance(action, RemovePerson):
        return _remove_person(plug, table, action)
    return gather(table, action) if isinstance(action, Gather) else _change_settings(plug, table, action)


def are_enough(plug: GamePlug, *, seated: int, kept: int) -> bool:
    """To start: people and bots on enough seats, and nobody for whom a seat is kept."""
    return seated in plug.seats and not kept


def may_start(plug: GamePlug, table: Table, place: int) -> bool:
    is_host = table.seats[place].seat_id == table.host
    return is_host and are_enough(plug, seated=len(table.seats), kept=len(table.series.held))


def _start_by_host(plug: GamePlug, table: Table, moment: Moment) -> Step[Table]:
    if table.series.held:
        raise plug.refusal("seats_are_held")
    return start(plug, table, moment)


def _change_bot(plug: GamePlug, table: Table, action: RemoveBot | ChangeBot) -> Step[Table]:
    """Sends a bot away, or lets it play better or worse."""
    place = table.place_of_id(action.seat_id)
    if place is None or table.seats[place].type != "bot":
        raise plug.refusal("no_such_bot")
    if isinstance(action, RemoveBot):
        return free_seat(table, place)
    if action.level not in plug.bot_levels:
        raise plug.refusal("invalid_request")
    if table.seats[place].bot_level == action.level:
        return table, ()
    event = BotChanged(player_id=action.seat_id, bot_level=action.level)
    return table.with_seat(place, bot_level=action.level), (event,)


def _remove_person(plug: GamePlug, table: Table, action: RemovePerson) -> Step[Table]:
    if action.if_kept and action.seat_id not in table.series.held:
        raise plug.refusal("nothing_to_decline", NOT_KEPT_ANY_MORE)
    if action.seat_id in table.series.held:
        return free_held_seat(plug, table, action.seat_id)
    place = table.place_of_id(action.seat_id)
    if place is None or table.seats[place].type == "bot" or action.seat_id == table.host:
        raise plug.refusal("no_such_person")
    return free_seat(table, place, removed=True)


def _change_settings(plug: GamePlug, table: Table, action: ChangeSettings) -> Step[Table]:
    chosen = {name: value for name in CHOICES if (value := getattr(action, name)) is not UNSET}
    seats = table.max_players if action.max_players is UNSET else action.max_players
    if seats not in plug.seats:
        raise plug.refusal("invalid_player_count")
    if seats < len(table.seats):
        raise plug.refusal("seat_is_taken")
    if seats < len(table.seats) + len(table.series.held):
        raise plug.refusal("seats_are_held")
    settings = table.settings
    if action.game is not UNSET:
        settings = plug.changed_settings(settings, action.game)
        plug.check_settings(settings)
    before, of_opening = table.choices, table.waits.clock_of_opening
    choices = replace(before, **chosen)
    if "turn_clock" in chosen:
        of_opening = False
    elif choices.is_open is not before.is_open and (of_opening or before.turn_clock is None):
        choices, of_opening = _with_usual_clock(plug, choices)
    choices, waits = _checked(plug, choices), replace(table.waits, clock_of_opening=of_opening)
    after = replace(table, choices=choices, max_players=seats, settings=settings, waits=waits)
    if after == table:
        return table, ()
    return after, (SettingsChanged(max_players=seats, **asdict(choices)),)


def _checked(plug: GamePlug, choices: Choices) -> Choices:
    name = clean_table_name(choices.name)
    if name is None:
        raise plug.refusal("invalid_table_name")
    if choices.turn_clock is not None and choices.turn_clock not in plug.turn_clocks:
        raise plug.refusal("invalid_clock")
    return replace(choices, name=name)


def clean_table_name(name: str) -> str | None:
    """The name, normalised, or empty; None for what no table can be called."""
    # Emoji come with a selector, which shows nothing.
    name = normalised(name.replace("\ufe0f", ""))
    fits = len(name) <= MOST_CODE_POINTS_OF_TABLE_NAME and length(name) <= LONGEST_TABLE_NAME
    is_name = fits and _TABLE_NAME.fullmatch(name) and not is_crowded(name)
    return name if is_name or not name else None


def _take_seat(plug: GamePlug, table: Table, newcomer: SeatInfo) -> Step[Table]:
    if table.place_of_id(newcomer.seat_id) is not None:
        raise plug.refusal("already_in_game")
    # Full is the number chosen for this table, not the greatest possible one.
    if len(table.seats) >= table.max_players:
        raise plug.refusal("game_full")
    if newcomer.seat_id in table.series.held:
        table = with_taken(table, newcomer.seat_id)
    elif len(table.seats) + len(table.series.held) >= table.max_players:
        raise plug.refusal("seats_are_held")
    place = place_at(table, newcomer.seat_id)
    seats = (*table.seats[:place], newcomer, *table.seats[place:])
    joined = PlayerJoined(
        player_id=newcomer.seat_id, player_type=newcomer.type, turn_order=place, total_players=len(seats)
    )
    return replace(table, seats=seats), (joined,)


def free_seat(table: Table, place: int, *, removed: bool | UnsetType = UNSET) -> Step[Table]:
    """The seat disappears and later seats move up; the host's role passes to the next person, see `Table.seats`."""
    left, seats = table.seats[place], (*table.seats[:place], *table.seats[place + 1 :])
    host = table.host
    if host == left.seat_id:
        host = next((info.seat_id for info in seats if info.type == "human"), None)
    event = PlayerLeft(player_id=left.seat_id, host_player_id=host, removed=removed)
    return replace(broken_up(table), seats=seats, host=host), (event,)


def change_waiting_table(plug: GamePlug, table: Table, place: int, action: Any, *, now: float) -> Step[Table]:
    """Before the start players only come and go; raises RuleViolation for everything else."""
    if table.abandoned and isinstance(action, PresenceAction):
        return table, ()
    if table.abandoned:
        raise plug.refusal("game_abandoned")
    if isinstance(action, Leave):
        return free_seat(table, place)
    if isinstance(action, PresenceAction):
        return _change_presence(table, place, action, now=now)
    raise plug.refusal("game_not_started")


def _change_presence(table: Table, place: int, action: PresenceAction, *, now: float) -> Step[Table]:
    """A person who is away from the waiting room is away from the game that begins meanwhile."""
    info, leaves = table.seats[place], isinstance(action, LeftAction)
    if info.type == "bot" or leaves is (info.away_since is not None):
        return table, ()
    event = PlayerDisconnected(player_id=info.seat_id) if leaves else PlayerReconnected(player_id=info.seat_id)
    return table.with_seat(place, away_since=now if leaves else None), (event,)


def start(plug: GamePlug, table: Table, moment: Moment) -> Step[Table]:
    """Deals. Raises RuleViolation."""
    # Bots count; empty seats vanish.
    if len(table.seats) not in plug.seats:
        raise plug.refusal("invalid_player_count")
    game, events = plug.deal(table, moment)
    seats = tuple(replace(info, away_since=None) for info in table.seats)
    return replace(table, game=game, seats=seats, waits=Waits(), series=started(table.series)), events
