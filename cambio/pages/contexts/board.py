"""The felt: seats and hands, the two piles and the card in between, what to do, and the last round."""

from collections.abc import Mapping

from msgspec.structs import replace

from cambio.pages.contexts.ending import open_hand
from cambio.pages.contexts.people import Chip, chip, face, name_for, opponent_at, others_after, player_with
from cambio.pages.view import PlayerView, RevealView, TableView
from cambio.rules.cards import POINTS, Card
from cambio.rules.state import POSITIONS
from tabletop.live.parts import EMPTY, Context
from tabletop.tables.faces import PlayerFace
from tabletop.tables.manners import Manners

THIN_PILE = 10


class Opponent(Context, frozen=True):
    player: Chip


class Lifted(Context, frozen=True):
    """A card that a power shows to the viewer, where it lies."""

    position: int
    card: Card
    until: str


class Hand(Context, frozen=True):
    """An opponent's cards, apart from the sign: but for a power of the viewer's they look the same all the time."""

    seat: int
    name: str
    picks: str | None
    """What a press on a card does: "look" or "swap"; None if the cards are not to be pressed."""
    lifted: Lifted | None
    positions: tuple[int, ...] = POSITIONS


class OwnCard(Context, frozen=True):
    position: int
    face: Card | None


class Mine(Context, frozen=True):
    seat: int
    name: str | None
    """Of the seat in front; None is the viewer."""
    cards: tuple[OwnCard, ...]
    legal: bool
    picks: str | None
    lifted: Lifted | None


class Myself(Context, frozen=True):
    player: Chip
    note: str
    left: tuple[str, ...]
    """The names of the others who have a last turn to take."""
    sum: str
    """The points of the cards at the end, added up."""


class Held(Context, frozen=True):
    card: Card | None
    down: bool
    private: bool
    holder: PlayerFace | None
    yours: bool


class Deck(Context, frozen=True):
    count: int
    thin: bool
    legal: bool


class Discard(Context, frozen=True):
    card: Card | None
    legal: bool
    letting_go: Card | None
    """The held card, if it may be discarded."""


class Actions(Context, frozen=True):
    over: bool
    watching: bool
    again: bool
    confirm: bool
    draw: bool
    take: Card | None
    call: bool
    discard: Card | None


class LastTurn(Context, frozen=True):
    name: str | None
    done: bool
    now: bool


class Final(Context, frozen=True):
    caller: str | None
    left: int
    mine: bool
    turns: tuple[LastTurn, ...]


OWN_PICKS = {"peek_own": "look", "blind_swap": "swap"}
THEIR_PICKS = {"peek_opponent": "look", "blind_swap": "swap"}
"""What a press on a card does while a power of this type is the viewer's to use."""


def opponent(view: TableView, *, place: str) -> Context:
    player = opponent_at(view, place)
    return EMPTY if player is None else Opponent(player=chip(view, player))


def hand(view: TableView, *, place: str) -> Context:
    player = opponent_at(view, place)
    if player is None:
        return EMPTY
    if view.phase == "completed":
        return open_hand(view, player)
    # Who is connected is left out: a choice half made must not be lost because somebody's connection flickers.
    return Hand(
        seat=player.turn_order, name=player.display_name, picks=_picks(view, THEIR_PICKS), lifted=_lifted(view, player)
    )


def _picks(view: TableView, picks: Mapping[str, str]) -> str | None:
    power = view.open_power
    return picks.get(power.power_type) if power and "use_power" in view.available_actions else None


def _lifted(view: TableView, owner: PlayerView) -> Lifted | None:
    shown: RevealView | None = view.open_power.reveal if view.open_power else None
    if shown is None or shown.owner_id != owner.player_id:
        return None
    return Lifted(position=shown.position, card=shown.card, until=f"{view.peek_expires_at:.1f}")


def _last_turns(view: TableView) -> tuple[PlayerView, ...]:
    """The final round from the caller's left, without the caller: everybody's last turn, done or not."""
    return others_after(view, player_with(view, view.cambio_caller_id).turn_order)


def mine(view: TableView) -> Context:
    if view.phase == "completed":
        return open_hand(view, view.front)
    looking = view.phase == "initial_view"
    return Mine(
        seat=view.my_seat,
        name=name_for(view, view.front.player_id),
        # A card that a power shows is lifted; only the first look turns cards up where they lie.
        cards=tuple(OwnCard(position=card.position, face=card.face if looking else None) for card in view.front.cards),
        legal="swap_card" in view.available_actions,
        picks=_picks(view, OWN_PICKS),
        lifted=_lifted(view, view.front),
    )


def myself(view: TableView) -> Myself:
    notes = {"initial_view": "start", "completed": "over"}
    note = notes.get(view.phase, "memory")
    left: tuple[str, ...] = ()
    if view.phase == "final_round":
        waiting = [other for other in _last_turns(view) if not other.has_taken_final_turn]
        left = tuple(other.display_name for other in waiting if other.player_id != view.my_player_id)
        note = "caller" if view.my_player_id == view.cambio_caller_id else "last" if view.is_my_turn else "final"
        if note == "final" and view.front.has_taken_final_turn:
            note = "done"
    picks = _picks(view, OWN_PICKS) or _picks(view, THEIR_PICKS)
    if view.looks_on and note != "over":
        note = ""
    return Myself(player=chip(view, view.front), note=f"keys_{picks}" if picks else note, left=left, sum=_sum(view))


def _sum(view: TableView) -> str:
    return " + ".join(str(POINTS[card.face]) for card in view.front.cards if card.face) if view.scores else ""


def held(view: TableView) -> Held:
    holding = view.stage in ("holding_deck_card", "holding_discard_card")
    holder = player_with(view, view.current_turn_player_id) if holding else None
    card = view.held_card
    yours = view.is_me(holder)
    return Held(
        card=card.card if card else None,
        down=holder is not None and card is None,
        private=card is not None and yours and card.source == "deck",
        holder=face(holder) if holder and not yours else None,
        yours=view.is_my_turn,
    )


def deck(view: TableView) -> Deck:
    count = view.draw_pile_count
    return Deck(count=count, thin=count < THIN_PILE, legal="draw_from_deck" in view.available_actions)


def discard(view: TableView) -> Discard:
    legal = "draw_from_discard" in view.available_actions
    return Discard(card=view.discard_top, legal=legal, letting_go=_letting_go(view))


def _letting_go(view: TableView) -> Card | None:
    return view.held_card.card if view.held_card and "discard_card" in view.available_actions else None


def actions(view: TableView) -> Actions:
    available = view.available_actions
    return Actions(
        over=view.phase == "completed",
        watching=view.looks_on and view.phase != "completed",
        again=view.abandoned and view.again is None and view.phase != "setup" and not view.looks_on,
        confirm="confirm_initial_view" in available,
        draw="draw_from_deck" in available,
        take=view.discard_top if "draw_from_discard" in available else None,
        call="call_cambio" in available,
        discard=_letting_go(view),
    )


def manners(view: TableView) -> Manners:
    # The clock is shown at the seats and beside the line that says what to do, which change with every turn.
    return replace(view.manners, clock=None)


def final(view: TableView) -> Final:
    turns = _last_turns(view)
    caller = player_with(view, view.cambio_caller_id)
    left = [player for player in turns if not player.has_taken_final_turn]
    return Final(
        caller=None if view.is_me(caller) else caller.display_name,
        left=len(left),
        mine=any(map(view.is_me, left)),
        turns=tuple(
            LastTurn(
                name=None if view.is_me(player) else player.display_name,
                done=player.has_taken_final_turn,
                now=player.player_id == view.current_turn_player_id,
            )
            for player in turns
        ),
    )
