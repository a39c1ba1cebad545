"""Two processes that both keep a table and write without reading it: of two writes at once one finds its number."""

import json
import uuid
from collections.abc import Iterator

import pytest

from tests.faults.duels import duel_at_both, play_a_trick_at_both
from tests.faults.test_two_roads import pairs
from tests.faults.two_processes import at_once, servers, site
from tests.kit.people import Person
from tests.kit.server import Site, SiteServer

__all__ = ["pairs", "servers", "site"]

pytestmark = pytest.mark.production_only
Pairs = Iterator[tuple[Person, Person]]


def key() -> str:
    return uuid.uuid4().hex


def verified_keys(site: Site) -> list[str]:
    """Those in the logs of all duels, which are replayed and compared with their rows on the way."""
    keys: list[str] = json.loads(site.manage("verify_duels"))["keys"]
    return keys


def test_of_two_moves_at_once_the_rules_take_one(site: Site, servers: list[SiteServer], pairs: Pairs) -> None:
    for pair in pairs:
        with duel_at_both(servers, pair) as (here, there):
            leader = play_a_trick_at_both(here, there)
            moves = here.next_play(leader), here.next_play(leader)
            answers = at_once(
                lambda: here.lines[leader].move(moves[0], key=key()),  # noqa: B023 - run before the next turn
                lambda: there.lines[leader].move(moves[1], key=key()),  # noqa: B023 - the same
            )
            refused = ["toast" in str(answer) for answer in answers]
            assert sorted(refused) == [False, True]
            # The process that was slower goes on from the move of the other.
            (here, there)[refused.index(True)].play(1 - leader)
    verified_keys(site)


def test_the_same_move_at_both_happens_once(site: Site, servers: list[SiteServer], pairs: Pairs) -> None:
    sent = []
    for pair in pairs:
        with duel_at_both(servers, pair) as (here, there):
            leader = play_a_trick_at_both(here, there)
            move, same = here.next_play(leader), key()
            answers = at_once(
                lambda: here.lines[leader].move(move, key=same),  # noqa: B023 - run before the next turn
                lambda: there.lines[leader].move(move, key=same),  # noqa: B023 - the same
            )
            assert not [answer for answer in answers if "toast" in str(answer)]
            sent.append(same)
    logged = verified_keys(site)
    assert sorted(key for key in logged if key in sent) == sorted(sent)


def test_a_move_against_taking_the_last_one_back(site: Site, servers: list[SiteServer], pairs: Pairs) -> None:
    for pair in pairs:
        with duel_at_both(servers, pair) as (here, there):
            leader = play_a_trick_at_both(here, there)
            card = here.play(leader)
            there.lines[1 - leader].wait_for(f"The {card} is led.")
            move = here.next_play(1 - leader)
            answers = at_once(
                lambda: here.lines[leader].move({"type": "undo"}, key=key()),  # noqa: B023 - run before the next turn
                lambda: there.lines[1 - leader].move(move, key=key()),  # noqa: B023 - the same
            )
            is_undone, is_answered = ("toast" not in str(answer) for answer in answers)
            assert is_undone != is_answered
            if is_undone:
                # Both go on from the position before: the same card can be led again, and answered.
                here.hands[leader].append(card)
                there.play(leader)
                here.lines[1 - leader].move(move, key=key())
    verified_keys(site)
