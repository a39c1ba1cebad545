"""A card on show to the one player whose power it is (rules 7.3)."""

from typing import cast

from msgspec.structs import replace

from cambio.rules.events import CardHidden, CardRevealed, PowerUsed
from cambio.rules.state import OpenPower, Player, Reveal, State, Step
from cambio.rules.turn import end_turn

PEEK_SECONDS = 5


def start_reveal(state: State, power: OpenPower, *, owner: Player, position: int, now: float) -> Step:
    # Rules 7.3: starts when the peek is accepted, for a king at the discard, and lasts 5 s at most.
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
    # Rules 7.3: when it ends the card is hidden again, and the turn ends.
    shown = cast(Reveal, power.reveal)
    after, events = end_turn(replace(state, open_power=None, peek_expires_at=None), now=now)
    hidden = CardHidden(owner_id=shown.owner_id, position=shown.position, audience=(power.player_id,))
    return after, (hidden, *events)
