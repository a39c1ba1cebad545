"""A process that is killed between the commit of a move and its announcement.

Pages learn of the move by the heartbeat, and what another process keeps of the table from before does not count.
"""

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.faults.duels import Duel, duel_at, duel_at_both, play_a_trick_at_both
from tests.kit.lines import Line, LineIsDead
from tests.kit.people import Person
from tests.kit.server import Site


@pytest.fixture
def told(tmp_path: Path) -> Path:
    """A process that finds this file ends after its next commit."""
    return tmp_path / "end"


@pytest.fixture
def site(new_site: Callable[..., Site], told: Path) -> Site:
    return new_site(environment={"END_AFTER_COMMIT": str(told)})


@pytest.mark.production_only
@pytest.mark.parametrize("road", ["socket", "post"])
def test_pages_at_another_process_are_right_with_the_next_heartbeat(site: Site, told: Path, road: str) -> None:
    one, two = site.serve(), site.serve(clock=False)
    with Person(one.url, "Ada") as ada, Person(one.url, "Bea") as bea, duel_at(one, (ada, bea)) as duel:
        leader = duel.play_a_trick()
        person, move = (ada, bea)[leader], duel.next_play(leader)
        with Line(ada, duel.table, url=two.url) as hers, Line(bea, duel.table, url=two.url) as others:
            for line in (hers, others):
                line.skip()
            told.touch()
            if road == "socket":
                with pytest.raises(LineIsDead):
                    duel.lines[leader].move(move, key="k")
            else:
                with pytest.raises(httpx.TransportError):
                    person.post(f"{duel.table}move/", move, **{"Idempotency-Key": "k"})
            assert not told.exists(), "the process has gone on"
            for line in (hers, others):
                *before, _news = line.frames_until(f"The {move['card']} is led.")
                # A heartbeat may have read the rows before the commit, and been sent after it.
                assert sum("beat" in frame for frame in before) <= 1, before
        # The page of the process that is gone asks again with the same key.
        answer = person.post(f"{two.url}{duel.table}move/", move, **{"Idempotency-Key": "k"})
        assert answer.status_code == 200
    assert json.loads(site.manage("verify_duels"))["keys"].count("k") == 1


Next = Callable[[Duel, int, dict[str, object]], None]
"""What happens then, at the process that is left: the duel there, who has made the last move, and the move."""


def move_as_only_the_kept_position_allows(duel: Duel, leader: int, _move: dict[str, object]) -> None:
    assert "toast" in duel.lines[leader].move(duel.next_play(leader), key="never")


def move_as_the_kept_position_does_not_allow(duel: Duel, leader: int, _move: dict[str, object]) -> None:
    duel.play(1 - leader)


def send_the_lost_request_again(duel: Duel, leader: int, move: dict[str, object]) -> None:
    assert "toast" not in duel.lines[leader].move(move, key=f"lost {duel.table}")


@pytest.mark.production_only
def test_a_process_that_has_moved_before_and_keeps_the_table_judges_by_the_rows(site: Site, told: Path) -> None:
    then: tuple[Next, ...] = (
        move_as_only_the_kept_position_allows,
        move_as_the_kept_position_does_not_allow,
        send_the_lost_request_again,
    )
    survivor, lost = site.serve(clock=False), []
    with Person(survivor.url, "Ada") as ada, Person(survivor.url, "Bea") as bea:
        for go_on in then:
            with duel_at_both([site.serve(), survivor], (ada, bea)) as (here, there):
                leader = play_a_trick_at_both(here, there)
                move = here.next_play(leader)
                lost.append(f"lost {here.table}")
                told.touch()
                with pytest.raises(LineIsDead):
                    here.lines[leader].move(move, key=lost[-1])
                assert not told.exists(), "the process has gone on"
                go_on(there, leader, move)
    keys = json.loads(site.manage("verify_duels"))["keys"]
    assert sorted(key for key in keys if key in lost) == sorted(lost)
    assert "never" not in keys
