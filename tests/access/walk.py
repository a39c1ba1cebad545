"""Walks through the matrix: each visitor finds the same world."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.cache import cache
from django.db import transaction

from tests.access.lines import Line
from tests.access.requests import cell_of, visit
from tests.access.rows import Rows, watch
from tests.access.visitors import VISITORS, World


@contextmanager
def taken_back() -> Iterator[None]:
    """What happens inside has not happened afterwards, and no limit has counted anything before it."""
    cache.clear()
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def walk(world: World, method: str, route: str, rows: Rows) -> Line:
    """What each visitor gets; checks that nothing but a POST that is answered by a page changes these rows unsaid."""
    cells = []
    for visitor in VISITORS:
        with taken_back():
            changed = watch(rows)
            cell = cell_of(visit(world, method, route, visitor))
            found = changed()
        if method == "POST" and cell == "->" and found:
            cell = "done"
        is_allowed = method == "POST" and (cell == "done" or cell.startswith("2"))
        assert is_allowed or not found, f"{method} /{route} of {visitor} has changed {found}"
        cells.append(cell)
    return Line(method, route, tuple(cells))
