"""Walks through the matrix: each visitor finds the same world."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.db import transaction

from tests.access.lines import Line
from tests.access.requests import cell_of, visit
from tests.access.rows import Rows, comparison
from tests.access.visitors import VISITORS, World

REFUSED = ("name", "login", "4")
"""How cells begin that say no."""


@contextmanager
def taken_back() -> Iterator[None]:
    """What happens inside has not happened afterwards, and no limit has counted anything before it."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def walk(world: World, method: str, route: str, rows: Rows) -> Line:
    """What each visitor gets; checks that a look and a refusal leave these rows as they are."""
    cells = []
    for visitor in VISITORS:
        with taken_back():
            compare = comparison(rows)
            cell = cell_of(visit(world, method, route, visitor))
            if method == "GET" or cell.startswith(REFUSED):
                compare(f"{method} /{route} of {visitor}")
        cells.append(cell)
    return Line(method, route, tuple(cells))
