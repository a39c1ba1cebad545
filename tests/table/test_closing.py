"""The staff close a table where it stands, with a reason (rules 2.6 of the table)."""

import pytest

from cambio.plug import table
from tabletop.table.actions import ABANDON_REASONS
from tabletop.tables.models import CLOSED_BECAUSE
from tests.cambio.table.seating import Seating, arranged, opened


def closed(reason: str = "fault") -> Seating:
    return arranged((None, "easy")).do(None, "abandon", reason=reason)


def test_the_staff_close_a_game_and_everybody_hears_why() -> None:
    seating = closed("conduct")
    assert seating.event_types == ["game_abandoned"]
    assert [event.to_json()["reason"] for event in seating.events] == ["conduct"]
    assert [event.audience for event in seating.events] == [None]
    assert (seating.is_over, table.next_deadline(seating.state), seating.state.bot_due) == (True, None, None)
    for seat in (0, 1, None):
        seen = seating.view(seat)
        assert (seen["abandoned"], seen["abandonReason"], seen["availableActions"]) == (True, "conduct", [])


def test_a_table_that_everybody_left_has_no_reason() -> None:
    seating = arranged((None, None)).do(1, "left").do(0, "left").wait(300.0)
    assert "reason" not in seating.events[-1].to_json()
    assert seating.view(0)["abandonReason"] is None


def test_the_staff_close_a_waiting_table_which_then_takes_nothing() -> None:
    seating = opened().join("Teo").do(None, "abandon", reason="idle")
    assert (seating.is_over, seating.view(0)["phase"], seating.view(0)["availableActions"]) == (True, "setup", [])
    assert table.legal_actions(seating.state, 0, now=seating.now) == []
    before = seating.state
    assert seating.do(0, "left").do(0, "arrived").state == before
    for seat, type, fields in (
        (None, "join", {"seatId": "id-new"}),
        (0, "start", {}),
        (0, "add_bot", {"seatId": "id-bot", "level": "easy"}),
        (1, "leave", {}),
        (None, "abandon", {"reason": "idle"}),
    ):
        assert seating.refusal(seat, type, **fields) == "game_abandoned"


@pytest.mark.parametrize("fields", [{}, {"reason": ""}, {"reason": "because"}, {"reason": None}])
def test_a_table_is_closed_for_one_of_the_reasons_alone(fields: dict[str, object]) -> None:
    assert arranged((None, None)).refusal(None, "abandon", **fields) == "invalid_request"


def test_no_player_closes_a_table_and_none_is_closed_twice() -> None:
    assert arranged((None, None)).refusal(0, "abandon", reason="asked") == "invalid_request"
    assert closed().refusal(None, "abandon", reason="asked") == "game_abandoned"


def test_the_staff_choose_from_the_reasons_of_the_rules() -> None:
    assert tuple(code for code, _words in CLOSED_BECAUSE) == ABANDON_REASONS
