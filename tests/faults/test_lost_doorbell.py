"""A process that is killed between the commit of a move and its announcement: pages learn of it by the heartbeat."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.faults.duels import duel_at
from tests.kit.lines import Line, LineIsDead
from tests.kit.people import Person
from tests.kit.server import Site


@pytest.mark.production_only
@pytest.mark.parametrize("road", ["socket", "post"])
def test_pages_at_another_process_are_right_with_the_next_heartbeat(
    new_site: Callable[..., Site], tmp_path: Path, road: str
) -> None:
    told = tmp_path / "end"
    site = new_site(environment={"END_AFTER_COMMIT": str(told)})
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
