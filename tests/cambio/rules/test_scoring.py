"""Rules 10: points, doubling, winners."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cambio import rules
from cambio.rules.cards import DECK, POINTS
from tests.cambio.rules.table import HANDS, Table, arranged


def hand_worth(points: int, suit: str = "h") -> list[str]:
    """Four cards that are worth so much; not of one deck, which `scores` does not ask for."""
    cards = []
    for left in (4, 3, 2, 1):
        worth = min(10, points) if left > 1 else points
        cards.append({0: "K", 1: "A"}.get(worth, str(worth)) + suit)
        points -= worth
    return cards


# The worked numbers of the rules. Seat 0 is the caller.
WORKED: list[tuple[list[int], list[int], bool, list[int], int | None]] = [
    ([15, 12], [30, 12], True, [1], 1),
    ([7, 9, 14], [7, 9, 14], False, [0], 0),
    ([10, 8], [20, 8], True, [1], 1),
    ([9, 9], [9, 9], False, [0, 1], None),
    ([10, 6, 6], [20, 6, 6], True, [1, 2], None),
    ([0, 0, 0, 0], [0, 0, 0, 0], False, [0, 1, 2, 3], None),
    ([1, 0], [2, 0], True, [1], 1),
]
over_the_worked_table = pytest.mark.parametrize(("bases", "finals", "penalty", "winners", "winner_id"), WORKED)


@over_the_worked_table
def test_the_worked_numbers_come_out_whatever_the_callers_seat(
    bases: list[int], finals: list[int], penalty: bool, winners: list[int], winner_id: int | None
) -> None:
    seats = range(len(bases))
    for caller in seats:
        order = list(seats)
        order[0], order[caller] = order[caller], order[0]
        lines = rules.scores([hand_worth(bases[place]) for place in order], caller)
        assert [line["base"] for line in lines] == [bases[place] for place in order]
        assert [line["final"] for line in lines] == [finals[place] for place in order]
        assert [line["penaltyApplied"] for line in lines] == [penalty and seat == caller for seat in seats]
        assert [line["isCambioCaller"] for line in lines] == [seat == caller for seat in seats]
        assert [line["isWinner"] for line in lines] == [place in winners for place in order]


@over_the_worked_table
def test_the_worked_numbers_end_a_game(
    bases: list[int], finals: list[int], penalty: bool, winners: list[int], winner_id: int | None
) -> None:
    last = len(bases) - 1
    table = Table(
        rules.arrange(
            [hand_worth(points) for points in bases],
            ["3c"],
            ["3d"],
            turn=last,
            phase="final_round",
            caller=0,
            final_turns_taken=range(1, last),
        )
    )
    table.do(last, "draw", source="deck").do(last, "discard")
    completed = table.event("GAME_COMPLETED")
    assert [line["baseScore"] for line in completed["scores"]] == bases
    assert [line["finalScore"] for line in completed["scores"]] == finals
    assert completed["winnerIds"] == winners
    assert completed["winnerId"] == table.state.winner_id == winner_id
    assert table.view(None)["winnerIds"] == winners
    assert [player["score"] for player in table.view(last)["players"]] == finals


def test_king_3_7_2_is_worth_12() -> None:
    assert rules.scores([["Kh", "3h", "7h", "2h"], ["Ah", "Ad", "Ac", "As"]], 1)[0]["base"] == 12


def test_the_lowest_hand_is_0_and_the_highest_40_and_80_doubled() -> None:
    lines = rules.scores([["Kh", "Kd", "Kc", "Ks"], ["Jh", "Qd", "10c", "Js"]], 1)
    assert [line["base"] for line in lines] == [0, 40]
    assert [line["final"] for line in lines] == [0, 80]


def test_nobody_but_the_caller_is_ever_penalised() -> None:
    lines = rules.scores([hand_worth(3), hand_worth(30), hand_worth(40)], 0)
    assert [line["penaltyApplied"] for line in lines] == [False, False, False]


def test_without_a_caller_nobody_is_penalised() -> None:
    lines = rules.scores([hand_worth(3), hand_worth(30)], None)
    assert [line["final"] for line in lines] == [3, 30]
    assert not any(line["isCambioCaller"] for line in lines)


def test_the_caller_gets_no_advantage_in_a_tie() -> None:
    assert [line["isWinner"] for line in rules.scores([hand_worth(5), hand_worth(5)], 1)] == [True, True]


@pytest.mark.parametrize("held_from", ["deck", "discard"])
def test_a_card_still_held_does_not_count(held_from: Any) -> None:
    table = arranged(turn=1, phase="final_round", caller=0, held="10s", held_from=held_from).do(1, "disconnected")
    assert [line["baseScore"] for line in table.event("GAME_COMPLETED")["scores"]] == [14, 14]


def finished() -> Table:
    table = arranged(3, turn=2, phase="final_round", caller=1, final_turns_taken=[0])
    return table.do(2, "draw", source="deck").do(2, "swap", position=3)


def test_everybody_is_told_the_scores_and_all_hands() -> None:
    completed = finished().event("GAME_COMPLETED")
    assert completed["audience"] is None
    assert completed["scores"][1:] == [
        {
            "playerId": 1,
            "displayName": "Player 2",
            "baseScore": 14,
            "finalScore": 28,
            "isCambioCaller": True,
            "penaltyApplied": True,
            "isWinner": False,
            "cards": ["2d", "3d", "4d", "5d"],
        },
        {
            "playerId": 2,
            "displayName": "Player 3",
            "baseScore": 10,
            "finalScore": 10,
            "isCambioCaller": False,
            "penaltyApplied": False,
            "isWinner": True,
            "cards": ["2c", "3c", "4c", "Ah"],
        },
    ]
    assert (completed["winnerId"], completed["winnerIds"]) == (2, [2])


def test_the_result_is_what_was_told() -> None:
    table = finished()
    told = table.event("GAME_COMPLETED")
    del told["type"], told["audience"]
    assert rules.result(table.state) == told
    assert rules.is_over(table.state)


def test_there_is_no_result_before_the_end() -> None:
    table = arranged()
    assert rules.result(table.state) is None
    assert not rules.is_over(table.state)


def test_when_completed_everybody_sees_all_hands() -> None:
    table = finished()
    for viewer in (0, 1, 2, None):
        assert len(table.faces(viewer)) == 12
        assert [player["score"] for player in table.view(viewer)["players"]] == [14, 28, 10]
    assert table.state.current_turn_player_id is None


def test_before_the_end_there_are_no_scores_to_see() -> None:
    view = arranged().view(0)
    assert [player["score"] for player in view["players"]] == [None, None]
    assert (view["scores"], view["winnerId"], view["winnerIds"]) == (None, None, [])


def test_the_winners_are_right_for_every_combination() -> None:
    for caller, *bases in product(range(3), range(5), range(5), range(5)):
        lines = rules.scores([hand_worth(points) for points in bases], caller)
        assert lines[caller]["penaltyApplied"] == (bases[caller] > min(bases))
        assert [line["isWinner"] for line in lines] == [points == min(bases) for points in bases]


@given(
    hands=st.lists(st.sampled_from(DECK), unique=True, min_size=16, max_size=16),
    players=st.integers(2, 4),
    caller=st.integers(0, 1),
)
def test_scores_follow_from_the_sums(hands: list[str], players: int, caller: int) -> None:
    dealt = [hands[4 * seat : 4 * seat + 4] for seat in range(players)]
    lines = rules.scores(dealt, caller)
    assert [line["base"] for line in lines] == [sum(map(POINTS.__getitem__, hand)) for hand in dealt]
    lowest = min(line["base"] for line in lines)
    for seat, line in enumerate(lines):
        wrong = seat == caller and line["base"] != lowest
        assert line["final"] == line["base"] * (2 if wrong else 1)
        assert line["isWinner"] == (line["base"] == lowest)


def test_the_hands_in_the_table_are_all_worth_14() -> None:
    assert {line["base"] for line in rules.scores(HANDS, None)} == {14}
