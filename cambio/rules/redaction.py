"""Redaction: the state as one player may see it (rules 13.2)."""

from functools import lru_cache

import msgspec

from cambio.rules.actions import Action, CallCambio, ConfirmInitialView, Discard, DismissReveal, Draw, SkipPower, Swap
from cambio.rules.cards import Card
from cambio.rules.deadlines import settle
from cambio.rules.deal import INITIAL_VIEW_POSITIONS
from cambio.rules.menu import Menu, menu_of
from cambio.rules.scoring import result
from cambio.rules.state import HeldCard, Player, Reveal, State, is_over, stage_of
from cambio.rules.turn import turns_left
from tabletop.rules import Json, Seat

KEPT_MENUS = 64


class RevealedCard(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    owner_id: int
    position: int
    card: Card


class OwnView(msgspec.Struct, frozen=True, kw_only=True):
    """The part of the view that depends on who looks."""

    hands: tuple[tuple[Card | None, ...], ...]
    """The faces that the viewer sees now, by seat and position."""
    held_card: HeldCard | None
    reveal: RevealedCard | None
    peek_expires_at: float | None
    available_actions: tuple[str, ...]


def view(state: State, seat: Seat | None, *, now: float) -> Json:
    """Returns everything that this seat may see; None, or an unknown seat, sees what a spectator sees."""
    # Rules 21.30: a state with an overdue deadline is answered as after `settle`.
    state, _events = settle(state, now=now, shuffle=list)
    viewer = seat if state.has_seat(seat) else None
    own = own_view(state, viewer)
    outcome = result(state) if is_over(state) else None
    scores = None if outcome is None else outcome["scores"]
    return {
        "phase": state.phase,
        "stage": stage_of(state),
        "currentTurnPlayerId": state.current_turn_player_id,
        "cambioCallerId": state.cambio_caller_id,
        "winnerId": state.winner_id,
        "winnerIds": [] if outcome is None else outcome["winnerIds"],
        "scores": scores,
        "drawPileCount": len(state.deck),
        "discardPileCount": len(state.discard),
        "discardTop": state.discard[-1] if state.discard else None,
        "finalRoundRemaining": turns_left(state) if state.phase == "final_round" else None,
        "myPlayerId": viewer,
        "mySeat": viewer,
        "players": [
            {
                "playerId": player.turn_order,
                "displayName": player.display_name,
                "turnOrder": player.turn_order,
                "isConnected": player.is_connected,
                "disconnectedAt": player.disconnected_at,
                "hasViewedInitialCards": player.has_viewed_initial_cards,
                "hasTakenFinalTurn": player.has_taken_final_turn,
                "cards": [{"position": at, "face": face} for at, face in enumerate(own.hands[player.turn_order])],
                "score": None if scores is None else scores[player.turn_order]["finalScore"],
            }
            for player in state.players
        ],
        "heldCard": msgspec.to_builtins(own.held_card),
        "openPower": _open_power(state, own.reveal),
        "initialViewEndsAt": state.initial_view_ends_at,
        "peekExpiresAt": own.peek_expires_at,
        "availableActions": list(own.available_actions),
    }


def own_view(state: State, viewer: int | None) -> OwnView:
    """Returns what this seat, or None for a spectator, sees of a state without an overdue deadline."""
    power = state.open_power
    reveal = power.reveal if power is not None and power.player_id == viewer else None
    return OwnView(
        hands=_hands(state, viewer, reveal),
        held_card=_held_card(state, viewer),
        reveal=None if reveal is None else _revealed(state, reveal),
        peek_expires_at=None if reveal is None else state.peek_expires_at,
        available_actions=_names_of(menu_of(state, viewer)),
    )


def _hands(state: State, viewer: int | None, reveal: Reveal | None) -> tuple[tuple[Card | None, ...], ...]:
    """Returns the hands, with the faces that the viewer may see now."""
    players = state.players
    # Rules 13.2: all hands when the game is completed.
    if is_over(state):
        return tuple([player.hand for player in players])
    # Rules 13.2: nobody sees any card but these, not even its owner.
    hands: list[tuple[Card | None, ...]] = [(None,) * len(player.hand) for player in players]
    # Rules 5.3, 5.4: the own lower row in the initial view, until the player confirms.
    if state.phase == "initial_view" and viewer is not None and not players[viewer].has_viewed_initial_cards:
        hands[viewer] = _faces(players[viewer], INITIAL_VIEW_POSITIONS)
    # Rules 7.3: the target of the open reveal, for the activator.
    elif reveal is not None:
        hands[reveal.owner_id] = _faces(players[reveal.owner_id], (reveal.position,))
    return tuple(hands)


def _faces(owner: Player, visible: tuple[int, ...]) -> tuple[Card | None, ...]:
    return tuple(card if position in visible else None for position, card in enumerate(owner.hand))


def _held_card(state: State, viewer: int | None) -> HeldCard | None:
    # Rules 13.2: visible to its holder, or to everybody if it came from the discard pile.
    held = state.held_card
    return None if held is None or (held.source == "deck" and held.player_id != viewer) else held


def _revealed(state: State, reveal: Reveal) -> RevealedCard:
    card = state.players[reveal.owner_id].hand[reveal.position]
    return RevealedCard(owner_id=reveal.owner_id, position=reveal.position, card=card)


def _open_power(state: State, reveal: RevealedCard | None) -> Json | None:
    # Rules 13.2: type and activator for all; the details of the reveal only for the activator.
    power = state.open_power
    if power is None:
        return None
    return {"playerId": power.player_id, "powerType": power.power_type, "reveal": msgspec.to_builtins(reveal)}


@lru_cache(KEPT_MENUS)
def _names_of(menu: Menu) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(_name_of, menu)))


def _name_of(action: Action) -> str:
    return f"draw_from_{action.source}" if isinstance(action, Draw) else _NAMES.get(type(action), "use_power")


_NAMES: dict[type[Action], str] = {
    ConfirmInitialView: "confirm_initial_view",
    Swap: "swap_card",
    Discard: "discard_card",
    CallCambio: "call_cambio",
    SkipPower: "skip_power",
    DismissReveal: "dismiss_reveal",
}
