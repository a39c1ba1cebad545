"""Names of actions that programs may still send, for one release (rules 2.10 of the table), and names of presence."""

import pytest

from cambio.plug import table
from tabletop.rules import RuleViolation
from tabletop.table import Arrived, Left
from tabletop.table.actions import OLD_NAMES
from tests.cambio.table.seating import Seating, arranged, opened


def seated() -> Seating:
    return opened(takeover=True).join("Teo").join("Mara")


def before(name: str) -> Seating:
    """A table that takes this action of seat 1, or of the host for the start."""
    if name == "start_game":
        return seated()
    return seated() if name == "leave_game" else arranged((None, None, None), takeover=True)


@pytest.mark.parametrize(("old", "new"), sorted(OLD_NAMES.items()))
def test_an_action_under_its_old_name_does_the_same(old: str, new: str) -> None:
    seat = 0 if old == "start_game" else 1
    by_old, by_new = before(old).do(seat, old), before(old).do(seat, new)
    assert by_old.events
    assert by_old.state == by_new.state
    assert by_old.event_types == by_new.event_types


@pytest.mark.parametrize(("name", "kind"), [("disconnected", Left), ("reconnected", Arrived)])
def test_presence_in_the_words_of_cambio_is_the_tables_which_no_player_may_send(name: str, kind: type) -> None:
    assert name not in OLD_NAMES
    assert type(table.action_from_json({"type": name})) is kind


@pytest.mark.parametrize(("old", "new"), sorted(OLD_NAMES.items()))
def test_the_log_keeps_the_present_name(old: str, new: str) -> None:
    assert table.action_to_json(table.action_from_json({"type": old}))["type"] == new


@pytest.mark.parametrize("name", [["start_game"], {"leave_game": 1}, None, 7])
def test_a_name_that_is_no_text_is_an_invalid_request(name: object) -> None:
    with pytest.raises(RuleViolation) as refused:
        table.action_from_json({"type": name})
    assert refused.value.code == "invalid_request"
