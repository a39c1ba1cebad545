"""`apply`, the single entry of every action: checks mode and turn, applies the effect, updates undo, clock and log."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from imperial.rules import actions
from imperial.rules.actions import Action, action_from_json
from imperial.rules.auction import bid, bid_buy
from imperial.rules.board import Setup
from imperial.rules.clock import charge_time, milliseconds, pause, resume
from imperial.rules.events import Step
from imperial.rules.investor import buy, punt
from imperial.rules.maneuver.answers import answer_as_dictator, answer_by_vote
from imperial.rules.maneuver.progress import take_batch, take_step
from imperial.rules.proposing import agree, propose
from imperial.rules.refusals import refusal
from imperial.rules.state import Mode, State
from imperial.rules.voting import vote
from tabletop.rules import Seat, Shuffle
from tabletop.rules import gettext_noop as _

_Effect = Callable[..., Step]

_EFFECTS: dict[type[Action], tuple[_Effect, tuple[Mode, ...]]] = {
    actions.Bid: (bid, ("bid",)),
    actions.BidBuy: (bid_buy, ("buy-bid",)),
    actions.Buy: (buy, ("buy",)),
    actions.Punt: (punt, ("buy",)),
    actions.Propose: (propose, ("proposal", "proposal-opp")),
    actions.Agree: (agree, ("proposal-opp",)),
    actions.Vote: (vote, ("vote",)),
    actions.ManeuverStep: (take_step, ("continue-man",)),
    actions.ManeuverBatch: (take_batch, ("continue-man",)),
    actions.DictatorPeace: (answer_as_dictator, ("continue-man",)),
    actions.CastPeaceVote: (answer_by_vote, ("peace-vote",)),
}
"""What each action does, and the modes in which it is legal (rules 2.1)."""
_CLOCK_EFFECTS: dict[type[Action], _Effect] = {actions.Pause: pause, actions.Resume: resume}
_DRAW_LOTS: tuple[type[Action], ...] = (actions.Bid, actions.BidBuy)


def apply(state: State, player: Seat, action: Any, *, setup: Setup, shuffle: Shuffle, now: float) -> Step:
    """Applies an action, typed or as JSON, and returns the new state and its events. Raises RuleViolation."""
    kind = type(action)
    if kind not in _EFFECTS and kind not in _CLOCK_EFFECTS:
        action = action_from_json(action)
        kind = type(action)
    if state.mode == "game-over":
        raise refusal("wrong_mode", _("This game is over. See the result."))
    if kind in _CLOCK_EFFECTS:
        if player not in state.player_info:
            raise refusal("not_your_turn", _("Only the players of this game can stop its clock or let it run."))
        return _CLOCK_EFFECTS[kind](state, player, now=now)
    effect, modes = _EFFECTS[kind]
    _check(state, player, modes)
    lots = {"shuffle": shuffle} if kind in _DRAW_LOTS else {}
    after, events = effect(state, player, action, setup=setup, **lots)
    return _submitted(state, after, events, str(player), now=now)


def _check(state: State, player: Seat, modes: tuple[Mode, ...]) -> None:
    if state.mode not in modes:
        raise refusal("wrong_mode", _("That does not work at this moment of the game."))
    info = state.player_info.get(player) if isinstance(player, str) else None
    if info is None:
        raise refusal("not_your_turn", _("You have no seat in this game."))
    if not info.my_turn:
        raise refusal("not_your_turn", _("Not your turn yet."))


def _submitted(before: State, after: State, events: tuple[Any, ...], player: str, *, now: float) -> Step:
    """Updates clock, undo, turn number and log, as every submission does."""
    after, overruns = charge_time(before, after, player, now=now)
    # Rules Q12: the closing bid reveals all bids and draws lots, so it cannot be undone.
    closing_bid = before.mode == "bid" and not after.same_turn
    after = replace(
        after,
        undo=None if closing_bid else player,
        turn_id=before.turn_id + 1,
        history=(*after.history, *(line for event in events if (line := event.line))),
    )
    return after, (*events, *overruns)


def undone(snapshot: State, *, now: float) -> State:
    """Restores a stored state (rules 11) with the clock set to `now`, so that nobody pays for the time in between.

    A clock that was stopped is stopped again at `now`: a pause before the last move would give time away.
    """
    timer, moment = snapshot.timer, milliseconds(now)
    return replace(
        snapshot, same_turn=False, timer=replace(timer, last_move=moment, pause=moment if timer.pause else 0)
    )
