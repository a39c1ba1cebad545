"""Coming, going and starting (rules 4)."""

from msgspec.structs import replace

from cambio import rules
from cambio.rules import MAX_PLAYERS, MIN_PLAYERS, ConfirmInitialView, Disconnected, Reconnected
from cambio.rules.events import PlayerDisconnected, PlayerReconnected
from cambio.table.actions import AddBot, Join, LeaveGame, RemoveBot, StartGame
from cambio.table.events import PlayerJoined, PlayerLeft
from cambio.table.refusals import refusal
from cambio.table.state import SeatInfo, Step, Table
from tabletop.rules import Seat, Shuffle

LobbyAction = Join | AddBot | RemoveBot | LeaveGame | StartGame


def new_table(*, player_id: str, display_name: str, max_players: int, takeover: bool = False) -> Table:
    """Rules 4.1: whoever opens the table sits in seat 0 and is the host."""
    if not MIN_PLAYERS <= max_players <= MAX_PLAYERS:
        raise refusal("invalid_player_count")
    first = SeatInfo(player_id=player_id, display_name=display_name)
    return Table(max_players=max_players, seats=(first,), takeover=takeover)


def change_lobby(table: Table, seat: Seat | None, action: LobbyAction, *, now: float, shuffle: Shuffle) -> Step:
    """The table is in `setup`; LeaveGame is the only one of these actions that every seat has."""
    if isinstance(action, Join):
        return join(table, seat, action)
    if not table.has_seat(seat):
        raise refusal("player_not_in_game")
    if isinstance(action, LeaveGame):
        return leave(table, seat)
    if seat != table.host:
        raise refusal("not_host")
    if isinstance(action, AddBot):
        return _take_seat(
            table,
            SeatInfo(player_id=action.player_id, display_name=action.display_name, type="bot", bot_level=action.level),
        )
    if isinstance(action, RemoveBot):
        return remove_bot(table, action)
    # Rules 4.5: at least two, bots count; empty seats simply vanish.
    if len(table.seats) < MIN_PLAYERS:
        raise refusal("invalid_player_count")
    return deal(table, now=now, shuffle=shuffle)


def join(table: Table, seat: Seat | None, action: Join) -> Step:
    if seat is not None:
        raise refusal("already_in_game")
    return _take_seat(table, SeatInfo(player_id=action.player_id, display_name=action.display_name))


def _take_seat(table: Table, newcomer: SeatInfo) -> Step:
    if any(info.player_id == newcomer.player_id for info in table.seats):
        raise refusal("already_in_game")
    # Rules 4.3: full is the number chosen for this table, not the greatest possible one.
    if len(table.seats) >= table.max_players:
        raise refusal("game_full")
    joined = PlayerJoined(
        player_id=newcomer.player_id,
        display_name=newcomer.display_name,
        player_type=newcomer.type,
        turn_order=len(table.seats),
        total_players=len(table.seats) + 1,
    )
    return replace(table, seats=(*table.seats, newcomer)), (joined,)


def leave(table: Table, seat: int) -> Step:
    # Rules 4.4: the seat disappears and the later seats move up one.
    seats = (*table.seats[:seat], *table.seats[seat + 1 :])
    host_id = None if table.host is None or table.host == seat else table.seats[table.host].player_id
    # Rules 4.4: if the host leaves, the human with the lowest seat becomes host.
    host = next(
        (number for number, info in enumerate(seats) if info.type == "human" and host_id in (None, info.player_id)),
        None,
    )
    left = PlayerLeft(
        player_id=table.seats[seat].player_id, host_player_id=None if host is None else seats[host].player_id
    )
    return replace(table, seats=seats, host=host), (left,)


def remove_bot(table: Table, action: RemoveBot) -> Step:
    for seat, info in enumerate(table.seats):
        if info.type == "bot" and info.player_id == action.player_id:
            return leave(table, seat)
    raise refusal("invalid_bot")


def change_presence(table: Table, seat: int, action: Disconnected | Reconnected, *, now: float) -> Step:
    """Whoever is away from the waiting room is away from the game that begins meanwhile."""
    info, leaves = table.seats[seat], isinstance(action, Disconnected)
    if info.type == "bot" or leaves is (info.disconnected_at is not None):
        return table, ()
    info = replace(info, disconnected_at=now if leaves else None)
    event = PlayerDisconnected(player_id=seat) if leaves else PlayerReconnected(player_id=seat)
    return replace(table, seats=(*table.seats[:seat], info, *table.seats[seat + 1 :])), (event,)


def deal(table: Table, *, now: float, shuffle: Shuffle) -> Step:
    """The game begins. Rules 5.5: bots have confirmed the initial view at once."""
    game = rules.new_game([info.display_name for info in table.seats], shuffle, now=now)
    events = rules.opening_events(game)
    # Rules 9.1: the game must not wait for ever for somebody who left the waiting room without a word.
    players = tuple(
        player
        if info.disconnected_at is None
        else replace(player, is_connected=False, disconnected_at=info.disconnected_at)
        for player, info in zip(game.players, table.seats, strict=True)
    )
    game = replace(game, players=players)
    for seat, info in enumerate(table.seats):
        if info.bot_level is not None:
            game, more = rules.apply(game, seat, ConfirmInitialView(), now=now, shuffle=shuffle)
            events += more
    seats = tuple(replace(info, disconnected_at=None) for info in table.seats)
    return replace(table, game=game, seats=seats), events
