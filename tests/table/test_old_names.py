"""Names of actions that programs may still send, for one release (rules 2.10 of the table)."""

import pytest

from cambio.plug import table
from tabletop.rules import RuleViolation
from tabletop.table.actions import OLD_NAMES
from tests.cambio.table.seating import Seating, arranged, opened


def seated() -> Seating:
    return opened(takeover=True).join("Teo").join("Mara")


def before(name: str) -> Seating:
    """A table that takes this action of seat 1, or of the host for the start."""
    if name == "start_game":
        return seated()
    if name == "reconnected":
        return arranged((None, None, None), takeover=True).do(1, "left").wait(60.0)
    return seated() if name == "leave_game" else arranged((None, None, None), takeover=True)


@pytest.mark.parametrize(("old", "new"), sorted(OLD_NAMES.items()))
def test_an_action_under_its_old_name_does_the_same(old: str, new: str) -> None:
    seat = 0 if old == "start_game" else 1
    by_old, by_new = before(old).do(seat, old), before(old).do(seat, new)
    assert by_old.events
    assert by_old.state == by_new.state
    assert by_old.event_types == by_new.event_types


@pytest.mark.parametrize("name", ["disconnected", "reconnected"])
def test_presence_in_the_waiting_room_is_read_under_its_old_names_too(name: str) -> None:
    seating = seated()
    if name == "reconnected":
        seating.do(1, "left")
    assert seating.do(1, name).event_types == [f"player_{name}"]


@pytest.mark.parametrize(("old", "new"), sorted(OLD_NAMES.items()))
def test_the_log_keeps_the_present_name(old: str, new: str) -> None:
    assert table.action_to_json(table.action_from_json({"type": old}))["type"] == new


@pytest.mark.parametrize("name", [["start_game"], {"leave_game": 1}, None, 7])
def test_a_name_that_is_no_text_is_an_invalid_request(name: object) -> None:
    with pytest.raises(RuleViolation) as refused:
        table.action_from_json({"type": name})
    assert refused.value.code == "invalid_request"
