"""The value of a button is an action of the rules, typed; what no button of the page says is refused."""

import pytest

from cambio import services
from cambio.forms import action_from
from cambio.rules import Action, CallCambio, Draw, Swap, UsePower
from tabletop.errors import Malformed
from tabletop.rules import RuleViolation
from tabletop.table import Join
from tests.cambio.kit import game_of, lobby_of, people


@pytest.mark.parametrize(
    ("fields", "action"),
    [
        ({"do": "draw:deck"}, Draw(source="deck")),
        ({"do": "draw:discard"}, Draw(source="discard")),
        ({"do": "swap:2"}, Swap(position=2)),
        ({"do": "peek:3"}, UsePower(position=3)),
        ({"do": "peek:1:3"}, UsePower(target_seat=1, target_position=3)),
        ({"do": "swap_two", "own": "0", "theirs": "2:1"}, UsePower(position=0, target_seat=2, target_position=1)),
        ({"do": "call_cambio"}, CallCambio()),
    ],
)
def test_a_button_stands_for_an_action(fields: dict[str, str], action: Action) -> None:
    assert action_from(fields) == action


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": ""},
        {"do": "draw"},
        {"do": "draw:nowhere"},
        {"do": "draw:deck:deck"},
        {"do": "swap:first"},
        {"do": "peek:1:2:3"},
        {"do": "swap_two"},
        {"do": "swap_two", "own": "0", "theirs": "2"},
        {"do": "discard:1"},
        {"do": "disconnected"},
    ],
)
def test_no_other_value_is_taken(fields: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        action_from(fields)


@pytest.mark.django_db(transaction=True)
def test_a_typed_action_is_judged_like_one_in_json() -> None:
    game_id = lobby_of(people(2))
    for action in (Join(seat_id="00000000-0000-0000-0000-000000000000"), {"type": "join", "seatId": "0"}):
        with pytest.raises(RuleViolation, match="invalid_request"):
            services.act(game_id=game_id, seat=0, action=action)
    services.act(game_id=game_id, seat=0, action={"type": "start"})
    with pytest.raises(RuleViolation, match="invalid_action"):
        services.act(game_id=game_id, seat=0, action=Draw(source="deck"))
    assert game_of(game_id).phase == "initial_view"
