"""The first look: players see their two lower cards before the first turn (rules 5.3 to 5.5)."""

from msgspec.structs import replace

from cambio.rules.actions import ConfirmInitialView
from cambio.rules.events import InitialViewConfirmed, InitialViewEnded
from cambio.rules.refusals import refusal
from cambio.rules.state import State, Step, with_player
from cambio.rules.turn import give_turn
from tabletop.rules import Shuffle

INITIAL_VIEW_SECONDS = 10
INITIAL_VIEW_POSITIONS = (2, 3)


def confirm_initial_view(state: State, seat: int, _action: ConfirmInitialView, *, now: float, shuffle: Shuffle) -> Step:
    # Rules 5.4: a player may confirm early; a second confirmation is an error.
    player = state.players[seat]
    if player.has_viewed_initial_cards:
        raise refusal("already_viewed_cards")
    player = replace(player, has_viewed_initial_cards=True)
    after, events = end_if_nobody_is_looking(with_player(state, player), now=now)
    return after, (InitialViewConfirmed(player_id=seat), *events)


def seats_still_looking(state: State) -> tuple[int, ...]:
    # Rules 5.5: disconnected players count as having confirmed.
    return tuple(
        player.turn_order for player in state.players if player.is_connected and not player.has_viewed_initial_cards
    )


def end_if_nobody_is_looking(state: State, *, now: float) -> Step:
    return (state, ()) if seats_still_looking(state) else end_initial_view(state, now=now)


def end_initial_view(state: State, *, now: float) -> Step:
    # Rules 5.5: everybody has viewed their cards, the phase is `playing`, and the first turn goes to seat 0.
    players = tuple(replace(player, has_viewed_initial_cards=True) for player in state.players)
    playing = replace(state, phase="playing", players=players, initial_view_ends_at=None)
    after, events = give_turn(playing, 0, now=now)
    return after, (InitialViewEnded(phase="playing"), *events)
