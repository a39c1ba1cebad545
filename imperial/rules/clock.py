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
    late = tuple(player for player in charged if _left(after.player_info[player], timer, elapsed) < 0)
    players = {
        player: _charged(info, timer, elapsed) if player in charged else info
        for player, info in after.player_info.items()
    }
    if after.same_turn and before.mode in SIMULTANEOUS:
        # The other players' clocks keep running from the same moment, less the pause.
        last_move = timer.last_move + (moment - timer.pause if timer.pause else 0)
    else:
        last_move = moment
    state = replace(after, player_info=players, timer=replace(timer, pause=0, last_move=last_move))
    return state, tuple(ClockOverrun(player=player) for player in late)


def time_ends_at(state: State, player: str) -> float | None:
    """When the time of a player who has to act runs out; None while the clock stands still, and without a clock."""
    timer = state.timer
    if not timer.timed or timer.pause:
        return None
    return timer.last_move / MILLISECONDS_PER_SECOND + state.player_info[player].banked + timer.increment


def _left(info: Player, timer: Timer, elapsed: int) -> int:
    return (info.banked + timer.increment) * MILLISECONDS_PER_SECOND - elapsed


def _charged(info: Player, timer: Timer, elapsed: int) -> Player:
    if _left(info, timer, elapsed) < 0:
        return replace(info, score_modifier=info.score_modifier - 1, banked=SECONDS_AFTER_OVERRUN)
    whole_seconds = (info.banked * MILLISECONDS_PER_SECOND - elapsed) // MILLISECONDS_PER_SECOND
    # Rules 10: the increment never grows the bank.
    return replace(info, banked=min(whole_seconds + timer.increment, info.banked))


def pause(state: State, player: str, *, now: float) -> Step:
    _check_timed(state)
    if state.timer.pause:
        raise refusal("illegal_action", _("The clock is stopped already."))
    return replace(state, timer=replace(state.timer, pause=milliseconds(now))), (Paused(player=player),)


def resume(state: State, player: str, *, now: float) -> Step:
    _check_timed(state)
    timer = state.timer
    if not timer.pause:
        raise refusal("illegal_action", _("The clock is running already."))
    last_move = timer.last_move + milliseconds(now) - timer.pause
    return replace(state, timer=replace(timer, last_move=last_move, pause=0)), (Resumed(player=player),)


def _check_timed(state: State) -> None:
    if not state.timer.timed:
        raise refusal("illegal_action", _("This game is played without a clock."))
