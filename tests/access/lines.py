"""The matrix as it is written down in matrix/*.txt: one line for each route and method, one column for each visitor."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.access.visitors import VISITORS, Visitor

FOLDER = Path(__file__).parent / "matrix"
SOCKET_METHODS = ("LIVE", "MOVE", "JOIN")
"""In place of a method: opening the socket, moving over it, and a program's message that asks for its seat."""


@dataclass(frozen=True)
class Line:
    method: str
    route: str
    cells: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.method:<4} {self.route or '/':<46} " + " ".join(f"{cell:<5}" for cell in self.cells).rstrip()

    @property
    def by_visitor(self) -> dict[Visitor, str]:
        return dict(zip(VISITORS, self.cells, strict=True))


def read_lines() -> list[Line]:
    """Of pages and programs."""
    return [line for line in _all_lines() if line.method not in SOCKET_METHODS]


def read_socket_lines() -> list[Line]:
    return [line for line in _all_lines() if line.method in SOCKET_METHODS]


def _all_lines() -> list[Line]:
    return [line for file in sorted(FOLDER.glob("*.txt")) for line in _lines_of(file)]


def _lines_of(file: Path) -> Iterator[Line]:
    for number, text in enumerate(file.read_text().splitlines(), start=1):
        if not text.strip() or text.startswith("#"):
            continue
        method, route, *cells = text.split()
        route = "" if route == "/" else route
        assert len(cells) == len(VISITORS), f"{file.name}:{number} needs one cell for each of {' '.join(VISITORS)}"
        yield Line(method, route, tuple(cells))
