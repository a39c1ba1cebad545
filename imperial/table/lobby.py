"""Coming, going and starting (rules 13)."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from imperial import rules
from imperial.rules import MAX_PLAYERS, MIN_PLAYERS
from imperial.rules.board import Setup
from imperial.table.actions import AddBot, Join, Leave, LobbyAction, RemoveBot
from imperial.table.events import PlayerJoined, PlayerLeft
from imperial.table.refusals import refusal
from imperial.table.state import Clock, SeatInfo, Table
from tabletop.rules import Seat, Shuffle, Step

LONGEST_CLOCK_SECONDS = 90 * 24 * 3600


def new_table(
    *, player_id: str, name: str, max_players: int, setup: str, clock: Clock | None = None, is_open: bool = True
) -> Table:
    """Whoever opens the table is its host."""
    if not MIN_PLAYERS <= max_players <= MAX_PLAYERS:
        raise refusal("invalid_player_count")
    if clock is not None and not all(0 <= time <= LONGEST_CLOCK_SECONDS for time in (clock.increment, clock.banked)):
        raise refusal("invalid_clock")
    table = Table(max_players=max_players, seats=(), host=name, is_open=is_open, clock=clock, setup=setup)
    return _take_seat(table, SeatInfo(player_id=player_id, name=name))[0]


def change_lobby(table: Table, seat: Seat | None, action: LobbyAction, *, now: float, shuffle: Shuffle) -> Step[Table]:
    if isinstance(action, Join):
        if seat is not None:
            raise refusal("already_in_game")
        return _take_seat(table, SeatInfo(player_id=action.player_id, name=action.name))
    own = table.seat_of(seat)
    if own is None:
        raise refusal("player_not_in_game")
    if isinstance(action, Leave):
        return _leave(table, own)
    if own.name != table.host:
        raise refusal("not_host")
    if isinstance(action, AddBot):
        return _take_seat(table, SeatInfo(player_id=action.player_id, name=action.name, type="bot", bot=action.kind))
    if isinstance(action, RemoveBot):
        bot = table.seat_of(action.name)
        if bot is None or bot.type != "bot":
            raise refusal("no_such_bot")
        return _leave(table, bot)
    return _start(table, now=now, shuffle=shuffle)


def _take_seat(table: Table, newcomer: SeatInfo) -> Step[Table]:
    if any(info.player_id == newcomer.player_id for info in table.seats):
        raise refusal("already_in_game")
    if len(table.seats) >= table.max_players:
        raise refusal("game_full")
    if is_taken(newcomer.name, [info.name for info in table.seats]):
        raise refusal("name_taken")
    # Who is called like a country would make a riddle of the log.
    if is_taken(newcomer.name, words_of_board(table.board)):
        raise refusal("name_on_the_map")
    joined = PlayerJoined(name=newcomer.name, player_type=newcomer.type, total_players=len(table.seats) + 1)
    return table.with_seats((*table.seats, newcomer)), (joined,)


def words_of_board(board: Setup) -> tuple[str, ...]:
    return (*board.countries, *board.territories, *board.wheel)


def is_taken(name: str, names: Sequence[str]) -> bool:
    return name.casefold() in {other.casefold() for other in names}


def _leave(table: Table, leaver: SeatInfo) -> Step[Table]:
    seats = tuple(info for info in table.seats if info.name != leaver.name)
    host = table.host
    if host == leaver.name:
        host = next((info.name for info in seats if info.type == "human"), None)
    return replace(table, seats=seats, host=host), (PlayerLeft(name=leaver.name, host=host),)


def _start(table: Table, *, now: float, shuffle: Shuffle) -> Step[Table]:
    if len(table.seats) < MIN_PLAYERS:
        raise refusal("invalid_player_count")
    names = tuple(info.name for info in table.seats)
    clock = None if table.clock is None else msgspec.structs.asdict(table.clock)
    game = rules.new_game(list(names), table.board, shuffle=shuffle, now=now, timer=clock)
    return replace(table, game=game), rules.opening_events(names)
