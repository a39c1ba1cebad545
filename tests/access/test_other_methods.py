"""A method that a route has no line for does nothing; HEAD gets what GET gets."""

from itertools import product

import pytest

from tests.access.lines import read_lines
from tests.access.requests import JSON, cell_of, is_for_programs, slug_of, visit
from tests.access.rows import Rows, comparison
from tests.access.visitors import FEW, VISITORS, World
from tests.access.walk import taken_back
from tests.kit.bulk import bulk

IS_LONG = bulk(2) == 2
METHODS = ("GET", "POST", "PUT", "DELETE", *(("OPTIONS", "PATCH", "TRACE", "BREW") if IS_LONG else ()))
LINES = {(line.route, line.method): line for line in read_lines()}
ROUTES = sorted({route for route, _method in LINES})
SLUGS = sorted({slug_of(route) for route in ROUTES})
WHO = VISITORS if IS_LONG else FEW


@pytest.mark.parametrize("slug", SLUGS)
def test_methods_without_a_line_do_nothing(world: World, rows: Rows, slug: str) -> None:
    for route, method, visitor in product(ROUTES, METHODS, WHO):
        if slug_of(route) != slug or (route, method) in LINES:
            continue
        with taken_back():
            compare = comparison(rows)
            answer = visit(world, method, route, visitor, accept=JSON)
            compare(f"{method} /{route} of {visitor}")
            assert answer.status_code < 500, f"{method} /{route} of {visitor}"
            if is_for_programs(route):
                assert (answer.status_code, answer.json()["code"].lower()) == (405, "method_not_allowed")


@pytest.mark.parametrize("slug", SLUGS)
def test_head_gets_what_get_gets_without_a_body(world: World, slug: str) -> None:
    for line, visitor in product(LINES.values(), WHO):
        if slug_of(line.route) != slug or line.method != "GET":
            continue
        with taken_back():
            answer = visit(world, "HEAD", line.route, visitor)
        assert answer.content == b""
        # Programs ask by the one method that the reference names.
        expected = "405" if is_for_programs(line.route) else line.by_visitor[visitor]
        assert cell_of(answer) == expected, f"HEAD /{line.route} of {visitor}"
