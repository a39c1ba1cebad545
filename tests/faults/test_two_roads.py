"""Moves over the socket of one process against moves by POST at another: one effect, one log, one truth.

The process of the sockets has made the last moves itself: it keeps the table, and writes without reading it again.
"""

import json
import threading
import uuid
from collections.abc import Iterator
from functools import partial

import pytest

from tests.faults.duels import Duel, duel_at
from tests.faults.ends import End, change_password, create_members, delete_account, log_in, suspend
from tests.faults.two_processes import at_once, people, servers, site
from tests.kit.bulk import is_long
from tests.kit.lines import LineIsDead
from tests.kit.people import Person
from tests.kit.server import Site, SiteServer

__all__ = ["people", "servers", "site"]

pytestmark = [pytest.mark.production_only, pytest.mark.timeout(3600 if is_long() else 300)]
REPETITIONS = 500 if is_long() else 20
OF_ONE_PAIR = 10
"""Others take their seats before they reach the limit of moves of one person."""


@pytest.fixture
def pairs(servers: list[SiteServer]) -> Iterator[tuple[Person, Person]]:
    """Two people for each repetition."""

    def take_turns() -> Iterator[tuple[Person, Person]]:
        for _pair in range(REPETITIONS // OF_ONE_PAIR):
            with Person(servers[0].url, "Ada") as ada, Person(servers[1].url, "Bea") as bea:
                yield from [(ada, bea)] * OF_ONE_PAIR

    return take_turns()


def post(person: Person, server: SiteServer, table: str, fields: dict[str, object], key: str) -> int:
    return person.post(f"{server.url}{table}move/", fields, **{"Idempotency-Key": key}).status_code


def logged_keys(site: Site) -> list[str]:
    """Of all duels, which are replayed and compared with their rows on the way."""
    keys: list[str] = json.loads(site.manage("verify_duels"))["keys"]
    return keys


def test_the_same_move_by_both_roads_happens_once(
    site: Site, servers: list[SiteServer], pairs: Iterator[tuple[Person, Person]]
) -> None:
    sent = []
    for pair in pairs:
        key = uuid.uuid4().hex
        with duel_at(servers[1], pair) as duel:
            duel.play_until_turn_of(0)
            fields = duel.next_play(0)
            answer, status = at_once(
                lambda: duel.lines[0].move(fields, key=key),  # noqa: B023 - run before the next turn of the loop
                lambda: post(pair[0], servers[0], duel.table, fields, key),  # noqa: B023 - the same
            )
        assert status == 200
        assert "toast" not in str(answer)
        sent.append(key)
    logged = logged_keys(site)
    assert sorted(key for key in logged if key in sent) == sorted(sent)


def test_of_two_different_moves_by_both_roads_the_rules_take_one(
    site: Site, servers: list[SiteServer], pairs: Iterator[tuple[Person, Person]]
) -> None:
    for pair in pairs:
        with duel_at(servers[1], pair) as duel:
            leader = duel.play_a_trick()
            one, two = duel.next_play(leader), duel.next_play(leader)
            answer, status = at_once(
                lambda: duel.lines[leader].move(one, key=uuid.uuid4().hex),  # noqa: B023 - run before the next turn
                lambda: post(pair[leader], servers[0], duel.table, two, uuid.uuid4().hex),  # noqa: B023 - the same
            )
        assert sorted(("toast" in str(answer), status == 409)) == [False, True]
    logged_keys(site)


def test_a_move_by_socket_against_taking_the_last_one_back(
    site: Site, servers: list[SiteServer], pairs: Iterator[tuple[Person, Person]]
) -> None:
    for pair in pairs:
        with duel_at(servers[1], pair) as duel:
            leader = duel.play_a_trick()
            duel.play(leader)
            move = duel.next_play(1 - leader)
            answer, status = at_once(
                lambda: duel.lines[1 - leader].move(move, key=uuid.uuid4().hex),  # noqa: B023 - run before the next
                lambda: post(pair[leader], servers[0], duel.table, {"type": "undo"}, uuid.uuid4().hex),  # noqa: B023
            )
        assert sorted(("toast" in str(answer), status == 409)) == [False, True]
    logged_keys(site)


def test_a_move_by_socket_against_the_clock(
    site: Site, servers: list[SiteServer], people: tuple[Person, Person]
) -> None:
    """Turns of a second, moves made about when they end: each counts or comes too late, and the log tells which."""
    waits = (0.7, 0.9, 1.0, 1.1, 1.5)
    counted: set[str] = set()
    too_late: set[str] = set()

    def move(duel: Duel, player: int) -> None:
        key = uuid.uuid4().hex
        answer = duel.lines[player].move(duel.next_play(player), key=key)
        (too_late if "toast" in answer else counted).add(key)

    def move_late(seconds: float) -> None:
        with duel_at(servers[1], people, turn_seconds=1) as duel:
            # Refused where the clock has played this one, too, on a busy machine.
            move(duel, 0)
            threading.Event().wait(seconds)
            move(duel, 1)

    for _time in range(REPETITIONS // len(waits)):
        at_once(*(partial(move_late, seconds) for seconds in waits))
    assert counted
    assert too_late
    assert {*logged_keys(site)} & (counted | too_late) == counted


def test_who_has_logged_out_at_one_process_cannot_move_at_the_other(
    site: Site, servers: list[SiteServer], people: tuple[Person, Person]
) -> None:
    _ada, bea = people
    for _time in range(REPETITIONS):
        with Person(servers[0].url, "Eve") as eve, duel_at(servers[1], (eve, bea)) as duel:
            duel.play_until_turn_of(0)
            # The answer to the log-out comes after its commit; the doorbell may be on its way still.
            assert eve.post("/account/logout/", {}).status_code in (200, 302)
            with pytest.raises(LineIsDead):
                duel.lines[0].move(duel.next_play(0), key="too late")
    assert "too late" not in logged_keys(site)


ENDS = (change_password, delete_account, suspend)


@pytest.fixture(scope="module")
def _members(site: Site) -> None:
    create_members(site, 3 * len(ENDS) + 3)


@pytest.mark.usefixtures("_members")
@pytest.mark.parametrize("end", ENDS)
def test_who_loses_the_account_at_one_process_cannot_move_at_the_other(
    site: Site, servers: list[SiteServer], people: tuple[Person, Person], end: End
) -> None:
    for time in range(3):
        number = ENDS.index(end) * 3 + time
        with Person(servers[0].url, "Eve") as eve, Person(servers[0].url, "Eve elsewhere") as elsewhere:
            log_in(eve, number)
            with duel_at(servers[1], (eve, people[1])) as duel:
                duel.play_until_turn_of(0)
                assert end(eve, elsewhere, number).status_code == 302
                with pytest.raises(LineIsDead):
                    duel.lines[0].move(duel.next_play(0), key="too late")
    assert "too late" not in logged_keys(site)


@pytest.mark.usefixtures("_members")
def test_a_guest_who_has_logged_in_as_somebody_else_cannot_move_at_the_other_process(
    site: Site, servers: list[SiteServer], people: tuple[Person, Person]
) -> None:
    for number in range(3 * len(ENDS), 3 * len(ENDS) + 3):
        with Person(servers[0].url, "Eve") as eve, duel_at(servers[1], (eve, people[1])) as duel:
            duel.play_until_turn_of(0)
            log_in(eve, number)
            with pytest.raises(LineIsDead):
                duel.lines[0].move(duel.next_play(0), key="too late")
    assert "too late" not in logged_keys(site)
