import pytest

from tests.imperial.api.program import Program

Trio = tuple[Program, Program, Program]


@pytest.fixture
def waiting(db: None) -> Trio:
    """A waiting table and its three players; the first is the host."""
    host = Program.create(playerCount=3)
    return host, Program.join(host, "Mara"), Program.join(host, "Nils")


@pytest.fixture
def trio(waiting: Trio) -> Trio:
    """The same table with the game begun."""
    assert waiting[0].post("start").status == 200
    return waiting
