"""Who carries whom: the seas an army crosses, and the armies a fleet takes, written into the rows of a plan."""

from typing import Any

from imperial.rules.maneuver.course import Course

Json = dict[str, Any]


class Lading:
    """Watches a course: to be told of every row right after its move."""

    def __init__(self, course: Course) -> None:
        self._transport = course.transport
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
        """A later army may have changed the ships of an earlier one, so this is done at the end."""
        for (number, army), crossing in zip(self._armies, self._transport.crossings(), strict=True):
            army["seas"] = list(crossing.seas)
            for fleet in crossing.fleets:
                self._fleets[fleet]["carries"].append(number)
