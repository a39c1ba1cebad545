"""Convoys of a plan: writes the seas of each army and the armies of each fleet into the rows."""

from imperial.rules.maneuver.geography import Geography
from imperial.rules.maneuver.judge import ManeuverJudge
from tabletop.rules import Json


class ConvoyManifest:
    """Follows a judge; `note` must be called for every row right after its move."""

    def __init__(self, judge: ManeuverJudge) -> None:
        self._transport, self._geography, self._country = judge.transport, judge.geography, judge.country
        self._rows = 0
        self._fleets: list[Json] = []
        self._armies: list[tuple[int, Json]] = []

    def note(self, row: Json) -> None:
        self._rows += 1
        if self._transport.fleet_count > len(self._fleets):
            self._fleets.append(row)
        if self._transport.crossing_count > len(self._armies):
            self._armies.append((self._rows, row))

    def write(self) -> None:
        """Called at the end, because a later army may change the fleets of an earlier one."""
        for (number, army), crossing in zip(self._armies, self._transport.crossings(), strict=True):
            army["seas"] = list(crossing.seas)
            army["rail"] = rail_to_the_shore(self._geography, self._country, army["origin"], crossing.seas[0])
            for fleet in crossing.fleets:
                self._fleets[fleet]["carries"].append(number)


def rail_to_the_shore(geography: Geography, country: str, origin: str, sea: str) -> list[str]:
    """Returns the home territories on the shortest rail to the sea; empty if the army stands at the sea."""
    ways, seen = [[origin]], {origin}
    for way in ways:
        neighbours = geography.territories[way[-1]].neighbours
        if sea in neighbours:
            return way[1:]
        further = [name for name in neighbours if name not in seen and geography.territories[name].country == country]
        seen.update(further)
        ways.extend([*way, name] for name in further)
    raise ValueError(f"no rail leads from {origin} to the {sea}")
