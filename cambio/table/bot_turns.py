"""Bots at the table: what they are told, when they act, and what they do."""

from collections.abc import Sequence

from msgspec.structs import replace

from cambio import bots, rules
from cambio.rules import Action, CallCambio, Event, State
from cambio.rules.state import stage_of
from cambio.table.absence import TAKEOVER_LEVEL, game_of, nobody_is_there, waiting, with_true_times
from cambio.table.state import SeatInfo, Step, Table
from tabletop.rules import Shuffle

# Rules 2: 1 to 3 seconds for each action.
BOT_DELAYS = tuple(quarters / 4 for quarters in range(4, 13))
# For a game that is settled already: the rules need not look at the clock again.
BEFORE_ANY_DEADLINE = float("-inf")


def follow(before: Table, after: Table, events: Sequence[Event], *, now: float, shuffle: Shuffle) -> Table:
    """After every change: bots hear what was told to their seats, and the one on turn begins to think."""
    if after.game is None:
        return after
    seats = _with_news(after, events) if events else after.seats
    due = _next_act(before, after, now=now, shuffle=shuffle)
    if due == after.bot_due and seats == after.seats:
        return after
    return replace(after, seats=seats, bot_due=due)


def _with_news(table: Table, events: Sequence[Event]) -> tuple[SeatInfo, ...]:
    told = [(event.audience, event.to_json()) for event in events]
    seats = []
    for seat, info in enumerate(table.seats):
        # Where a bot may take over, it will know what the seat was shown before.
        level = info.bot_level or (TAKEOVER_LEVEL if table.takeover else None)
        if level is not None:
            heard = [news for audience, news in told if audience is None or seat in audience]
            memory = bots.learn(info.bot_memory, heard, seat=seat, players=len(table.seats), level=level)
            info = replace(info, bot_memory=memory)  # noqa: PLW2901
        seats.append(info)
    return tuple(seats)


def _next_act(before: Table, after: Table, *, now: float, shuffle: Shuffle) -> float | None:
    if bot_on_turn(after) is None:
        return None
    # A bot that thinks already is not interrupted by what others do, or nobody could be sure that it ever acts.
    if before.bot_due is not None and before.game is not None and _moment(before.game) == _moment(game_of(after)):
        return before.bot_due
    return now + shuffle(BOT_DELAYS)[0]


def _moment(game: State) -> tuple[object, ...]:
    return game.current_turn_player_id, stage_of(game)


def bot_on_turn(table: Table) -> int | None:
    seat = None if table.game is None or table.abandoned else table.game.current_turn_player_id
    return None if seat is None or table.seats[seat].bot_level is None else seat


def let_bot_act(table: Table, seat: int, *, now: float, shuffle: Shuffle) -> Step:
    """One action. Rules 18: a bot never blocks a game; if its step fails it does the first thing that is legal."""
    menu = bot_menu(table, seat)
    try:
        game, events = _play(table, seat, chosen_action(table, seat, menu), now=now, shuffle=shuffle)
    except Exception:  # Whatever it is: people are waiting. The tests ask for the bot's choice without this net.
        game, events = _play(table, seat, menu[0], now=now, shuffle=shuffle)
    # Every act leads to another stage or another turn, so `follow` gives the next one a pause of its own.
    return follow(table, replace(table, game=game), events, now=now, shuffle=shuffle), events


def chosen_action(table: Table, seat: int, menu: Sequence[Action]) -> Action:
    """The bot's choice. All it gets is the view of its seat, what it remembers, and what it may do."""
    info = table.seats[seat]
    view = rules.view(game_of(table), seat, now=BEFORE_ANY_DEADLINE)
    return bots.decide(view, info.bot_memory, menu, level=info.bot_level or TAKEOVER_LEVEL)


def bot_menu(table: Table, seat: int) -> list[Action]:
    menu = rules.legal_actions(game_of(table), seat, now=BEFORE_ANY_DEADLINE)
    # In the final round a turn of somebody who is away is lost at once: a bot does not call while no person is there.
    return [action for action in menu if not isinstance(action, CallCambio)] if nobody_is_there(table) else menu


def _play(table: Table, seat: int, action: Action, *, now: float, shuffle: Shuffle) -> tuple[State, tuple[Event, ...]]:
    after, events = rules.apply(waiting(table, now=now), seat, action, now=now, shuffle=shuffle)
    return with_true_times(table, after), events
