"""Routes of units: the convoys of a plan, and the last maneuver, which pages animate from the public log."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from imperial.decisions.records import Move, Way
from imperial.rules.board import Setup
from imperial.rules.maneuver.geography import geography_of
from imperial.rules.maneuver.transport import Transport
from imperial.rules.state import State
from tabletop.rules import Filling, Sentence

if TYPE_CHECKING:
    from imperial.store.reading import Line


class ConvoyManifest:
    """Finds the convoys of a plan; `note` must be called for every row right after its move."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._rows = 0
        self._fleets: list[int] = []
        self._armies: list[int] = []

    def note(self) -> None:
        if len(self._transport.fleet_seas) > len(self._fleets):
            self._fleets.append(self._rows)
        if len(self._transport.carried) > len(self._armies):
            self._armies.append(self._rows)
        self._rows += 1

    def write(self, rows: Sequence[Move]) -> tuple[Move, ...]:
        """Returns all rows with their convoys. A later army may have changed the fleets of an earlier one."""
        written = list(rows)
        for army, crossing in zip(self._armies, self._transport.crossings(), strict=True):
            rail = self._transport.rail(written[army].origin, crossing)
            written[army] = replace(written[army], rail=rail, seas=crossing.seas)
            for fleet in crossing.fleets:
                carrier = self._fleets[fleet]
                written[carrier] = replace(written[carrier], carries=(*written[carrier].carries, army + 1))
        return tuple(written)


class Travel(Way, frozen=True, kw_only=True):
    """What a unit of a country has gone."""

    country: str


def last_moves(state: State, lines: "Sequence[Line]", *, setup: Setup) -> tuple[Travel, ...]:
    """Returns a row per route, as a plan has it; empty while a maneuver is only proposed."""
    if state.proposal_1 is not None or not lines:
        return ()
    for line in reversed(lines):
        if line.turn != lines[-1].turn:
            break
        sentence = msgspec.json.decode(line.sentence, type=Sentence) if line.sentence else None
        if sentence and (ways := dict.fromkeys(_ways(sentence.values.values()))):
            return _rows(state, str(sentence.values["country"]), ways, setup=setup)
    return ()


def _ways(fillings: Iterable[Filling]) -> Iterator[tuple[str, str]]:
    for filling in fillings:
        if isinstance(filling, tuple):
            yield from _ways(filling)
        elif isinstance(filling, Sentence):
            if filling.values.keys() == {"origin", "destination"}:
                yield str(filling.values["origin"]), str(filling.values["destination"])
            yield from _ways(filling.values.values())


def _rows(state: State, country: str, ways: Iterable[tuple[str, str]], *, setup: Setup) -> tuple[Travel, ...]:
    """Uses the fleets' present places: fleets move before armies, so these places carried the armies."""
    transport = Transport(country, geography=geography_of(setup))
    for fleet in state.country_info[country].fleets:
        if setup.territories[fleet.territory].sea:
            transport.add_fleet(fleet.territory)
    rows: list[Travel] = []
    convoyed: list[int] = []
    for origin, destination in ways:
        unit = "fleet" if setup.territories[destination].sea else "army"
        rows.append(Travel(country=country, unit=unit, origin=origin, destination=destination))
        by_land = unit == "fleet" or transport.needs_none(origin, destination)
        if not by_land and transport.can_carry(origin, destination):
            transport.carry(origin, destination)
            convoyed.append(len(rows) - 1)
    for index, crossing in zip(convoyed, transport.crossings(), strict=True):
        rail = transport.rail(rows[index].origin, crossing)
        rows[index] = replace(rows[index], rail=rail, seas=crossing.seas)
    return tuple(rows)
