"""A POST that no page of ours has sent changes nothing: it lacks the CSRF token."""

from itertools import product

import pytest

from tests.access.lines import read_lines
from tests.access.requests import JSON, is_for_programs, slug_of, visit
from tests.access.rows import Rows, comparison
from tests.access.visitors import FEW, VISITORS, Visitor, World
from tests.access.walk import taken_back
from tests.kit.bulk import bulk

ROUTES = [line.route for line in read_lines() if line.method == "POST"]
WHO = VISITORS if bulk(2) == 2 else FEW
NO_SESSION: tuple[Visitor, ...] = ("stranger", "program", "other")
"""No browser adds anything to their requests that another site could use."""


@pytest.mark.parametrize("slug", sorted({slug_of(route) for route in ROUTES}))
def test_a_post_without_token_is_refused(world: World, rows: Rows, slug: str) -> None:
    for route, visitor in product(ROUTES, WHO):
        if slug_of(route) != slug or (is_for_programs(route) and visitor in NO_SESSION):
            continue
        with taken_back():
            compare = comparison(rows)
            answer = visit(world, "POST", route, visitor, accept=JSON, with_token=False)
            assert answer.status_code == 403, f"/{route} of {visitor}"
            compare(f"/{route} of {visitor}")
