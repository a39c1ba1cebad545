"""Two players move at once, at two processes: nothing gets lost, and who is late is told how the table stands."""

from itertools import product

from tests.faults.two_processes import at_once
from tests.kit.ledger import Ledger
from tests.kit.players import ROADS, Deed, Player, Road
from tests.kit.server import SiteServer
from tests.races.positions import CONFIRM, begun, bid, play, position
from tests.races.repeated import MARKS, repeated

pytestmark = MARKS

ROAD_PAIRS: list[tuple[Road, Road]] = list(product(ROADS, ROADS))


def both_to_move(servers: list[SiteServer], ledger: Ledger, number: int) -> list[tuple[Player, Deed]]:
    """A table where two players may move in any order: they look at their cards, or bid."""
    if number % 2:
        ada, bea = begun(servers, "imperial", ledger)
        return [(ada, bid(4)), (bea, bid(6))]
    return [(player, CONFIRM) for player in begun(servers, "cambio", ledger)]


def test_moves_of_two_players_at_once_both_count(servers: list[SiteServer], ledger: Ledger) -> None:
    for number in repeated():
        (ada, adas), (bea, beas) = both_to_move(servers, ledger, number)
        road, other_road = ROAD_PAIRS[number % len(ROAD_PAIRS)]
        answers = at_once(
            lambda: ada.do(adas, by=road, at=0),  # noqa: B023 - run before the next turn of the loop
            lambda: bea.do(beas, by=other_road, at=1),  # noqa: B023 - the same
        )
        assert [answer.outcome for answer in answers] == ["accepted", "accepted"], answers
        state = ada.look(at=1)["state"]
        # The second of them has ended the phase, whichever that was.
        assert (state["mode"] == "buy-bid") if ada.slug == "imperial" else (state["phase"] == "playing")


def test_an_answer_that_is_sent_with_the_move_it_answers_comes_after_it_or_is_refused(
    servers: list[SiteServer], ledger: Ledger
) -> None:
    for number in repeated():
        table = position(servers, "duel", ledger)
        leader, follower = table.players
        card = follower.look()["state"]["myHand"][0]
        road, other_road = ROAD_PAIRS[number % len(ROAD_PAIRS)]
        led, answered = at_once(
            lambda: leader.do(table.one, by=road, at=0),  # noqa: B023 - run before the next turn of the loop
            lambda: follower.do(play(card), by=other_road, at=1),  # noqa: B023 - the same
        )
        assert led.is_accepted
        state = leader.look(at=1)["state"]
        assert state["cardCounts"] == ([2, 2] if answered.is_accepted else [2, 3])


def test_of_two_moves_for_one_version_the_slower_is_told_how_the_table_stands(
    servers: list[SiteServer], ledger: Ledger
) -> None:
    for number in repeated():
        both = both_to_move(servers, ledger, number)
        version = both[0][0].look()["version"]
        answers = at_once(
            lambda: both[0][0].do(both[0][1], at=0, version=version),  # noqa: B023 - run before the next turn
            lambda: both[1][0].do(both[1][1], at=1, version=version),  # noqa: B023 - the same
        )
        assert sorted(answer.outcome for answer in answers) == ["accepted", "refused"], answers
        slower = 0 if answers[1].is_accepted else 1
        player, deed = both[slower]
        refusal = answers[slower]
        assert refusal.code in ("stale_state", "stale")
        now = player.look(at=slower)
        told = refusal.body["details"]
        assert (told["version"], told["state"]["myPlayerId"]) == (version + 1, player.player_id)
        assert {name for name, value in told["state"].items() if value != now["state"][name]} <= {"now"}
        # With what it was told the player goes on alone.
        assert player.do(deed, at=slower, version=told["version"]).is_accepted
