"""What a proposal would do, in English, for the log and for voters (rules 15). Reckoned from the state before it."""

from collections import Counter
from collections.abc import Iterable, Sequence

from imperial.rules.events import listed
from imperial.rules.importing import NOTHING
from imperial.rules.investor import payouts
from imperial.rules.maneuver.action_codes import (
    HOSTILE,
    PEACE,
    PLAIN,
    blow_up_target,
    is_blow_up,
    is_war,
    war_target,
)
from imperial.rules.money import in_words
from imperial.rules.rondel import FACTORY, IMPORT, INVESTOR, PRODUCE, TAXATION
from imperial.rules.state import CENTS, ManeuverTuple, Proposal, State
from imperial.rules.taxation import assess


def describe(state: State, proposal: Proposal) -> str:
    """One sentence, beginning with the spot."""
    spot = proposal.wheel_spot
    if spot == FACTORY:
        return f"{spot}: builds in {proposal.factory_loc}." if proposal.factory_loc else f"{spot}: builds nothing."
    if spot in PRODUCE:
        return f"{spot}: {_units(armies=proposal.army_produce, fleets=proposal.fleet_produce)}."
    if spot == IMPORT:
        return f"{spot}: {_imports(proposal)}."
    if spot == INVESTOR:
        return f"{spot}: {_payments(payouts(state, state.country_up, proposal.name))}."
    if spot == TAXATION:
        return f"{spot}: {_taxes(state)}."
    return f"{spot}: {_maneuver(proposal)}."


def _units(*, armies: Sequence[str], fleets: Sequence[str]) -> str:
    groups = (("armies", armies), ("fleets", fleets))
    return "; ".join(f"{kind} in {listed(_counted(places))}" for kind, places in groups if places) or "no units"


def _counted(places: Iterable[str]) -> list[str]:
    return [f"{place} ({times})" if times > 1 else place for place, times in Counter(places).items()]


def _imports(proposal: Proposal) -> str:
    wanted = proposal.imports or NOTHING
    slots = list(zip(wanted.types, wanted.territories, strict=True))
    return _units(
        armies=[place for kind, place in slots if kind == "army"],
        fleets=[place for kind, place in slots if kind == "fleet"],
    )


def _payments(cents: dict[str, int]) -> str:
    told = [f"{name} {'pays' if paid < 0 else 'gets'} {in_words(abs(paid))}" for name, paid in cents.items()]
    return ", ".join(told) or "no one is paid"


def _taxes(state: State) -> str:
    tax = assess(state, state.country_up)
    sign = "-" if tax.treasury_change_cents < 0 else "+"
    change = f"{sign}${abs(tax.treasury_change_cents) / CENTS:.2f}"
    points = f"{tax.points} point" if tax.points == 1 else f"{tax.points} points"
    return f"{points}, treasury {change}, {_payments({name: paid * CENTS for name, paid in tax.split.items() if paid})}"


def _maneuver(proposal: Proposal) -> str:
    groups = (("fleets", proposal.fleet_man), ("armies", proposal.army_man))
    return "; ".join(f"{kind}: {_moves(moves)}" for kind, moves in groups if moves) or "no units"


def _moves(moves: Sequence[ManeuverTuple]) -> str:
    return ", ".join(_counted(map(_move, moves)))


def _move(move: ManeuverTuple) -> str:
    origin, destination, action = move
    way = f"stays in {destination}" if origin == destination else f"{origin} to {destination}"
    return f"{way}{_deed(action)}"


def _deed(action: str) -> str:
    if is_war(action):
        country, kind = war_target(action)
        return f", war with the {kind} of {country}"
    if is_blow_up(action):
        return f", blowing up the factory of {blow_up_target(action)}"
    return {PLAIN: "", PEACE: " in peace", HOSTILE: " as an occupier"}[action]
