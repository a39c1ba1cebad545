"""Every change of a table goes through `apply` or `settle`. One step holds at most one submission of the rules."""

from typing import Any

from msgspec.structs import replace

from imperial import bots, rules
from imperial.rules.state import State
from imperial.table.actions import Action, HandToBot, LobbyAction, Resign, SeatAction, TakeBack, action_from_json
from imperial.table.bot_turns import bot_on_turn, follow, let_bot_act
from imperial.table.events import SeatTakenBack, SeatTakenOver, Undone
from imperial.table.lobby import change_lobby
from imperial.table.refusals import refusal
from imperial.table.state import SeatInfo, Table
from tabletop.rules import Json, RuleViolation, Seat, Shuffle, Step, say
from tabletop.rules import gettext_noop as _


def apply(table: Table, seat: Seat | None, action: Any, *, now: float, shuffle: Shuffle) -> Step[Table]:
    """The table after the action, typed or as JSON, and what happened; raises RuleViolation.

    A bot that is due does not act here: each submission is a step of its own, so that each can be taken back.
    """
    if not isinstance(action, Action):
        action = action_from_json(action)
    changed, events = _take_effect(table, seat, action, now=now, shuffle=shuffle)
    return follow(table, changed, now=now), events


def _take_effect(table: Table, seat: Seat | None, action: Action, *, now: float, shuffle: Shuffle) -> Step[Table]:
    if isinstance(action, LobbyAction):
        if table.game is not None:
            raise refusal("game_over" if is_over(table) else "game_already_started")
        return change_lobby(table, seat, action, now=now, shuffle=shuffle)
    own = table.seat_of(action.name if isinstance(action, HandToBot) and seat is None else seat)
    if own is None:
        raise refusal("player_not_in_game")
    if table.game is None:
        raise refusal("game_not_started")
    if isinstance(action, SeatAction):
        return _change_seat(table, own, action, by_staff=seat is None)
    game, events = rules.apply(table.game, own.name, action, setup=table.board, shuffle=shuffle, now=now)
    return replace(table, game=game), events


def _change_seat(table: Table, own: SeatInfo, action: SeatAction, *, by_staff: bool) -> Step[Table]:
    if is_over(table):
        raise refusal("game_over")
    if isinstance(action, HandToBot) and not by_staff:
        raise refusal("invalid_request")
    if isinstance(action, TakeBack):
        if own.bot is None or own.type == "bot":
            raise refusal("not_played_by_bot")
        return table.with_seat(replace(own, bot=None)), (SeatTakenBack(name=own.name),)
    if own.bot is not None:
        raise refusal("played_by_bot")
    assert isinstance(action, Resign | HandToBot)  # noqa: S101 - the third kind is done above
    return table.with_seat(replace(own, bot=bots.DEFAULT)), (SeatTakenOver(name=own.name),)


def undo(table: Table, seat: Seat | None, snapshot: State | None, *, now: float) -> Step[Table]:
    """Rules 11: the position before the latest submission, for its author. Seats and their bots stay as they are."""
    own = table.seat_of(seat)
    if own is None:
        raise refusal("player_not_in_game")
    if table.game is None or snapshot is None or table.game.undo != own.name:
        raise RuleViolation("nothing_to_undo", say(_("There is nothing you could take back.")))
    game = rules.undone(snapshot, now=now)
    restored = replace(table, game=game, bot_due=None)
    return follow(restored, restored, now=now), (Undone(name=own.name, turn_id=game.turn_id),)


def settle(table: Table, *, now: float, shuffle: Shuffle) -> Step[Table]:
    """Lets a bot act whose time has come: once, for the next act is later. Nothing else is automatic (rules Q13)."""
    bot = bot_on_turn(table)
    if bot is None or table.game is None or table.bot_due is None or table.bot_due > now:
        return table, ()
    return let_bot_act(table, table.game, bot, now=now, shuffle=shuffle)


def next_deadline(table: Table) -> float | None:
    return table.bot_due


def place(table: Table) -> str:
    """Where in the game chance belongs to. After an undo the same turn meets the same chance (rules 11)."""
    return "start" if table.game is None else str(table.game.turn_id)


def players_to_act(table: Table) -> tuple[str, ...]:
    return () if table.game is None else tuple(rules.players_to_act(table.game))


def legal_actions(table: Table, seat: Seat, *, now: float) -> list[Any]:
    """The rules' menu. In the waiting room everybody can go, and what the host can do besides is up to the table."""
    if table.game is None or table.seat_of(seat) is None:
        return []
    return list(rules.legal_actions(table.game, str(seat), setup=table.board))


def is_over(table: Table) -> bool:
    return table.game is not None and rules.is_over(table.game)


def result(table: Table) -> Json | None:
    return None if table.game is None else rules.result(table.game)
