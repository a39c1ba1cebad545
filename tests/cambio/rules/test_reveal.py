"""Rules 7.3: a card on show."""

from typing import Any

import pytest

from cambio import rules
from tests.cambio.rules.table import Table, with_open_power

PEEKS: list[tuple[str, dict[str, Any], tuple[int, int]]] = [
    ("7h", {"position": 2}, (0, 2)),
    ("9h", {"targetSeat": 1, "targetPosition": 3}, (1, 3)),
    ("Kh", {}, (0, 0)),
]
over_all_peeks = pytest.mark.parametrize(("card", "fields", "place"), PEEKS, ids=[peek[0] for peek in PEEKS])


def peeking(card: str, fields: dict[str, Any], players: int = 3, **options: Any) -> Table:
    table = with_open_power(card, players, **options)
    return table if card == "Kh" else table.do(table.state.current, "use_power", **fields)


@over_all_peeks
def test_it_lasts_five_seconds(card: str, fields: Any, place: tuple[int, int]) -> None:
    table = peeking(card, fields)
    assert rules.next_deadline(table.state) == 1005.0
    assert table.view(0)["peekExpiresAt"] == 1005.0
    assert table.wait(4.9).event_types == []
    assert table.faces(0).keys() == {place}
    assert table.wait(0.1).event_types == ["CARD_HIDDEN", "TURN_STARTED"]


@over_all_peeks
def test_when_it_ends_the_card_is_hidden_and_the_turn_ends(card: str, fields: Any, place: tuple[int, int]) -> None:
    table = peeking(card, fields).wait(5)
    assert table.faces(0) == {}
    assert table.state.open_power is None
    assert table.state.peek_expires_at is None
    assert table.turn == 1
    assert table.event("CARD_HIDDEN") == {
        "type": "CARD_HIDDEN",
        "ownerId": place[0],
        "position": place[1],
        "audience": (0,),
    }


@over_all_peeks
def test_the_activator_can_dismiss_it(card: str, fields: Any, place: tuple[int, int]) -> None:
    table = peeking(card, fields)
    assert table.menu(0) == [{"type": "dismiss_reveal"}]
    assert table.view(0)["availableActions"] == ["dismiss_reveal"]
    assert table.do(0, "dismiss_reveal").event_types == ["CARD_HIDDEN", "TURN_STARTED"]
    assert table.faces(0) == {}
    assert table.turn == 1


@over_all_peeks
def test_nobody_else_can_dismiss_it(card: str, fields: Any, place: tuple[int, int]) -> None:
    assert peeking(card, fields).refusal(1, "dismiss_reveal") == "not_your_turn"


@over_all_peeks
def test_another_players_drop_out_ends_it(card: str, fields: Any, place: tuple[int, int]) -> None:
    table = peeking(card, fields).do(2, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "CARD_HIDDEN", "TURN_STARTED"]
    assert table.faces(0) == {}
    assert table.turn == 1


@over_all_peeks
def test_another_players_return_ends_it(card: str, fields: Any, place: tuple[int, int]) -> None:
    table = peeking(card, fields, connected=[True, True, False]).do(2, "reconnected")
    assert table.event_types == ["PLAYER_RECONNECTED", "CARD_HIDDEN", "TURN_STARTED"]
    assert table.turn == 1


@over_all_peeks
def test_the_activators_own_return_ends_it(card: str, fields: Any, place: tuple[int, int]) -> None:
    table = Table(rules.arrange([["2h"] * 4, ["3h"] * 4], [card, "Ad"], ["6h"], connected=[False, True]), now=10.0)
    table.do(0, "draw", source="deck").do(0, "discard")
    if card != "Kh":
        table.do(0, "use_power", **fields)
    assert table.do(0, "reconnected").event_types == ["PLAYER_RECONNECTED", "CARD_HIDDEN", "TURN_STARTED"]


@over_all_peeks
def test_a_refused_request_does_not_end_it(card: str, fields: Any, place: tuple[int, int]) -> None:
    table = peeking(card, fields)
    assert table.refusal(1, "draw", source="deck") == "not_your_turn"
    assert table.refusal(0, "draw", source="deck") == "power_pending"
    assert table.refusal(0, "use_power", position=1) == "power_already_used"
    assert table.faces(0).keys() == {place}


@over_all_peeks
def test_presence_that_is_no_news_does_not_end_it(card: str, fields: Any, place: tuple[int, int]) -> None:
    table = peeking(card, fields)
    assert table.do(2, "reconnected").event_types == []
    assert table.stage == "power_reveal"


@over_all_peeks
def test_while_it_lasts_the_turn_has_not_advanced(card: str, fields: Any, place: tuple[int, int]) -> None:
    table = peeking(card, fields)
    assert table.turn == 0
    assert rules.players_to_act(table.state) == (0,)
    assert table.menu(1) == table.menu(2) == []


@over_all_peeks
def test_a_request_after_its_end_finds_it_closed_though_no_clock_ran(
    card: str, fields: Any, place: tuple[int, int]
) -> None:
    table = peeking(card, fields).let_time_pass(5)
    assert table.faces(0) == {}
    assert table.view(0)["openPower"] is None
    assert table.view(0)["peekExpiresAt"] is None
    assert table.menu(0) == []
    assert table.refusal(0, "dismiss_reveal") == "not_your_turn"
    assert table.do(1, "draw", source="deck").event_types == ["CARD_HIDDEN", "TURN_STARTED", "CARD_DRAWN", "CARD_DRAWN"]


def test_only_the_activator_is_told_when_it_expires_and_what_it_shows() -> None:
    table = peeking("9h", {"targetSeat": 1, "targetPosition": 3})
    power = {"playerId": 0, "powerType": "peek_opponent"}
    assert table.view(0)["openPower"] == power | {"reveal": {"ownerId": 1, "position": 3, "card": "5d"}}
    for viewer in (1, 2, None):
        assert table.view(viewer)["openPower"] == power | {"reveal": None}
        assert table.view(viewer)["peekExpiresAt"] is None
        assert table.view(viewer)["stage"] == "power_reveal"


def test_in_the_final_round_the_turn_counts_when_the_reveal_is_closed() -> None:
    table = peeking("7h", {"position": 0}, turn=1, phase="final_round", caller=0)
    assert [player.has_taken_final_turn for player in table.state.players] == [True, False, False]
    table.wait(5)
    assert [player.has_taken_final_turn for player in table.state.players] == [True, True, False]
    assert table.turn == 2
