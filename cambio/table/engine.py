"""Every change of a table goes through `apply` or `settle`."""

from typing import Any

from msgspec.structs import replace

from cambio import rules
from cambio.rules import Action as Move
from cambio.rules import Disconnected, Reconnected
from cambio.table.absence import (
    abandon_if_due,
    game_of,
    give_back,
    hand_to_bot,
    next_takeover,
    nobody_is_there,
    take_over_due_seats,
    waiting,
    watch_for_abandonment,
    with_true_times,
)
from cambio.table.actions import Action, AddBot, HandToBot, Join, LeaveGame, RemoveBot, StartGame, action_from_json
from cambio.table.bot_turns import BEFORE_ANY_DEADLINE, bot_on_turn, follow, let_bot_act
from cambio.table.events import Told, tell
from cambio.table.lobby import change_lobby, change_presence
from cambio.table.player_ids import with_player_ids
from cambio.table.refusals import refusal
from cambio.table.state import Step, Table
from tabletop.rules import Json, Seat, Shuffle


def apply(
    table: Table, seat: Seat | None, action: Any, *, now: float, shuffle: Shuffle
) -> tuple[Table, tuple[Told, ...]]:
    """The table after the action, typed or as JSON, and what happened; raises RuleViolation."""
    if not isinstance(action, Action):
        action = action_from_json(action)
    if isinstance(action, Disconnected | Reconnected) and not table.has_seat(seat):
        # The transport reports seats by number, and late; meanwhile the seats may have moved up.
        return table, ()
    settled, earlier = _settle(table, now=now, shuffle=shuffle)
    changed, events = _take_effect(settled, seat, action, now=now, shuffle=shuffle)
    after = follow(settled, changed, events, now=now, shuffle=shuffle)
    acted = not isinstance(action, Disconnected | Reconnected | LeaveGame | HandToBot)
    after = watch_for_abandonment(after, now=now, sign_of_life=acted)
    return after, tell(after, earlier + events)


def _take_effect(table: Table, seat: Seat | None, action: Action, *, now: float, shuffle: Shuffle) -> Step:
    if isinstance(action, HandToBot):
        return _hand_to_bot(table, seat, action, now=now)
    if table.game is None:
        if isinstance(action, Join | AddBot | RemoveBot | LeaveGame | StartGame):
            return change_lobby(table, seat, action, now=now, shuffle=shuffle)
        if not table.has_seat(seat):
            raise refusal("player_not_in_game")
        if isinstance(action, Disconnected | Reconnected):
            return change_presence(table, seat, action, now=now)
        raise refusal("invalid_action")
    if isinstance(action, Join | AddBot | RemoveBot | StartGame):
        raise refusal(_why_not_in_the_lobby(table))
    if not table.has_seat(seat):
        raise refusal("player_not_in_game")
    if table.abandoned:
        if isinstance(action, Disconnected | Reconnected | LeaveGame):
            return table, ()
        raise refusal("game_abandoned")
    # Rules 4.4: after `setup`, leaving is a disconnection.
    return _play(table, seat, Disconnected() if isinstance(action, LeaveGame) else action, now=now, shuffle=shuffle)


def _why_not_in_the_lobby(table: Table) -> str:
    if table.abandoned:
        return "game_abandoned"
    return "game_already_completed" if is_over(table) else "game_already_started"


def _play(table: Table, seat: int, move: Move, *, now: float, shuffle: Shuffle) -> Step:
    if isinstance(move, Disconnected | Reconnected) and table.seats[seat].bot_level is not None:
        # Only a person comes back; and the person whose seat a bot plays is away already.
        if isinstance(move, Disconnected) or table.seats[seat].type == "bot":
            return table, ()
        after, events = give_back(table, seat, now=now)
    else:
        game, events = rules.apply(waiting(table, now=now), seat, move, now=now, shuffle=shuffle)
        after = replace(table, game=with_true_times(table, game))
    if not isinstance(move, Reconnected):
        return after, events
    # Somebody is there again: now the others' time counts too.
    after, more = pass_time(after, now=now)
    return after, events + more


def _hand_to_bot(table: Table, seat: Seat | None, action: HandToBot, *, now: float) -> Step:
    if seat is not None or table.game is None or table.game.current_turn_player_id is None or table.abandoned:
        raise refusal("invalid_action")
    if not table.has_seat(action.seat):
        raise refusal("player_not_in_game")
    if table.seats[action.seat].bot_level is not None:
        raise refusal("invalid_action")
    return hand_to_bot(table, action.seat, action.level, now=now)


def settle(table: Table, *, now: float, shuffle: Shuffle) -> tuple[Table, tuple[Told, ...]]:
    """Lets deadlines that are due take effect, and a bot act whose time has come: once, for the next act is later."""
    after, events = _settle(table, now=now, shuffle=shuffle)
    return after, tell(after, events)


def _settle(table: Table, *, now: float, shuffle: Shuffle) -> Step:
    if table.game is None:
        return table, ()
    passed, events = pass_time(table, now=now)
    after = follow(table, passed, events, now=now, shuffle=shuffle)
    seat = bot_on_turn(after)
    if seat is not None and after.bot_due is not None and after.bot_due <= now:
        after, more = let_bot_act(after, seat, now=now, shuffle=shuffle)
        events += more
    return watch_for_abandonment(after, now=now, sign_of_life=False), events


def pass_time(table: Table, *, now: float) -> Step:
    """What time alone brings about; no chance, no bot's act. Rules 21.4: so `view` can ask for it too."""
    if table.game is None or table.abandoned:
        return table, ()
    after, events = take_over_due_seats(table, now=now)
    game, more = rules.settle(waiting(after, now=now), now=now, shuffle=list)
    if more:
        after = replace(after, game=with_true_times(after, game))
    after, last = abandon_if_due(after, now=now)
    return after, events + more + last


def next_deadline(table: Table) -> float | None:
    if table.game is None or table.abandoned:
        return None
    deadlines = (table.bot_due, next_takeover(table), _deadline_of_rules(table), table.abandon_at)
    return min((due for due in deadlines if due is not None), default=None)


def _deadline_of_rules(table: Table) -> float | None:
    game = game_of(table)
    # Nobody's turn is given up while nobody is there; a card on show is hidden all the same.
    if game.phase == "playing" and game.peek_expires_at is None and nobody_is_there(table):
        return None
    return rules.next_deadline(game)


def players_to_act(table: Table) -> tuple[int, ...]:
    return () if table.game is None or table.abandoned else rules.players_to_act(table.game)


def legal_actions(table: Table, seat: Seat, *, now: float) -> list[Action]:
    if not table.has_seat(seat):
        return []
    if table.game is None:
        starts: list[Action] = [StartGame()] if seat == table.host and len(table.seats) >= rules.MIN_PLAYERS else []
        return [*starts, LeaveGame()]
    settled, _events = pass_time(table, now=now)
    if settled.abandoned:
        return []
    return [*rules.legal_actions(game_of(settled), seat, now=BEFORE_ANY_DEADLINE)]


def is_over(table: Table) -> bool:
    return table.abandoned or (table.game is not None and rules.is_over(table.game))


def result(table: Table) -> Json | None:
    """What GAME_COMPLETED tells; None before, and for a game that was given up."""
    outcome = None if table.game is None else rules.result(table.game)
    told: Json | None = with_player_ids(outcome, [info.player_id for info in table.seats])
    return told
