"""The chess clock (rules 10). It is charged on submission only: no move is ever made for a late player."""

from msgspec.structs import replace

from imperial.rules.events import ClockOverrun, Event, Paused, Resumed, Step
from imperial.rules.refusals import refusal
from imperial.rules.state import Player, State, Timer
from tabletop.rules import gettext_noop as _

MILLISECONDS_PER_SECOND = 1000
SECONDS_AFTER_OVERRUN = 60
SIMULTANEOUS = ("bid", "vote", "peace-vote")


def milliseconds(now: float) -> int:
    return round(MILLISECONDS_PER_SECOND * now)


def charge_time(before: State, after: State, submitter: str, *, now: float) -> tuple[State, tuple[Event, ...]]:
    """Charges the clocks for a submission that led from `before` to `after`."""
    timer = before.timer
    if not timer.timed:
        return after, ()
    moment = milliseconds(now)
    elapsed = (timer.pause or moment) - timer.last_move
    charged = (submitter,) if after.same_turn else before.players_to_act
    late = tuple(name for name in charged if _left(after.player_info[name], timer, elapsed) < 0)
    players = {
        name: _charged(player, timer, elapsed) if name in charged else player
        for name, player in after.player_info.items()
    }
    if after.same_turn and before.mode in SIMULTANEOUS:
        # The other players' clocks keep running from the same moment, less the pause.
        last_move = timer.last_move + (moment - timer.pause if timer.pause else 0)
    else:
        last_move = moment
    state = replace(after, player_info=players, timer=replace(timer, pause=0, last_move=last_move))
    return state, tuple(ClockOverrun(player=name) for name in late)


def _left(player: Player, timer: Timer, elapsed: int) -> int:
    return (player.banked + timer.increment) * MILLISECONDS_PER_SECOND - elapsed


def _charged(player: Player, timer: Timer, elapsed: int) -> Player:
    if _left(player, timer, elapsed) < 0:
        return replace(player, score_modifier=player.score_modifier - 1, banked=SECONDS_AFTER_OVERRUN)
    whole_seconds = (player.banked * MILLISECONDS_PER_SECOND - elapsed) // MILLISECONDS_PER_SECOND
    # Rules 10: the increment never grows the bank.
    return replace(player, banked=min(whole_seconds + timer.increment, player.banked))


def pause(state: State, name: str, *, now: float) -> Step:
    _check_timed(state)
    if state.timer.pause:
        raise refusal("illegal_action", _("The clock is stopped already."))
    return replace(state, timer=replace(state.timer, pause=milliseconds(now))), (Paused(player=name),)


def resume(state: State, name: str, *, now: float) -> Step:
    _check_timed(state)
    timer = state.timer
    if not timer.pause:
        raise refusal("illegal_action", _("The clock is running already."))
    last_move = timer.last_move + milliseconds(now) - timer.pause
    return replace(state, timer=replace(timer, last_move=last_move, pause=0)), (Resumed(player=name),)


def _check_timed(state: State) -> None:
    if not state.timer.timed:
        raise refusal("illegal_action", _("This game is played without a clock."))
