"""Bots at the table: when they act, and what they do."""

from functools import partial

from msgspec.structs import replace

from imperial import bots, rules
from imperial.rules.actions import Action
from imperial.rules.state import State
from imperial.table.state import Table
from tabletop.rules import Shuffle, Step

BOT_PAUSE_SECONDS = 1.5


def bot_on_turn(table: Table) -> str | None:
    """The first bot that has to act. While the clock is stopped none does: that would start it again (rules 10)."""
    if table.game is None or table.game.timer.pause:
        return None
    played_by_bots = {info.name for info in table.seats if info.bot is not None}
    return next((name for name in rules.players_to_act(table.game) if name in played_by_bots), None)


def follow(before: Table, after: Table, *, now: float) -> Table:
    """After every change: the bot on turn begins to think, unless it thinks already."""
    bot = bot_on_turn(after)
    if bot is None:
        due = None
    elif before.bot_due is not None and bot == bot_on_turn(before) and _task(before) == _task(after):
        # Others who act meanwhile do not interrupt it, or nobody could be sure that it ever acts.
        due = before.bot_due
    else:
        due = now + BOT_PAUSE_SECONDS
    return after if due == after.bot_due else replace(after, bot_due=due)


def _task(table: Table) -> tuple[object, ...] | None:
    return None if table.game is None else (table.game.mode, table.game.country_up)


def let_bot_act(table: Table, game: State, name: str, *, now: float, shuffle: Shuffle) -> Step[Table]:
    """One action. A bot never blocks a game: if its choice fails it does the first thing that is legal."""
    menu = rules.legal_actions(game, name, setup=table.board)
    play = partial(rules.apply, game, name, setup=table.board, shuffle=shuffle, now=now)
    try:
        after, events = play(chosen_action(table, game, name, menu, shuffle=shuffle))
    except Exception:  # Whatever it is: people are waiting. The tests ask for the bot's choice without this net.
        after, events = play(menu[0])
    acted = replace(table, game=after, bot_due=None)
    return follow(acted, acted, now=now), events


def chosen_action(table: Table, game: State, name: str, menu: list[Action], *, shuffle: Shuffle) -> Action:
    """The bot's choice. All it gets is the view of its seat, the board, and what it may do."""
    info = table.seat_of(name)
    kind = bots.DEFAULT if info is None or info.bot is None else info.bot
    return bots.choose(rules.view(game, name), menu, kind=kind, player=name, setup=table.board, shuffle=shuffle)
