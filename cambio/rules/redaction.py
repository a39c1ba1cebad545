"""Redaction: the state as one player may see it (rules 13.2)."""

from cambio.rules.actions import Action, CallCambio, ConfirmInitialView, Discard, DismissReveal, Draw, SkipPower, Swap
from cambio.rules.deadlines import settle
from cambio.rules.deal import INITIAL_VIEW_POSITIONS
from cambio.rules.menu import menu_of
from cambio.rules.scoring import result
from cambio.rules.state import POSITIONS, Player, Reveal, State, is_over, stage_of
from cambio.rules.turn import turns_left
from tabletop.rules import Json, Seat


def view(state: State, seat: Seat | None, *, now: float) -> Json:
    """Returns everything that this seat may see; None, or an unknown seat, sees what a spectator sees."""
    # Rules 21.30: a state with an overdue deadline is answered as after `settle`.
    state, _events = settle(state, now=now, shuffle=list)
    viewer = seat if state.has_seat(seat) else None
    power = state.open_power
    reveal = power.reveal if power is not None and power.player_id == viewer else None
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
                "cards": _cards(state, player, viewer, reveal),
                "score": None if scores is None else scores[player.turn_order]["finalScore"],
            }
            for player in state.players
        ],
        "heldCard": _held_card(state, viewer),
        "openPower": _open_power(state, reveal),
        "initialViewEndsAt": state.initial_view_ends_at,
        "peekExpiresAt": None if reveal is None else state.peek_expires_at,
        "availableActions": list(dict.fromkeys(_name_of(action) for action in menu_of(state, viewer))),
    }


def _cards(state: State, owner: Player, viewer: Seat | None, reveal: Reveal | None) -> list[Json]:
    """Returns the hand, with the faces that the viewer may see now."""
    # Rules 13.2: nobody sees any other card, not even its owner.
    visible: tuple[int, ...] = ()
    # Rules 13.2: all hands when the game is completed.
    if is_over(state):
        visible = POSITIONS
    # Rules 5.3, 5.4: the own lower row in the initial view, until the player confirms.
    elif state.phase == "initial_view" and viewer == owner.turn_order and not owner.has_viewed_initial_cards:
        visible = INITIAL_VIEW_POSITIONS
    # Rules 7.3: the target of the open reveal, for the activator.
    elif reveal is not None and reveal.owner_id == owner.turn_order:
        visible = (reveal.position,)
    return [
        {"position": position, "face": card if position in visible else None}
        for position, card in enumerate(owner.hand)
    ]


def _held_card(state: State, viewer: Seat | None) -> Json | None:
    # Rules 13.2: visible to its holder, or to everybody if it came from the discard pile.
    held = state.held_card
    if held is None or (held.source == "deck" and held.player_id != viewer):
        return None
    return {"playerId": held.player_id, "source": held.source, "card": held.card}


def _open_power(state: State, reveal: Reveal | None) -> Json | None:
    # Rules 13.2: type and activator for all; the details of the reveal only for the activator.
    power, shown = state.open_power, None
    if power is None:
        return None
    if reveal is not None:
        card = state.players[reveal.owner_id].hand[reveal.position]
        shown = {"ownerId": reveal.owner_id, "position": reveal.position, "card": card}
    return {"playerId": power.player_id, "powerType": power.power_type, "reveal": shown}


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
