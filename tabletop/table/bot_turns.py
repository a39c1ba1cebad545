"""Bots at the table: what they remember, when they act, and what they do."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from tabletop.rules import Event, Fault, Shuffle, Step
from tabletop.table.absence import is_unattended, key_of
from tabletop.table.plug import GamePlug
from tabletop.table.state import SeatInfo, Table


def bot_on_turn(plug: GamePlug, table: Table) -> int | None:
    """The place of the first bot that has to act."""
    if table.game is None or table.abandoned or plug.bots_rest(table.game):
        return None
    to_act = plug.players_to_act(table.game)
    played_by_bots = {
        key_of(plug, table, place): place for place, info in enumerate(table.seats) if info.bot_level is not None
    }
    return next((played_by_bots[key] for key in to_act if key in played_by_bots), None)


def prepare_bots(
    plug: GamePlug, before: Table, after: Table, events: Sequence[Event], *, now: float, shuffle: Shuffle
) -> Table:
    """After every change: bots learn what their seats were shown, and the bot on turn begins to think."""
    if after.game is None:
        return after
    seats = _with_news(plug, after, events) if events else after.seats
    due = _next_act(plug, before, after, now=now, shuffle=shuffle)
    if due == after.bot_due and seats == after.seats:
        return after
    return replace(after, seats=seats, bot_due=due)


def _with_news(plug: GamePlug, table: Table, events: Sequence[Event]) -> tuple[SeatInfo, ...]:
    seats, players = [], len(table.seats)
    for place, info in enumerate(table.seats):
        # Where a bot may take over, it will know what the seat was shown before.
        level = info.bot_level or (plug.takeover_level if table.takeover else None)
        if level is not None:
            memory = plug.remember(info.bot_memory, events, place=place, players=players, level=level)
            info = info if memory is info.bot_memory else replace(info, bot_memory=memory)  # noqa: PLW2901
        seats.append(info)
    return tuple(seats)


def _next_act(plug: GamePlug, before: Table, after: Table, *, now: float, shuffle: Shuffle) -> float | None:
    bot = bot_on_turn(plug, after)
    if bot is None:
        return None
    # A bot that thinks already is not interrupted by what others do, or it might never act.
    if (
        before.bot_due is not None
        and before.game is not None
        and bot == bot_on_turn(plug, before)
        and plug.moment(before.game) == plug.moment(after.game)
    ):
        return before.bot_due
    return now + plug.bot_pause(shuffle)


def let_bot_act(plug: GamePlug, table: Table, place: int, *, now: float, shuffle: Shuffle) -> Step[Table]:
    """One action. A bot that fails does the first thing that is legal, and the failure is returned as a `Fault`."""
    unattended = is_unattended(plug, table)
    key, settings = key_of(plug, table, place), table.settings
    menu = plug.bot_menu(table.game, key, settings=settings, unattended=unattended)

    def play(action: Any) -> Step[Any]:
        return plug.apply(table.game, key, action, settings=settings, now=now, shuffle=shuffle, unattended=unattended)

    faults: tuple[Event, ...] = ()
    try:
        game, events = play(chosen_action(plug, table, place, menu, shuffle=shuffle))
    except Exception as error:  # People are waiting, whatever went wrong.
        faults = (Fault(what="A bot failed; it does the first thing that is legal.", error=error),)
        game, events = play(menu[0])
    thought = replace(table, bot_due=None)
    after = prepare_bots(plug, thought, replace(thought, game=game), events, now=now, shuffle=shuffle)
    return after, (*faults, *events)


def chosen_action(plug: GamePlug, table: Table, place: int, menu: Sequence[Any], *, shuffle: Shuffle) -> Any:
    info = table.seats[place]
    level = info.bot_level or plug.takeover_level
    key = key_of(plug, table, place)
    return plug.bot_choice(table.game, key, level, info.bot_memory, menu, settings=table.settings, shuffle=shuffle)
