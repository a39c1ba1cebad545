"""What a seat sees of a table, typed: the one thing that contexts are built from."""

from typing import Literal

import msgspec

from cambio.rules.cards import Card, PowerType
from cambio.rules.state import Source, Stage
from tabletop.rules import Json

Phase = Literal["setup", "initial_view", "playing", "final_round", "completed"]


class Seen(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A player is known by the seat id here, and by name."""


class CardView(Seen, frozen=True):
    position: int
    face: Card | None


class PlayerView(Seen, frozen=True):
    player_id: str
    display_name: str
    turn_order: int
    type: Literal["human", "bot"]
    bot_level: str | None
    is_connected: bool
    disconnected_at: float | None
    has_viewed_initial_cards: bool
    has_taken_final_turn: bool
    cards: tuple[CardView, ...]


class HeldCardView(Seen, frozen=True):
    source: Source
    card: Card


class RevealView(Seen, frozen=True):
    owner_id: str
    position: int
    card: Card


class PowerView(Seen, frozen=True):
    player_id: str
    power_type: PowerType
    reveal: RevealView | None


class ScoreView(Seen, frozen=True):
    player_id: str
    base_score: int
    final_score: int
    is_cambio_caller: bool
    penalty_applied: bool
    is_winner: bool


class EventView(Seen, frozen=True):
    """An event of the log, with what any page tells of it."""

    type: str
    seq: int
    at: float
    player_id: str | None = None
    caller_id: str | None = None
    target_player_id: str | None = None
    source: Source | None = None
    card: Card | None = None
    discarded_card: Card | None = None
    position: int | None = None
    target_position: int | None = None
    power_type: PowerType | None = None

    @property
    def actor_id(self) -> str | None:
        return self.caller_id if self.player_id is None else self.player_id


class TableView(Seen, frozen=True):
    phase: Phase
    stage: Stage | None
    abandoned: bool
    my_player_id: str
    my_seat: int
    players: tuple[PlayerView, ...]
    host_player_id: str | None
    max_players: int
    room_code: str
    join_url: str
    current_turn_player_id: str | None
    cambio_caller_id: str | None
    draw_pile_count: int
    discard_top: Card | None
    held_card: HeldCardView | None
    open_power: PowerView | None
    initial_view_ends_at: float | None
    peek_expires_at: float | None
    available_actions: frozenset[str]
    scores: tuple[ScoreView, ...] | None
    shuffle_fingerprint: str
    shuffle_seed: str | None
    deal_place: str | None
    """Number of the action that dealt; known when the game is over."""
    recent: tuple[EventView, ...]
    """What the seat has heard of the latest actions, the newest first."""

    @property
    def me(self) -> PlayerView:
        return self.players[self.my_seat]

    @property
    def is_my_turn(self) -> bool:
        return self.current_turn_player_id == self.my_player_id


def to_view(seen: Json) -> TableView:
    return msgspec.convert(seen, TableView)
