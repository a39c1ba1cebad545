"""Events and their audience (rules 14.2)."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from cambio.rules.cards import Card, PowerType
from tabletop.rules import Json


class Event(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    audience: tuple[int, ...] | None = None
    """The seats that may see the event; None for everybody."""

    def to_json(self) -> Json:
        data: Json = msgspec.json.decode(msgspec.json.encode(self))
        del data["audience"]
        return data


class PrivateEvent(Event, frozen=True, kw_only=True):
    audience: tuple[int, ...]
    """Without a default, so that no private event is published by omission."""


class GameStarted(Event, frozen=True, tag="GAME_STARTED"):
    phase: Literal["initial_view"]
    initial_view_ends_at: float | None
    draw_pile_count: int
    discard_top: Card
    turn_order: tuple[int, ...]


class PlacedCard(msgspec.Struct, frozen=True, kw_only=True):
    position: int
    card: Card


class InitialCards(PrivateEvent, frozen=True, tag="INITIAL_CARDS"):
    cards: tuple[PlacedCard, ...]


class InitialViewConfirmed(Event, frozen=True, tag="INITIAL_VIEW_CONFIRMED"):
    """A player has confirmed the first look. Every confirmation raises the version, so each emits this event."""

    player_id: int


class InitialViewEnded(Event, frozen=True, tag="INITIAL_VIEW_ENDED"):
    phase: Literal["playing"]


class TurnStarted(Event, frozen=True, tag="TURN_STARTED"):
    player_id: int
    phase: str


class CardDrawn(Event, frozen=True, tag="CARD_DRAWN"):
    """One public event for the discard pile; for the deck two: with the card for the drawer, without it for others."""

    player_id: int
    source: Literal["deck", "discard"]
    card: Card | UnsetType = UNSET


class DeckReshuffled(Event, frozen=True, tag="DECK_RESHUFFLED"):
    draw_pile_count: int
    discard_top: Card


class CardSwapped(Event, frozen=True, tag="CARD_SWAPPED"):
    player_id: int
    position: int
    discarded_card: Card
    incoming_from: Literal["deck", "discard"]


class CardDiscarded(Event, frozen=True, tag="CARD_DISCARDED"):
    player_id: int
    card: Card
    power_type: PowerType | None


class PowerAvailable(PrivateEvent, frozen=True, tag="POWER_AVAILABLE"):
    """Carries the legal targets: own positions and other players. Both are empty for a king."""

    power_type: PowerType
    positions: tuple[int, ...]
    target_player_ids: tuple[int, ...]


class PowerUsed(Event, frozen=True, tag="POWER_USED"):
    player_id: int
    power_type: PowerType


class CardRevealed(PrivateEvent, frozen=True, tag="CARD_REVEALED"):
    owner_id: int
    position: int
    card: Card
    expires_at: float


class CardHidden(PrivateEvent, frozen=True, tag="CARD_HIDDEN"):
    owner_id: int
    position: int


class SwapCompleted(Event, frozen=True, tag="SWAP_COMPLETED"):
    player_id: int
    position: int
    target_player_id: int
    target_position: int


class PowerSkipped(Event, frozen=True, tag="POWER_SKIPPED"):
    player_id: int
    power_type: PowerType


class PowerCancelled(Event, frozen=True, tag="POWER_CANCELLED"):
    player_id: int
    power_type: PowerType


class CambioCalled(Event, frozen=True, tag="CAMBIO_CALLED"):
    caller_id: int
    phase: Literal["final_round"]
    remaining_turns: int


class TurnForfeited(Event, frozen=True, tag="TURN_FORFEITED"):
    player_id: int
    reason: Literal["disconnected", "timeout"]
    """`disconnected` in the final round, at once; `timeout` before it, after a wait."""
    card: Card | None = None
    """The held card, which goes to the discard pile."""


class ScoreLine(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    player_id: int
    display_name: str
    base_score: int
    final_score: int
    is_cambio_caller: bool
    penalty_applied: bool
    is_winner: bool
    cards: tuple[Card, ...]


class GameCompleted(Event, frozen=True, tag="GAME_COMPLETED"):
    scores: tuple[ScoreLine, ...]
    winner_id: int | None
    winner_ids: tuple[int, ...]


class PlayerDisconnected(Event, frozen=True, tag="PLAYER_DISCONNECTED"):
    player_id: int


class PlayerReconnected(Event, frozen=True, tag="PLAYER_RECONNECTED"):
    player_id: int
