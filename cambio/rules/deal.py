"""The deal (rules 5.1), and the first look at the two lower cards before the first turn (rules 5.3 to 5.5)."""

from collections.abc import Sequence

from msgspec.structs import replace

from cambio.rules.actions import ConfirmInitialView
from cambio.rules.cards import CARDS_PER_PLAYER, DECK
from cambio.rules.events import Event, GameStarted, InitialCards, InitialViewConfirmed, InitialViewEnded, PlacedCard
from cambio.rules.refusals import refusal
from cambio.rules.state import Player, State, Step, with_player
from cambio.rules.turn import give_turn
from tabletop.rules import Shuffle

MIN_PLAYERS = 2
MAX_PLAYERS = 4
INITIAL_VIEW_SECONDS = 10
INITIAL_VIEW_POSITIONS = (2, 3)


def new_game(seats: Sequence[str], shuffle: Shuffle, *, now: float, is_look_timed: bool = True) -> State:
    """Deals a game; `seats` are the seat ids, or names in a game without a table, in turn order."""
    if not MIN_PLAYERS <= len(seats) <= MAX_PLAYERS:
        raise refusal("invalid_player_count")
    # Rules 5.1: four cards to each player in turn order, then one card face up, the rest is the deck.
    cards = tuple(shuffle(DECK))
    dealt = CARDS_PER_PLAYER * len(seats)
    players = tuple(
        Player(display_name=name, turn_order=seat, hand=cards[CARDS_PER_PLAYER * seat : CARDS_PER_PLAYER * (seat + 1)])
        for seat, name in enumerate(seats)
    )
    # Rules 5.2: the opening discard never triggers a power, because no player discarded it.
    return State(
        phase="initial_view",
        players=players,
        deck=cards[dealt + 1 :],
        discard=cards[dealt : dealt + 1],
        # Rules 5.8: with a coach the first look lasts until its player ends it.
        initial_view_ends_at=now + INITIAL_VIEW_SECONDS if is_look_timed else None,
    )


def opening_events(state: State) -> tuple[Event, ...]:
    """Returns the events of the deal: the start for all, and to each player their two lower cards."""
    started = GameStarted(
        phase="initial_view",
        initial_view_ends_at=state.initial_view_ends_at,
        draw_pile_count=len(state.deck),
        discard_top=state.discard[-1],
        turn_order=tuple(player.turn_order for player in state.players),
    )
    shown = tuple(
        InitialCards(
            cards=tuple(PlacedCard(position=place, card=player.hand[place]) for place in INITIAL_VIEW_POSITIONS),
            audience=(player.turn_order,),
        )
        for player in state.players
    )
    return (started, *shown)


def confirm_initial_view(state: State, seat: int, _action: ConfirmInitialView, *, now: float, shuffle: Shuffle) -> Step:
    """Raises `already_viewed_cards`."""
    # Rules 5.4: a player may confirm early; a second confirmation is an error.
    player = state.players[seat]
    if player.has_viewed_initial_cards:
        raise refusal("already_viewed_cards")
    player = replace(player, has_viewed_initial_cards=True)
    after, events = end_if_nobody_is_looking(with_player(state, player), now=now)
    return after, (InitialViewConfirmed(player_id=seat), *events)


def seats_still_looking(state: State) -> tuple[int, ...]:
    # Rules 5.5: disconnected players count as having confirmed. Rules 5.8: a look without an end waits for them.
    waits = state.initial_view_ends_at is None
    return tuple(
        player.turn_order
        for player in state.players
        if (player.is_connected or waits) and not player.has_viewed_initial_cards
    )


def end_if_nobody_is_looking(state: State, *, now: float) -> Step:
    return (state, ()) if seats_still_looking(state) else end_initial_view(state, now=now)


def end_initial_view(state: State, *, now: float) -> Step:
    # Rules 5.5: everybody has viewed their cards, the phase is `playing`, and the first turn goes to seat 0.
    players = tuple(replace(player, has_viewed_initial_cards=True) for player in state.players)
    playing = replace(state, phase="playing", players=players, initial_view_ends_at=None)
    after, events = give_turn(playing, 0, now=now)
    return after, (InitialViewEnded(phase="playing"), *events)
