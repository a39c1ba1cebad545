"""Routes of the last maneuver, recomputed from the public log, so that pages can animate it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from imperial.decisions.convoy_manifest import rail_to_the_shore
from imperial.rules.board import Setup
from imperial.rules.maneuver.geography import geography_of
from imperial.rules.maneuver.transport import Transport
from imperial.rules.state import State
from tabletop.rules import Filling, Json, Sentence

if TYPE_CHECKING:
    from imperial.store.reading import Line


def last_moves(state: State, lines: "Sequence[Line]", *, setup: Setup) -> list[Json]:
    """Returns a row per route, as a plan has it; empty while a maneuver is only proposed."""
    if state.proposal_1 is not None or not lines:
        return []
    for line in reversed(lines):
        if line.turn != lines[-1].turn:
            break
        told = msgspec.json.decode(line.sentence, type=Sentence) if line.sentence else None
        if told and (ways := dict.fromkeys(_ways(told.values.values()))):
            return _rows(state, str(told.values["country"]), ways, setup=setup)
    return []


def _ways(fillings: Iterable[Filling]) -> Iterator[tuple[str, str]]:
    for filling in fillings:
        if isinstance(filling, tuple):
            yield from _ways(filling)
        elif isinstance(filling, Sentence):
            if filling.values.keys() == {"origin", "destination"}:
                yield str(filling.values["origin"]), str(filling.values["destination"])
            yield from _ways(filling.values.values())


def _rows(state: State, country: str, ways: Iterable[tuple[str, str]], *, setup: Setup) -> list[Json]:
    """Uses the fleets' present places: fleets move before armies, so these places carried the armies."""
    geography = geography_of(setup)
    transport = Transport(country, geography=geography)
    for fleet in state.country_info[country].fleets:
        if setup.territories[fleet.territory].sea:
            transport.add_fleet(fleet.territory)
    rows: list[Json] = []
    carried: list[Json] = []
    for origin, destination in ways:
        unit = "fleet" if setup.territories[destination].sea else "army"
        rows.append(
            {"country": country, "unit": unit, "origin": origin, "destination": destination, "rail": [], "seas": []}
        )
        if (
            unit == "army"
            and not transport.needs_none(origin, destination)
            and transport.can_carry(origin, destination)
        ):
            transport.carry(origin, destination)
            carried.append(rows[-1])
    for row, crossing in zip(carried, transport.crossings(), strict=True):
        row["seas"] = list(crossing.seas)
        row["rail"] = rail_to_the_shore(geography, country, row["origin"], crossing.seas[0])
    return rows
