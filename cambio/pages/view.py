"""What a seat sees of a table, typed: the one thing that contexts are built from."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec.structs import asdict, replace

from cambio.coaching import Coaching
from cambio.rules import OwnView
from cambio.rules.cards import Card, PowerType
from cambio.rules.state import Source, Stage
from tabletop.rules import Json, Seat
from tabletop.tables.manners import Again, Manners, SeriesScore
from tabletop.tables.waiting_room import RoomFacts, SeatFacts

Phase = Literal["setup", "initial_view", "playing", "final_round", "completed"]


class Seen(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """A player is known by the seat id here, and by name."""


class CardView(Seen, frozen=True):
    position: int
    face: Card | None


class PlayerView(SeatFacts, frozen=True, kw_only=True):
    turn_order: int
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


class EventView(Seen, frozen=True, cache_hash=True):
    """An event of the log, with what any page tells of it."""

    type: str
    seq: int
    at: float
    audience: tuple[int, ...] | None = None
    """The seats that may know of it; None for everybody."""
    player_id: str | None = None
    caller_id: str | None = None
    owner_id: str | None = None
    """Whose card was looked at."""
    target_player_id: str | None = None
    source: str | None = None
    incoming_from: str | None = None
    """Where a card that was put in its place came from."""
    card: Card | None = None
    discarded_card: Card | None = None
    position: int | None = None
    target_position: int | None = None
    power_type: str | None = None

    @property
    def actor_id(self) -> str | None:
        return self.caller_id if self.player_id is None else self.player_id


Events = tuple[EventView, ...]
"""The newest first."""
Story = tuple[Events, ...]
"""What each of the latest actions brought about, the newest first. Of a finished game: each of all actions."""


class PublicView(RoomFacts, frozen=True, kw_only=True):
    """What everybody at the table sees."""

    phase: Phase
    stage: Stage | None
    players: tuple[PlayerView, ...]
    current_turn_player_id: str | None
    cambio_caller_id: str | None
    draw_pile_count: int
    discard_top: Card | None
    open_power: PowerView | None
    initial_view_ends_at: float | None
    scores: tuple[ScoreView, ...] | None
    shuffle_seed: str | None
    takeover: bool = False
    """Whether a bot plays on for somebody who stays away."""
    deal_place: str | None
    """Number of the action that dealt; known when the game is over."""


class TableView(PublicView, frozen=True, kw_only=True):
    """What a seat sees, which may be more of the players' cards and of the open power as well."""

    my_player_id: str | None
    """None for somebody who looks on."""
    my_seat: int
    """The place in front: one's own, or the host's for somebody who looks on."""
    held_card: HeldCardView | None
    peek_expires_at: float | None
    available_actions: frozenset[str]
    recent: Events
    """What the seat may know of the latest actions."""
    manners: Manners = Manners()
    again: Again | None = None
    """The offer to play again, when the game is over, or somebody wants to at a table that was closed."""
    series: SeriesScore | None = None
    coaching: Coaching | None = None
    """What a coach tells the viewer; None without a coach."""
    sealed: bool = False
    """Whether the viewer's page shows the fingerprint of the shuffle before it asks for the deal."""
    recent_is_whole: bool = True
    """False in an answer that tells of one move alone: what is not in `recent` stays as the page shows it."""

    @property
    def deals(self) -> bool:
        """Whether the viewer's page is about to ask for the deal."""
        return self.sealed and self.phase == "setup" and not self.abandoned

    @property
    def front(self) -> PlayerView:
        """Who sits in front: the viewer, or the host for somebody who looks on."""
        return self.players[self.my_seat]

    @property
    def looks_on(self) -> bool:
        """Without a seat."""
        return self.my_player_id is None

    def is_me(self, player: PlayerView | None) -> bool:
        return player is not None and player.player_id == self.my_player_id

    @property
    def is_my_turn(self) -> bool:
        return self.my_player_id is not None and self.current_turn_player_id == self.my_player_id

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot plays the viewer's seat, for this turn or until its person takes it back."""
        return self.manners.taken or self.manners.lent


def to_view(seen: Json) -> TableView:
    # The series of the table is told to programs; the page has its own.
    shown = {name: value for name, value in seen.items() if name != "series"}
    if shown["mySeat"] is None:
        places = {player["playerId"]: player["turnOrder"] for player in shown["players"]}
        shown["mySeat"] = places.get(shown["hostPlayerId"], 0)
    return msgspec.convert(shown, TableView)


def to_public_view(seen: Json) -> PublicView:
    return msgspec.convert(seen, PublicView)


def to_events(seq: int, at: float, events: Sequence[Json]) -> Events:
    """Of one action, as the log keeps them."""
    shown = [event | {"type": event["type"].upper(), "seq": seq, "at": at} for event in reversed(events)]
    return msgspec.convert(shown, Events)


def visible_in_story(story: Story, seat: Seat | None) -> Events:
    """The events that this seat, or None for a watcher, may know of, the newest first."""
    return tuple(event for action in story for event in action if _may_know(event, seat))


def _may_know(event: EventView, seat: Seat | None) -> bool:
    # Rules 14.2: a draw is told to all; its variant without the card is addressed to the seats of the others.
    is_faceless_draw = event.type == "CARD_DRAWN" and event.card is None
    return event.audience is None or seat in event.audience or (seat is None and is_faceless_draw)


def with_own_view(
    public: PublicView, own: OwnView, seat: int, recent: Events, *, recent_is_whole: bool = True
) -> TableView:
    """What the seat sees: what everybody sees, and what the rules show to this seat."""
    seen, players, held, power = asdict(public), public.players, own.held_card, public.open_power
    seen["players"] = tuple(
        replace(player, cards=_cards(hand)) if any(hand) else player
        for player, hand in zip(players, own.hands, strict=True)
    )
    if power is not None and own.reveal is not None:
        owner_id = players[own.reveal.owner_id].player_id
        reveal = RevealView(owner_id=owner_id, position=own.reveal.position, card=own.reveal.card)
        seen["open_power"] = replace(power, reveal=reveal)
    return TableView(
        **seen,
        my_player_id=players[seat].player_id,
        my_seat=seat,
        held_card=None if held is None else HeldCardView(source=held.source, card=held.card),
        peek_expires_at=own.peek_expires_at,
        available_actions=frozenset(own.available_actions),
        recent=recent,
        recent_is_whole=recent_is_whole,
    )


def _cards(hand: tuple[Card | None, ...]) -> tuple[CardView, ...]:
    return tuple(CardView(position=position, face=face) for position, face in enumerate(hand))
