"""Bots at the table: what they remember, when they act, and what they do."""

from collections.abc import Sequence

from msgspec.structs import replace

from tabletop.rules import Event, Fault, Step
from tabletop.table.plug import GamePlug, Moment
from tabletop.table.state import SeatInfo, Table
from tabletop.table.waiting_for import with_waits


def bot_on_turn(plug: GamePlug, table: Table) -> int | None:
    """The place of the first bot that has to act."""
    if table.game is None or table.abandoned or plug.bots_rest(table.game):
        return None
    to_act = plug.game_rules.players_to_act(table.game)
    lent = table.waits.lent
    bots = {
        plug.key(table, place): place
        for place, info in enumerate(table.seats)
        if info.bot_level is not None or info.seat_id == lent
    }
    return next((bots[key] for key in to_act if key in bots), None)


def prepare_bots(plug: GamePlug, before: Table, after: Table, events: Sequence[Event], moment: Moment) -> Step[Table]:
    """After every change: bots learn what their seats were shown, and the bot on turn begins to think.

    A bot that fails to learn knows what it knew before, and the failure is returned as a `Fault`.
    """
    if after.game is None:
        return after, ()
    seats, faults = _with_news(plug, after, events) if events else (after.seats, ())
    due = _next_act(plug, before, after, moment)
    if due == after.bot_due and seats == after.seats:
        return after, faults
    return replace(after, seats=seats, bot_due=due), faults


def _with_news(plug: GamePlug, table: Table, events: Sequence[Event]) -> tuple[tuple[SeatInfo, ...], tuple[Event, ...]]:
    seats, faults = list(table.seats), []
    # Where a bot may take over, it will know what the seat was shown before; a coach knows it as well.
    is_followed = table.choices.takeover or table.choices.turn_clock is not None or plug.has_coach(table)
    for place, info in enumerate(table.seats):
        if info.bot_level is None and not is_followed:
            continue
        try:
            memory = plug.remember(table, place, events)
        except Exception as error:  # People are waiting, whatever went wrong.
            faults.append(Fault(what="A bot failed to learn what its seat was shown.", error=error))
            continue
        if memory is not info.bot_memory:
            seats[place] = replace(info, bot_memory=memory)
    return tuple(seats), tuple(faults)


def _next_act(plug: GamePlug, before: Table, after: Table, moment: Moment) -> float | None:
    """When the bot on turn acts; None if no bot is on turn."""
    bot = bot_on_turn(plug, after)
    if bot is None:
        return None
    # A bot that thinks already is not interrupted by what others do, or it might never act.
    if (
        before.bot_due is not None
        and before.game is not None
        and bot == bot_on_turn(plug, before)
        and plug.bot_task(before.game) == plug.bot_task(after.game)
    ):
        return before.bot_due
    return moment.now + moment.shuffle(plug.bot_pauses)[0]


def let_bot_act(plug: GamePlug, table: Table, place: int, moment: Moment) -> Step[Table]:
    """One action. A bot that fails does the first thing that is legal, and the failure is returned as a `Fault`."""
    key = plug.key(table, place)
    menu = plug.bot_menu(table, key)
    faults: tuple[Event, ...] = ()
    try:
        game, events = plug.apply(table, key, plug.bot_choice(table, place, menu, moment.shuffle), moment)
    except Exception as error:  # People are waiting, whatever went wrong.
        faults = (Fault(what="A bot failed; it does the first thing that is legal.", error=error),)
        game, events = plug.apply(table, key, menu[0], moment)
    thought = replace(table, bot_due=None)
    acted = with_waits(plug, thought, replace(thought, game=game), events, now=moment.now)
    after, more = prepare_bots(plug, thought, acted, events, moment)
    return after, (*faults, *events, *more)
