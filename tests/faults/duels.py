"""A duel of two people whose pages are open at one process, and who play by their sockets."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.kit.lines import Line
from tests.kit.people import Person
from tests.kit.server import SiteServer


@dataclass
class Duel:
    table: str
    lines: tuple[Line, Line]
    hands: tuple[list[int], list[int]]

    def next_play(self, player: int) -> dict[str, object]:
        return {"type": "play", "card": self.hands[player].pop()}

    def play(self, player: int) -> int:
        """The card of the move, which was accepted."""
        move = self.next_play(player)
        answer = self.lines[player].move(move, key=uuid.uuid4().hex)
        assert "toast" not in answer, answer
        return int(str(move["card"]))

    def play_a_trick(self, leader: int = 0) -> int:
        """The player who takes it, and leads the next."""
        led, answered = self.play(leader), self.play(1 - leader)
        return leader if led > answered else 1 - leader

    def play_until_turn_of(self, player: int) -> None:
        """Some moves, so that the process of the sockets has made the last one."""
        leader = self.play_a_trick()
        if leader != player:
            self.play(leader)


@contextmanager
def duel_at_both(servers: list[SiteServer], pair: tuple[Person, Person]) -> Iterator[tuple[Duel, Duel]]:
    """One duel, with both pages open at both processes."""
    with duel_at(servers[0], pair) as here:
        one, two = (Line(person, here.table, url=servers[1].url) for person in pair)
        with one, two:
            yield here, Duel(here.table, (one, two), here.hands)


def play_a_trick_at_both(here: Duel, there: Duel) -> int:
    """The player who takes it, and leads the next.

    Afterwards both processes have made a move, and both keep the table as it stands: one has made the last move, the
    other has followed it.
    """
    led, answered = here.play(0), there.play(1)
    for line in here.lines:
        line.wait_for("Nothing is led.")
    return 0 if led > answered else 1


@contextmanager
def duel_at(server: SiteServer, pair: tuple[Person, Person], *, turn_seconds: int = 900) -> Iterator[Duel]:
    table = pair[0].start_duel(pair[1], turn_seconds=turn_seconds)
    hands = pair[0].hand(table), pair[1].hand(table)
    with Line(pair[0], table, url=server.url) as one, Line(pair[1], table, url=server.url) as two:
        yield Duel(table, (one, two), hands)
