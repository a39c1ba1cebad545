"""The deal (rules 5.1)."""

from collections.abc import Sequence

from cambio.rules.cards import CARDS_PER_PLAYER, DECK
from cambio.rules.events import Event, GameStarted, InitialCards, PlacedCard
from cambio.rules.initial_view import INITIAL_VIEW_POSITIONS, INITIAL_VIEW_SECONDS
from cambio.rules.refusals import refusal
from cambio.rules.state import Player, State
from tabletop.rules import Shuffle

MIN_PLAYERS = 2
MAX_PLAYERS = 4


def new_game(seats: Sequence[str], shuffle: Shuffle, *, now: float) -> State:
    """Deals a game; `seats` are display names in turn order."""
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
        initial_view_ends_at=now + INITIAL_VIEW_SECONDS,
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
