"""The same player moves twice at once, at two processes and by any two roads: it happens once."""

import uuid
from itertools import product

from tests.faults.two_processes import at_once
from tests.kit.ledger import Ledger
from tests.kit.players import ROADS, Road
from tests.kit.server import SiteServer
from tests.races.positions import SLUGS, position
from tests.races.repeated import MARKS, repeated

pytestmark = MARKS

WAYS: list[tuple[str, Road, Road]] = [(slug, one, two) for one, two in product(ROADS, ROADS) for slug in SLUGS]


def way(number: int) -> tuple[str, Road, Road]:
    return WAYS[number % len(WAYS)]


def test_a_double_click_moves_once(servers: list[SiteServer], ledger: Ledger) -> None:
    """Two requests for the same move, each with a key of its own."""
    for number in repeated():
        slug, road, other_road = way(number)
        table = position(servers, slug, ledger)
        answers = at_once(
            lambda: table.mover.do(table.one, by=road, at=0),  # noqa: B023 - run before the next turn of the loop
            lambda: table.mover.do(table.one, by=other_road, at=1),  # noqa: B023 - the same
        )
        assert sorted(answer.outcome for answer in answers) == ["accepted", "refused"]


def test_one_key_sent_twice_moves_once_and_is_answered_twice(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated():
        slug, road, other_road = way(number)
        table, key = position(servers, slug, ledger), uuid.uuid4().hex
        answers = at_once(
            lambda: table.mover.do(table.one, by=road, at=0, key=key),  # noqa: B023 - run before the next turn
            lambda: table.mover.do(table.one, by=other_road, at=1, key=key),  # noqa: B023 - the same
        )
        assert [answer.outcome for answer in answers] == ["accepted", "accepted"], answers


def test_one_key_for_two_moves_makes_one_of_them_and_refuses_the_other(
    servers: list[SiteServer], ledger: Ledger
) -> None:
    for number in repeated():
        slug, road, other_road = way(number)
        table, key = position(servers, slug, ledger), uuid.uuid4().hex
        answers = at_once(
            lambda: table.mover.do(table.one, by=road, at=0, key=key),  # noqa: B023 - run before the next turn
            lambda: table.mover.do(table.other, by=other_road, at=1, key=key),  # noqa: B023 - the same
        )
        assert sorted(answer.outcome for answer in answers) == ["accepted", "refused"], answers
        for answer, taken in zip(answers, (road, other_road), strict=True):
            if taken == "program" and not answer.is_accepted:
                assert answer.code == "key_reused"
