"""Rules 5.3 to 5.7: the look at one's two lower cards."""

import pytest

from cambio import rules
from tests.cambio.rules.table import dealt


def test_the_game_begins_with_ten_seconds_to_look() -> None:
    table = dealt()
    assert table.state.phase == "initial_view"
    assert table.view(0)["initialViewEndsAt"] == 1010.0
    assert rules.next_deadline(table.state) == 1010.0
    assert table.view(0)["stage"] is None
    assert table.turn is None


def test_each_player_sees_their_own_two_lower_cards_and_nothing_else() -> None:
    table = dealt(3)
    for seat in range(3):
        hand = table.hand(seat)
        assert table.faces(seat) == {(seat, 2): hand[2], (seat, 3): hand[3]}
    assert table.faces(None) == {}


def test_who_has_confirmed_no_longer_sees_them_though_others_still_look() -> None:
    table = dealt().do(0, "confirm_initial_view")
    assert table.state.phase == "initial_view"
    assert table.faces(0) == {}
    assert len(table.faces(1)) == 2
    assert [player["hasViewedInitialCards"] for player in table.view(1)["players"]] == [True, False]


def test_everybody_is_told_who_has_confirmed_and_no_card() -> None:
    table = dealt(3).do(2, "confirm_initial_view")
    told = {"type": "INITIAL_VIEW_CONFIRMED", "playerId": 2, "audience": None}
    assert table.event("INITIAL_VIEW_CONFIRMED") == told


def test_a_second_confirmation_is_refused() -> None:
    assert dealt().do(0, "confirm_initial_view").refusal(0, "confirm_initial_view") == "already_viewed_cards"


def test_the_last_confirmation_ends_it_and_the_first_seat_begins() -> None:
    table = dealt(3)
    for seat in (2, 0):
        assert table.do(seat, "confirm_initial_view").event_types == ["INITIAL_VIEW_CONFIRMED"]
    table.do(1, "confirm_initial_view")
    assert table.event_types == ["INITIAL_VIEW_CONFIRMED", "INITIAL_VIEW_ENDED", "TURN_STARTED"]
    assert table.event("INITIAL_VIEW_ENDED") == {"type": "INITIAL_VIEW_ENDED", "phase": "playing", "audience": None}
    assert table.event("TURN_STARTED") == {"type": "TURN_STARTED", "playerId": 0, "phase": "playing", "audience": None}
    assert table.state.phase == "playing"
    assert table.turn == 0
    assert table.state.initial_view_ends_at is None


def test_the_deadline_ends_it_for_everybody() -> None:
    table = dealt().do(0, "confirm_initial_view")
    assert table.wait(9.9).event_types == []
    assert table.wait(0.1).event_types == ["INITIAL_VIEW_ENDED", "TURN_STARTED"]
    assert all(player.has_viewed_initial_cards for player in table.state.players)
    assert table.faces(0) == table.faces(1) == {}


def test_a_request_after_the_deadline_finds_the_game_playing_though_no_clock_ran() -> None:
    table = dealt().let_time_pass(10)
    assert table.view(1)["phase"] == "playing"
    assert table.faces(0) == {}
    assert {"type": "draw", "source": "deck"} in table.menu(0)
    assert table.do(0, "draw", source="deck").event_types == [
        "INITIAL_VIEW_ENDED",
        "TURN_STARTED",
        "CARD_DRAWN",
        "CARD_DRAWN",
    ]


def test_who_is_away_counts_as_having_confirmed() -> None:
    table = dealt(3).do(2, "disconnected").do(0, "confirm_initial_view")
    assert table.state.phase == "initial_view"
    assert rules.players_to_act(table.state) == (1,)
    assert table.do(1, "confirm_initial_view").state.phase == "playing"
    assert all(player.has_viewed_initial_cards for player in table.state.players)


def test_the_drop_out_of_the_last_player_still_looking_ends_it() -> None:
    table = dealt().do(0, "confirm_initial_view").do(1, "disconnected")
    assert table.event_types == ["PLAYER_DISCONNECTED", "INITIAL_VIEW_ENDED", "TURN_STARTED"]
    assert table.state.phase == "playing"


def test_who_comes_back_in_time_may_look_again() -> None:
    table = dealt(3).do(1, "disconnected").do(1, "reconnected")
    assert table.event_types == ["PLAYER_RECONNECTED"]
    assert len(table.faces(1)) == 2
    table.do(0, "confirm_initial_view").do(2, "confirm_initial_view")
    assert table.state.phase == "initial_view"


def test_the_drop_out_of_one_of_two_who_look_ends_nothing() -> None:
    assert dealt().do(1, "disconnected").state.phase == "initial_view"


def test_everybody_who_looks_is_to_act() -> None:
    table = dealt(3).do(1, "confirm_initial_view")
    assert rules.players_to_act(table.state) == (0, 2)
    assert table.menu(0) == [{"type": "confirm_initial_view"}]
    assert table.menu(1) == []
    assert table.view(0)["availableActions"] == ["confirm_initial_view"]


@pytest.mark.parametrize(
    "action",
    [
        {"type": "draw", "source": "deck"},
        {"type": "draw", "source": "discard"},
        {"type": "swap", "position": 0},
        {"type": "discard"},
        {"type": "use_power"},
        {"type": "skip_power"},
        {"type": "dismiss_reveal"},
        {"type": "call_cambio"},
    ],
    ids=str,
)
def test_nothing_else_is_legal_before_playing(action: dict[str, str]) -> None:
    for seat in (0, 1):
        assert dealt().refusal(seat, **action) == "invalid_action"


def test_nothing_can_be_confirmed_afterwards() -> None:
    assert dealt().wait(10).refusal(0, "confirm_initial_view") == "invalid_action"
