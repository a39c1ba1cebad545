"""A reveal shows one card to the player who used the power (rules 7.3)."""

from typing import cast

from msgspec.structs import replace

from cambio.rules.events import CardHidden, CardRevealed, PowerUsed
from cambio.rules.state import OpenPower, Player, Reveal, State, Step
from cambio.rules.turn import end_turn

PEEK_SECONDS = 5


def start_reveal(state: State, power: OpenPower, *, owner: Player, position: int, now: float) -> Step:
    # Rules 7.3: starts with the peek, for a king with the discard, and lasts at most 5 s.
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
