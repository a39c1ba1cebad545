"""The power window: opened by a discard, closed by use, skip or cancellation; the reveal of a peek (rules 7)."""

from functools import cache
from typing import cast

from msgspec.structs import replace

from cambio.rules.actions import DismissReveal, SkipPower, UsePower
from cambio.rules.cards import PowerType
from cambio.rules.events import (
    CardHidden,
    CardRevealed,
    PowerAvailable,
    PowerCancelled,
    PowerSkipped,
    PowerUsed,
    SwapCompleted,
)
from cambio.rules.refusals import refusal
from cambio.rules.state import POSITIONS, OpenPower, Player, Reveal, State, Step, other_seats, with_card, with_player
from cambio.rules.turn import end_turn
from tabletop.rules import Shuffle

PEEK_SECONDS = 5


def open_power(state: State, seat: int, power_type: PowerType, *, now: float, shuffle: Shuffle) -> Step:
    """Opens the window of a power for the seat that has discarded its card."""
    # Rules 7.1: the window opens together with the discard.
    power = OpenPower(player_id=seat, power_type=power_type)
    available = _available(power_type, seat, len(state.players))
    if power_type != "look_own":
        return replace(state, open_power=power), (available,)
    # Rules 7.2: for a king the server picks one of the four own cards uniformly at random, and shows it at once.
    chosen = shuffle(POSITIONS)[0]
    after, events = start_reveal(state, power, owner=state.players[seat], position=chosen, now=now)
    return after, (available, *events)


@cache
def _available(power_type: PowerType, seat: int, player_count: int) -> PowerAvailable:
    own = POSITIONS if power_type in ("peek_own", "blind_swap") else ()
    others = other_seats(seat, player_count)
    return PowerAvailable(
        power_type=power_type,
        positions=own,
        target_player_ids=others if power_type in ("peek_opponent", "blind_swap") else (),
        audience=(seat,),
    )


def pending_power(state: State) -> OpenPower:
    # Rules 7.1: a power that was used, skipped or cancelled cannot be used later.
    if state.open_power is None:
        raise refusal("no_power_pending")
    return state.open_power


def use_power(state: State, seat: int, action: UsePower, *, now: float, shuffle: Shuffle) -> Step:
    """Rules 7.1: an invalid request is an error and leaves the window open."""
    power, player = pending_power(state), state.players[seat]
    if power.reveal is not None:
        raise refusal("power_already_used")
    if action.power_type not in (None, power.power_type):
        raise refusal("power_type_mismatch")
    if power.power_type == "peek_own":
        position = _checked_position(player, action.position)
        return start_reveal(state, power, owner=player, position=position, now=now)
    # Rules 7.2 names the target before the positions; rules 15 leave the order of these two refusals open.
    target = _checked_target(state, seat, action.target_seat)
    if power.power_type == "peek_opponent":
        position = _checked_position(target, action.target_position)
        return start_reveal(state, power, owner=target, position=position, now=now)
    own, theirs = _checked_position(player, action.position), _checked_position(target, action.target_position)
    return _blind_swap(state, power, player=player, position=own, target=target, target_position=theirs, now=now)


def start_reveal(state: State, power: OpenPower, *, owner: Player, position: int, now: float) -> Step:
    """Rules 7.3: starts with the peek, for a king with the discard, and lasts at most 5 s."""
    expires_at = now + PEEK_SECONDS
    shown = replace(power, reveal=Reveal(owner_id=owner.turn_order, position=position))
    # Rules 14.2: nothing public may disclose the owner, position or face of a peeked card.
    used = PowerUsed(player_id=power.player_id, power_type=power.power_type)
    revealed = CardRevealed(
        owner_id=owner.turn_order,
        position=position,
        card=owner.hand[position],
        expires_at=expires_at,
        audience=(power.player_id,),
    )
    return replace(state, open_power=shown, peek_expires_at=expires_at), (used, revealed)


def end_reveal(state: State, power: OpenPower, *, now: float) -> Step:
    # Rules 7.3: the end of the reveal hides the card and ends the turn.
    shown = cast(Reveal, power.reveal)
    after, events = end_turn(replace(state, open_power=None, peek_expires_at=None), now=now)
    hidden = CardHidden(owner_id=shown.owner_id, position=shown.position, audience=(power.player_id,))
    return after, (hidden, *events)


def skip_power(state: State, seat: int, _action: SkipPower, *, now: float, shuffle: Shuffle) -> Step:
    """Raises `no_power_pending`."""
    power = pending_power(state)
    # Rules 7.4: during a reveal a skip is treated as a dismissal.
    if power.reveal is not None:
        return end_reveal(state, power, now=now)
    # Rules 7.4: a skip closes the window, has no effect, and ends the turn.
    after, events = end_turn(replace(state, open_power=None), now=now)
    return after, (PowerSkipped(player_id=seat, power_type=power.power_type), *events)


def dismiss_reveal(state: State, seat: int, _action: DismissReveal, *, now: float, shuffle: Shuffle) -> Step:
    """Raises `no_power_pending`, and `invalid_action` while nothing is shown."""
    power = pending_power(state)
    if power.reveal is None:
        raise refusal("invalid_action")
    return end_reveal(state, power, now=now)


def cancel_power(state: State, power: OpenPower, *, now: float) -> Step:
    # Rules 9.2: the activator has dropped out: no effect, the turn ends.
    after, events = end_turn(replace(state, open_power=None), now=now)
    return after, (PowerCancelled(player_id=power.player_id, power_type=power.power_type), *events)


def _checked_position(owner: Player, position: int | None) -> int:
    if position is None or not 0 <= position < len(owner.hand):
        raise refusal("invalid_card_position")
    return position


def _checked_target(state: State, seat: int, target: int | None) -> Player:
    # Rules 7.2: another player of this game. One who is away, or who called Cambio, is a legal target.
    if target == seat or not state.has_seat(target):
        raise refusal("invalid_power_target")
    return state.players[target]


def _blind_swap(
    state: State, power: OpenPower, *, player: Player, position: int, target: Player, target_position: int, now: float
) -> Step:
    """Rules 7.2: the two cards exchange owner and position, both stay hidden, the turn ends immediately."""
    given, taken = player.hand[position], target.hand[target_position]
    state = with_player(state, replace(player, hand=with_card(player.hand, position, taken)))
    state = with_player(state, replace(target, hand=with_card(target.hand, target_position, given)))
    after, events = end_turn(replace(state, open_power=None), now=now)
    used = PowerUsed(player_id=power.player_id, power_type=power.power_type)
    swapped = SwapCompleted(
        player_id=player.turn_order,
        position=position,
        target_player_id=target.turn_order,
        target_position=target_position,
    )
    return after, (used, swapped, *events)
