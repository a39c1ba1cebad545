"""A table of Imperial that two processes keep between the moves: what one of them has missed never counts."""

import uuid

import pytest
from msgspec.structs import replace

from tests.faults.two_processes import NAMES, at_once, people, servers, site
from tests.imperial.browser.tables import arrange
from tests.imperial.rules.positions import STANDARD, position
from tests.kit.bulk import bulk
from tests.kit.lines import Line
from tests.kit.people import Person
from tests.kit.server import Site, SiteServer

__all__ = ["people", "servers", "site"]

pytestmark = pytest.mark.production_only
REPETITIONS = bulk(60, least=4)


def maneuver(server: SiteServer, ada: Person) -> tuple[str, Line]:
    """A table where Ada has begun a maneuver, over a socket of this process, which keeps the table since."""
    bonds = {country: {NAMES[number % 2]: [5]} for number, country in enumerate(STANDARD.countries)}
    state = position(players=NAMES, bonds=bonds, armies={"Austria": ["Vienna"]})
    table = arrange(server, replace(state, turn_id=5))
    line = Line(ada, table, url=server.url)
    assert "toast" not in act(line, type="propose", spot="R-Maneuver")
    return table, line


def act(line: Line, *, to: str = "act/", **fields: object) -> str:
    return line.move(fields, key=uuid.uuid4().hex, to=to)


def choose(person: Person, server: SiteServer, table: str, destination: str) -> int:
    return person.post(f"{server.url}{table}draft/", {"row": 0, "destination": destination}).status_code


def went_to(person: Person, table: str) -> str:
    """What the log says of the maneuver."""
    told = person.http.get(f"{table}history/").text
    return told.split("Vienna to ")[1].split(".")[0] if "Vienna to " in told else ""


def test_a_plan_is_submitted_as_it_was_left_at_the_other_process(
    site: Site, servers: list[SiteServer], people: tuple[Person, Person]
) -> None:
    ada, _bea = people
    here, there = servers
    for time in range(REPETITIONS):
        table, line = maneuver(there, ada)
        with line:
            choices = ("Romania", "Budapest")[:: 1 if time % 2 else -1]
            # The process of the socket knows the first choice, and not the second.
            assert choose(ada, there, table, choices[0]) == 200
            assert choose(ada, here, table, choices[1]) == 200
            assert "toast" not in act(line, type="maneuver_batch")
            assert went_to(ada, table) == choices[1]
    site.manage("verify_imperial")


def test_a_move_at_one_process_against_an_undo_at_the_other(
    site: Site, servers: list[SiteServer], people: tuple[Person, Person]
) -> None:
    ada, bea = people
    here, there = servers
    for _time in range(REPETITIONS):
        table, line = maneuver(here, ada)
        with line, Line(bea, table, url=there.url) as beas:
            assert choose(ada, here, table, "Romania") == 200
            assert "toast" not in act(line, type="maneuver_batch")
            undone, proposed = at_once(
                lambda: act(line, to="undo/"),  # noqa: B023 - run before the next turn of the loop
                lambda: act(beas, type="propose", spot="Taxation"),
            )
            is_undone = "toast" not in str(undone)
            assert is_undone == ("toast" in str(proposed)), "one of the two is refused"
            # Both know how it stands now: it is Ada's turn, and what can be taken back is hers or Bea's.
            assert "toast" in act(beas, type="propose", spot="Investor")
            assert ("toast" not in act(line, to="undo/")) == is_undone
    site.manage("verify_imperial")
