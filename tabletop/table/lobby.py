"""Coming, going and starting while the table waits for players."""

from typing import Any

from msgspec.structs import replace

from tabletop.rules import Step
from tabletop.table.actions import AddBot, Join, Leave, LobbyAction, PresenceAction, RemoveBot
from tabletop.table.actions import Left as LeftAction
from tabletop.table.events import PlayerDisconnected, PlayerJoined, PlayerLeft, PlayerReconnected
from tabletop.table.plug import GamePlug, Moment
from tabletop.table.state import SeatInfo, Table


def new_table(
    plug: GamePlug, *, seat_id: str, max_players: int, settings: Any, takeover: bool = False, is_open: bool = True
) -> Table:
    """A table whose first seat, the host's, is taken. Raises RuleViolation."""
    if max_players not in plug.seats:
        raise plug.refusal("invalid_player_count")
    plug.check_settings(settings)
    return Table(
        max_players=max_players,
        seats=(SeatInfo(seat_id=seat_id),),
        host=seat_id,
        takeover=takeover,
        is_open=is_open,
        settings=settings,
    )


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
    if isinstance(action, RemoveBot):
        bot = table.place_of_id(action.seat_id)
        if bot is None or table.seats[bot].type != "bot":
            raise plug.refusal("no_such_bot")
        return free_seat(table, bot)
    return _start(plug, table, moment)


def _take_seat(plug: GamePlug, table: Table, newcomer: SeatInfo) -> Step[Table]:
    if table.place_of_id(newcomer.seat_id) is not None:
        raise plug.refusal("already_in_game")
    # Full is the number chosen for this table, not the greatest possible one.
    if len(table.seats) >= table.max_players:
        raise plug.refusal("game_full")
    joined = PlayerJoined(
        player_id=newcomer.seat_id,
        player_type=newcomer.type,
        turn_order=len(table.seats),
        total_players=len(table.seats) + 1,
    )
    return replace(table, seats=(*table.seats, newcomer)), (joined,)


def free_seat(table: Table, place: int) -> Step[Table]:
    """The seat disappears and later seats move up; the host's role passes to the person who has sat longest."""
    left, seats = table.seats[place], (*table.seats[:place], *table.seats[place + 1 :])
    host = table.host
    if host == left.seat_id:
        host = next((info.seat_id for info in seats if info.type == "human"), None)
    return replace(table, seats=seats, host=host), (PlayerLeft(player_id=left.seat_id, host_player_id=host),)


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


def _start(plug: GamePlug, table: Table, moment: Moment) -> Step[Table]:
    # Bots count; empty seats vanish.
    if len(table.seats) not in plug.seats:
        raise plug.refusal("invalid_player_count")
    game, events = plug.deal(table, moment)
    seats = tuple(replace(info, away_since=None) for info in table.seats)
    return replace(table, game=game, seats=seats), events
