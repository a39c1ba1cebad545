"""The state of a game of Cambio. JSON uses the field names of the data model."""

from functools import cache
from typing import Literal, TypeGuard

import msgspec
from msgspec.structs import replace

from cambio.rules.cards import CARDS_PER_PLAYER, Card, PowerType
from cambio.rules.events import Event
from tabletop.rules import Json, Seat

POSITIONS = tuple(range(CARDS_PER_PLAYER))

Phase = Literal["initial_view", "playing", "final_round", "completed"]
Source = Literal["deck", "discard"]
Stage = Literal["awaiting_draw", "holding_deck_card", "holding_discard_card", "power_choice", "power_reveal"]


class Player(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    display_name: str
    """The contract's word. At a table it is the seat id; the name is put in where it is shown."""
    turn_order: int
    hand: tuple[Card, ...]
    """Positions 0 and 1 are the upper row, 2 and 3 the lower one."""
    is_connected: bool = True
    disconnected_at: float | None = None
    has_viewed_initial_cards: bool = False
    has_taken_final_turn: bool = False


class HeldCard(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    player_id: int
    source: Source
    card: Card


class Reveal(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The place of the revealed card; only the player of the power sees its face."""

    owner_id: int
    position: int


class OpenPower(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    player_id: int
    power_type: PowerType
    reveal: Reveal | None = None


class State(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A player id is a seat: the index in `players`."""

    phase: Phase
    players: tuple[Player, ...]
    deck: tuple[Card, ...]
    """The next card first."""
    discard: tuple[Card, ...]
    """The top last."""
    current_turn_player_id: int | None = None
    cambio_caller_id: int | None = None
    winner_id: int | None = None
    held_card: HeldCard | None = None
    open_power: OpenPower | None = None
    initial_view_ends_at: float | None = None
    peek_expires_at: float | None = None

    @property
    def current(self) -> int:
        """The seat on turn; valid only while turns are taken."""
        return self.current_turn_player_id  # type: ignore[return-value]  # not None while turns are taken

    def has_seat(self, seat: Seat | None) -> TypeGuard[int]:
        # `True` is an int in Python, but no seat.
        return type(seat) is int and 0 <= seat < len(self.players)


Step = tuple[State, tuple[Event, ...]]


def stage_of(state: State) -> Stage | None:
    """Returns the stage of the turn (rules 3.2); None while no turns are taken."""
    if state.current_turn_player_id is None:
        return None
    if state.open_power is not None:
        return "power_choice" if state.open_power.reveal is None else "power_reveal"
    if state.held_card is not None:
        return "holding_deck_card" if state.held_card.source == "deck" else "holding_discard_card"
    return "awaiting_draw"


@cache
def other_seats(seat: int, player_count: int) -> tuple[int, ...]:
    return tuple(other for other in range(player_count) if other != seat)


def with_player(state: State, player: Player) -> State:
    """Returns the state with this player replaced."""
    seat, players = player.turn_order, state.players
    return replace(state, players=(*players[:seat], player, *players[seat + 1 :]))


def is_over(state: State) -> bool:
    return state.phase == "completed"


def with_card(hand: tuple[Card, ...], position: int, card: Card) -> tuple[Card, ...]:
    return (*hand[:position], card, *hand[position + 1 :])


def to_json(state: State) -> Json:
    # Encoded and decoded, because `to_builtins` keeps tuples.
    data: Json = msgspec.json.decode(msgspec.json.encode(state))
    return data


def from_json(data: Json) -> State:
    return msgspec.convert(data, State)
