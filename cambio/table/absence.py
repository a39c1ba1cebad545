"""People who are away: how long the table waits (rules 9.2), and bots that play for them meanwhile."""

from typing import cast

from msgspec.structs import replace

from cambio.bots.levels import Level
from cambio.rules import Event, State
from cambio.rules.absence import RECONNECT_SECONDS
from cambio.rules.events import PlayerReconnected
from cambio.rules.reveal import end_reveal
from cambio.rules.state import with_player
from cambio.table.events import GameAbandoned, SeatTakenOver
from cambio.table.state import Step, Table

TAKEOVER_LEVEL: Level = "medium"
ABANDON_SECONDS = 300


def game_of(table: Table) -> State:
    """Ask only after `setup`."""
    return cast(State, table.game)


def nobody_is_there(table: Table) -> bool:
    """Somebody should play, but no person is connected. (For the rules, who know no bots, a bot is connected.)"""
    people = [
        player for player, info in zip(game_of(table).players, table.seats, strict=True) if info.bot_level is None
    ]
    return bool(people) and not any(player.is_connected for player in people)


def waiting(table: Table, *, now: float) -> State:
    """The game as the rules may see it.

    Rules 9.2: in `playing`, while no human is connected, nothing is skipped. Bots being connected, the rules would not
    notice; so as long as nobody is there, they are told that everybody has left just now.
    """
    game = game_of(table)
    if game.phase != "playing" or not nobody_is_there(table):
        return game
    players = tuple(player if player.is_connected else replace(player, disconnected_at=now) for player in game.players)
    return replace(game, players=players)


def with_true_times(before: Table, after: State) -> State:
    """Undoes `waiting`: who was away and still is, has been since the same moment."""
    for was, player in zip(game_of(before).players, after.players, strict=True):
        if not was.is_connected and not player.is_connected and was.disconnected_at != player.disconnected_at:
            player = replace(player, disconnected_at=was.disconnected_at)  # noqa: PLW2901
            after = replace(after, players=with_player(after.players, player))
    return after


def watch_for_abandonment(table: Table, *, now: float, sign_of_life: bool) -> Table:
    """Rules 9.2: in `playing`, 300 s after the last human was there, the game is closed as abandoned.

    Who acts without being connected is a human who is there all the same.
    """
    due = None
    if table.game is not None and table.game.phase == "playing" and not table.abandoned and nobody_is_there(table):
        begins = sign_of_life or table.abandon_at is None
        due = now + ABANDON_SECONDS if begins else table.abandon_at
    return table if due == table.abandon_at else replace(table, abandon_at=due)


def abandon_if_due(table: Table, *, now: float) -> Step:
    if table.abandon_at is None or table.abandon_at > now:
        return table, ()
    return replace(table, abandoned=True, abandon_at=None, bot_due=None), (GameAbandoned(),)


def next_takeover(table: Table) -> float | None:
    """When a bot sits down for somebody who stays away. Rules 21.2: in the final round none does."""
    if not table.takeover or game_of(table).phase != "playing" or nobody_is_there(table):
        return None
    away = [player.disconnected_at for player in game_of(table).players if not player.is_connected]
    return min(((since or 0.0) + RECONNECT_SECONDS for since in away), default=None)


def take_over_due_seats(table: Table, *, now: float) -> Step:
    step: Step = table, ()
    while (due := next_takeover(step[0])) is not None and due <= now:
        away = [player for player in game_of(step[0]).players if not player.is_connected]
        longest = min(away, key=lambda player: player.disconnected_at or 0.0)
        after, events = hand_to_bot(step[0], longest.turn_order, TAKEOVER_LEVEL, now=now)
        step = after, step[1] + events
    return step


def hand_to_bot(table: Table, seat: int, level: Level, *, now: float) -> Step:
    """From now on a bot plays the seat; so for the rules the seat is connected."""
    game = game_of(table)
    player = replace(game.players[seat], is_connected=True, disconnected_at=None)
    after = _with_bot(replace(table, game=replace(game, players=with_player(game.players, player))), seat, level)
    return _as_next_event(after, SeatTakenOver(player_id=seat, bot_level=level), now=now)


def give_back(table: Table, seat: int, *, now: float) -> Step:
    return _as_next_event(_with_bot(table, seat, None), PlayerReconnected(player_id=seat), now=now)


def _as_next_event(table: Table, event: Event, *, now: float) -> Step:
    # Rules 7.3: any other change of the game ends a reveal.
    power = game_of(table).open_power
    if power is None or power.reveal is None:
        return table, (event,)
    game, events = end_reveal(waiting(table, now=now), power, now=now)
    return replace(table, game=with_true_times(table, game)), (event, *events)


def _with_bot(table: Table, seat: int, level: Level | None) -> Table:
    info = replace(table.seats[seat], bot_level=level)
    return replace(table, seats=(*table.seats[:seat], info, *table.seats[seat + 1 :]))
