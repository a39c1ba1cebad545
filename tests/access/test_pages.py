"""Pages and programs: every route x method x visitor, as matrix/*.txt has it. A look or a refusal changes nothing."""

import pytest

from tests.access.lines import Line, read_lines
from tests.access.routes import page_routes
from tests.access.rows import Rows
from tests.access.visitors import World
from tests.access.walk import walk

LINES = read_lines()


def test_every_route_has_its_lines(world: World, rows: Rows) -> None:
    missing = [route for route in page_routes() if route not in {line.route for line in LINES}]
    lines = [walk(world, method, route, rows) for route in missing for method in ("GET", "POST")]
    said = "\n".join(str(line) for line in lines if set(line.cells) != {"405"})
    assert not missing, (
        f"No line for {missing}. Today the site answers as below. Where that is what each visitor should get, add it "
        f"to a file of tests/access/matrix/; requests.py says what is sent.\n{said}"
    )


def test_every_line_has_its_route() -> None:
    gone = {line.route for line in LINES} - {*page_routes()}
    assert not gone, f"Take the lines of these routes out of tests/access/matrix/: {gone}"


@pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.method} /{line.route}")
def test_each_visitor_gets_what_the_matrix_says(world: World, rows: Rows, line: Line) -> None:
    now = walk(world, line.method, line.route, rows)
    assert now.cells == line.cells, f"The matrix says, and the site answers:\n{line}\n{now}"
