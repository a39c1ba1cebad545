"""What programs get from Cambio: the shape of every answer (rules 13)."""

from typing import Literal

from msgspec import UNSET, UnsetType

from cambio.rules import PowerType
from cambio.rules.state import Phase, Stage
from tabletop.api import shapes
from tabletop.api.shapes import PublicState, Shape, with_state


class Card(Shape, kw_only=True):
    rank: str
    suit: Literal["hearts", "diamonds", "clubs", "spades"]
    point_value: int


class CardInHand(Shape, kw_only=True):
    """A card of a hand; the face is null unless the caller may see it now."""

    position: int
    face: Card | None


class PlayerState(Shape, kw_only=True):
    player_id: str
    display_name: str
    turn_order: int
    is_connected: bool
    disconnected_at: float | None
    has_viewed_initial_cards: bool
    has_taken_final_turn: bool
    cards: list[CardInHand]
    score: int | None
    type: Literal["human", "bot"]
    bot_level: str | None
    is_host: bool


class ScoreLine(Shape, kw_only=True):
    player_id: str
    display_name: str
    base_score: int
    final_score: int
    is_cambio_caller: bool
    penalty_applied: bool
    is_winner: bool
    cards: list[Card]


class RankedLine(ScoreLine, kw_only=True):
    turn_order: int


class HeldCard(Shape, kw_only=True):
    """A drawn card; of one from the deck only its holder is told."""

    player_id: str
    source: Literal["deck", "discard"]
    card: Card


class ShownCard(Shape, kw_only=True):
    """What the activator of a power looks at."""

    owner_id: str
    position: int
    card: Card


class OpenPower(Shape, kw_only=True):
    player_id: str
    power_type: PowerType
    reveal: ShownCard | None


class State(PublicState, kw_only=True):
    """The table as the caller may know it (rules 13.2)."""

    phase: Literal["setup"] | Phase
    stage: Stage | None
    current_turn_player_id: str | None
    cambio_caller_id: str | None
    winner_id: str | None
    winner_ids: list[str]
    scores: list[ScoreLine] | None
    draw_pile_count: int
    discard_pile_count: int
    discard_top: Card | None
    final_round_remaining: int | None
    my_seat: int | None
    players: list[PlayerState]
    held_card: HeldCard | None
    open_power: OpenPower | None
    initial_view_ends_at: float | None
    peek_expires_at: float | None
    available_actions: list[str]


class Standing(shapes.Standing[State], kw_only=True):
    pass


Look, Entered = with_state(shapes.Look, State), with_state(shapes.Entered, State)


class Scores(Standing, kw_only=True):
    """Sorted by final score, then by turn order."""

    scores: list[RankedLine]
    winner_id: str | None
    winner_ids: list[str]


class ViewedInitial(Standing, kw_only=True):
    has_viewed_initial_cards: Literal[True]


class Drawn(Standing, kw_only=True):
    drawn_card: Card
    must_swap: bool


class Swapped(Standing, kw_only=True):
    discarded_card: Card


class RevealedOwnCard(Card, kw_only=True):
    position: int
    expires_at: float


class GainedPower(Shape, kw_only=True):
    """A power that the discarded card has; a king shows a card at once."""

    power_type: PowerType
    revealed: RevealedOwnCard | UnsetType = UNSET


class Discarded(Standing, kw_only=True):
    power: GainedPower | None


class RevealedCard(Card, kw_only=True):
    owner_id: str
    position: int


class SwapMade(Shape, kw_only=True):
    position: int
    target_player_id: str
    target_position: int


class UsedPower(Standing, kw_only=True):
    """A look carries the card, a blind swap the two places; a power that was skipped carries neither."""

    revealed_card: RevealedCard | UnsetType = UNSET
    expires_at: float | UnsetType = UNSET
    swap: SwapMade | UnsetType = UNSET


class CambioCalled(Standing, kw_only=True):
    remaining_turns: int
