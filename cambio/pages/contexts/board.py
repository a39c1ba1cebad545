"""The felt: seats and hands, the two piles and the card in between, what to do, and the last round."""

from cambio.pages.contexts.people import Chip, chip, others_after, player_with
from cambio.pages.view import PlayerView, TableView
from cambio.rules.cards import Card
from cambio.rules.state import POSITIONS
from tabletop.live.parts import EMPTY, Context

THIN_PILE = 10

# How many seats after the viewer's, by the number of players: a single opponent sits opposite.
PLACES = {2: {"top": 1}, 3: {"left": 1, "right": 2}, 4: {"left": 1, "top": 2, "right": 3}}


class Opponent(Context, frozen=True):
    player: Chip
    note: str | None


class Hand(Context, frozen=True):
    """An opponent's cards, which look the same from the deal to the end: apart from the sign, to be sent once."""

    seat: int
    name: str
    positions: tuple[int, ...] = POSITIONS


class OwnCard(Context, frozen=True):
    position: int
    face: Card | None


class Mine(Context, frozen=True):
    seat: int
    cards: tuple[OwnCard, ...]
    legal: bool


class Myself(Context, frozen=True):
    player: Chip
    note: str
    left: tuple[str, ...]
    """The names of the others who have a last turn to take."""


class Held(Context, frozen=True):
    card: Card | None
    down: bool
    private: bool
    holder: str | None
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


def _opponent_at(view: TableView, place: str) -> PlayerView | None:
    players = view.players
    offset = PLACES[len(players)].get(place)
    return None if offset is None else players[(view.my_seat + offset) % len(players)]


def opponent(view: TableView, *, place: str) -> Context:
    player = _opponent_at(view, place)
    return EMPTY if player is None else Opponent(player=chip(view, player), note=_note(view, player))


def hand(view: TableView, *, place: str) -> Context:
    player = _opponent_at(view, place)
    return EMPTY if player is None else Hand(seat=player.turn_order, name=player.display_name)


def _note(view: TableView, player: PlayerView) -> str | None:
    if view.phase == "final_round" and player.player_id != view.cambio_caller_id:
        if player.has_taken_final_turn:
            return "done"
        is_last = _last_turns(view)[-1].player_id == player.player_id
        if is_last and player.player_id != view.current_turn_player_id:
            return "last"
    if view.current_turn_player_id is None:
        return None
    current = player_with(view, view.current_turn_player_id)
    to_play = (other for other in others_after(view, current.turn_order) if not other.has_taken_final_turn)
    return "next" if next(to_play, None) is player else None


def _last_turns(view: TableView) -> tuple[PlayerView, ...]:
    """The final round from the caller's left, without the caller: everybody's last turn, done or not."""
    return others_after(view, player_with(view, view.cambio_caller_id).turn_order)


def mine(view: TableView) -> Mine:
    looking = view.phase == "initial_view"
    return Mine(
        seat=view.my_seat,
        # A card that a power shows is shown in the dialog; on the felt only the first look turns cards up.
        cards=tuple(OwnCard(position=card.position, face=card.face if looking else None) for card in view.me.cards),
        legal="swap_card" in view.available_actions,
    )


def myself(view: TableView) -> Myself:
    note = "start" if view.phase == "initial_view" else "memory"
    left: tuple[str, ...] = ()
    if view.phase == "final_round":
        waiting = [other for other in _last_turns(view) if not other.has_taken_final_turn]
        left = tuple(other.display_name for other in waiting if other.player_id != view.my_player_id)
        note = "caller" if view.my_player_id == view.cambio_caller_id else "last" if view.is_my_turn else "final"
        if note == "final" and view.me.has_taken_final_turn:
            note = "done"
    return Myself(player=chip(view, view.me), note=note, left=left)


def held(view: TableView) -> Held:
    holding = view.stage in ("holding_deck_card", "holding_discard_card")
    holder = player_with(view, view.current_turn_player_id) if holding else None
    card = view.held_card
    yours = holder is view.me
    return Held(
        card=card.card if card else None,
        down=holder is not None and card is None,
        private=card is not None and yours and card.source == "deck",
        holder=holder.display_name if holder and not yours else None,
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
        again=view.abandoned and view.phase != "setup",
        confirm="confirm_initial_view" in available,
        draw="draw_from_deck" in available,
        take=view.discard_top if "draw_from_discard" in available else None,
        call="call_cambio" in available,
        discard=_letting_go(view),
    )


def final(view: TableView) -> Final:
    turns = _last_turns(view)
    caller = player_with(view, view.cambio_caller_id)
    left = [player for player in turns if not player.has_taken_final_turn]
    return Final(
        caller=None if caller is view.me else caller.display_name,
        left=len(left),
        mine=view.me in left,
        turns=tuple(
            LastTurn(
                name=None if player is view.me else player.display_name,
                done=player.has_taken_final_turn,
                now=player.player_id == view.current_turn_player_id,
            )
            for player in turns
        ),
    )
