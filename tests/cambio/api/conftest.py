import pytest

from tests.cambio.api.program import Program


@pytest.fixture
def table_of_two(db: None) -> tuple[Program, Program]:
    """A waiting table and its two players; the first is the host."""
    host = Program.create(playerCount=2, creatorDisplayName="Juno")
    return host, Program.join(host, "Mara")


@pytest.fixture
def dealt(table_of_two: tuple[Program, Program]) -> tuple[Program, Program]:
    host, other = table_of_two
    host.post("start")
    return host, other
