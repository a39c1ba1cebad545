"""Coming, going and starting, through Cambio (rules 2 of the table)."""

import pytest

from cambio.plug import table
from tabletop.rules import RuleViolation
from tests.cambio.table.seating import arranged, opened


def test_the_person_who_opens_the_table_sits_in_seat_0_and_is_the_host() -> None:
    seating = opened()
    assert seating.names == ["Ines"]
    assert seating.host == 0
    assert seating.view(0)["phase"] == "setup"


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_a_table_has_two_to_four_seats(seats: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        opened(max_players=seats)
    assert refused.value.code == "invalid_player_count"


def test_a_newcomer_takes_the_lowest_free_seat_and_everybody_hears_of_it() -> None:
    seating = opened().join("Teo")
    assert seating.names == ["Ines", "Teo"]
    assert [event.audience for event in seating.events] == [None]
    assert seating.event("player_joined") == {
        "type": "player_joined",
        "playerId": "id-Teo",
        "playerType": "human",
        "turnOrder": 1,
        "totalPlayers": 2,
    }


def test_the_room_is_full_at_the_number_chosen_for_this_table() -> None:
    seating = opened(max_players=2).join("Teo")
    assert seating.refusal(None, "join", seatId="id-Mara") == "game_full"
    assert seating.refusal(0, "add_bot", seatId="id-Bo", level="easy") == "game_full"


def test_nobody_takes_two_seats() -> None:
    seating = opened().join("Teo")
    assert seating.refusal(None, "join", seatId="id-Teo") == "already_in_game"
    assert seating.refusal(1, "join", seatId="id-new") == "already_in_game"


def test_a_bot_takes_a_seat_like_everybody_else() -> None:
    seating = opened().add_bot("Robo", level="hard")
    assert seating.event("player_joined")["playerType"] == "bot"
    assert (seating.state.seats[1].type, seating.state.seats[1].bot_level) == ("bot", "hard")


def test_only_the_host_adds_bots_and_starts() -> None:
    seating = opened().join("Teo")
    assert seating.refusal(1, "start") == "not_host"
    assert seating.refusal(1, "add_bot", seatId="id-Bo", level="easy") == "not_host"


def test_start_needs_two() -> None:
    assert opened().refusal(0, "start") == "invalid_player_count"


def test_bots_count_as_players() -> None:
    seating = opened().add_bot("Robo").do(0, "start")
    assert seating.game.phase == "initial_view"


def test_the_game_does_not_start_by_itself() -> None:
    assert opened(max_players=2).join("Teo").state.game is None


def test_empty_seats_vanish_at_the_start() -> None:
    seating = opened(max_players=4).join("Teo").do(0, "start")
    assert len(seating.game.players) == 2
    assert [player.display_name for player in seating.game.players] == ["id-Ines", "id-Teo"]


def test_everybody_hears_of_the_start_and_each_sees_two_cards() -> None:
    seating = opened().join("Teo").do(0, "start")
    assert seating.event_types == ["GAME_STARTED", "INITIAL_CARDS", "INITIAL_CARDS"]
    assert seating.event("GAME_STARTED")["turnOrder"] == ["id-Ines", "id-Teo"]
    assert [event.audience for event in seating.events] == [None, (0,), (1,)]


def test_leaving_moves_later_seats_up() -> None:
    seating = opened().join("Teo").join("Mara").do(1, "leave")
    assert seating.names == ["Ines", "Mara"]
    assert seating.event("player_left") == {"type": "player_left", "playerId": "id-Teo", "hostPlayerId": "id-Ines"}
    assert seating.join("Ole").names == ["Ines", "Mara", "Ole"]


def test_host_passes_to_the_human_with_the_lowest_seat() -> None:
    seating = opened().add_bot("Robo").join("Teo").join("Mara").do(0, "leave")
    assert seating.names == ["Robo", "Teo", "Mara"]
    assert seating.host == 1
    assert seating.event("player_left")["hostPlayerId"] == "id-Teo"
    assert seating.do(1, "start").game.phase == "initial_view"


def test_the_host_stays_host_when_the_seat_moves_up() -> None:
    seating = opened().join("Teo").join("Mara").do(0, "leave")
    assert seating.host == 0
    seating.do(1, "leave")
    assert (seating.names, seating.host) == (["Teo"], 0)


def test_a_table_without_humans_has_no_host() -> None:
    seating = opened().add_bot("Robo").do(0, "leave")
    assert seating.host is None
    assert seating.event("player_left")["hostPlayerId"] is None
    assert seating.refusal(0, "start") == "not_host"


def test_after_the_start_nobody_joins_or_starts_again() -> None:
    seating = opened(max_players=2).join("Teo").do(0, "start")
    assert seating.refusal(None, "join", seatId="id-Mara") == "game_already_started"
    assert seating.refusal(0, "start") == "game_already_started"
    assert seating.refusal(0, "add_bot", seatId="id-Bo", level="easy") == "game_already_started"


def test_a_completed_game_says_that_it_is_over() -> None:
    seating = arranged((None, None), phase="completed", caller=0)
    assert seating.refusal(None, "join", seatId="id-Mara") == "game_already_completed"
    assert seating.refusal(0, "start") == "game_already_completed"
    assert seating.refusal(0, "draw", source="deck") == "game_already_completed"


def test_leaving_after_setup_is_a_disconnection() -> None:
    seating = opened().join("Teo").do(0, "start").do(1, "leave")
    assert seating.event_types == ["PLAYER_DISCONNECTED"]
    assert seating.event("PLAYER_DISCONNECTED")["playerId"] == "id-Teo"
    assert len(seating.state.seats) == 2
    assert not seating.game.players[1].is_connected


def test_no_card_is_touched_before_the_start() -> None:
    seating = opened().join("Teo")
    for type in ("confirm_initial_view", "discard", "call_cambio", "skip_power", "dismiss_reveal"):
        assert seating.refusal(0, type) == "invalid_action"


def test_everybody_sees_who_is_away_from_the_waiting_room() -> None:
    seating = opened().join("Teo").add_bot("Robo").do(1, "left")
    assert seating.event("player_disconnected") == {"type": "player_disconnected", "playerId": "id-Teo"}
    assert [player["isConnected"] for player in seating.view(0)["players"]] == [True, False, True]
    assert seating.do(1, "left").events == ()
    assert seating.do(2, "left").events == ()
    assert seating.do(1, "arrived").event_types == ["player_reconnected"]
    assert seating.do(1, "arrived").events == ()
    assert [player["isConnected"] for player in seating.view(0)["players"]] == [True, True, True]


def test_who_is_away_keeps_being_away_when_the_seat_moves_up() -> None:
    seating = opened().join("Teo").join("Mara").do(2, "left").do(1, "leave")
    assert [player["isConnected"] for player in seating.view(0)["players"]] == [True, False]


def test_a_player_who_left_the_waiting_room_without_a_word_is_away_from_the_game() -> None:
    seating = opened().join("Teo").do(1, "left")
    left_at = seating.now
    seating.now += 30.0
    seating.do(0, "start")
    assert [player.is_connected for player in seating.game.players] == [True, False]
    assert seating.game.players[1].disconnected_at == left_at
    # Rules 5.5 of Cambio: who is away counts as having confirmed.
    seating.do(0, "confirm_initial_view").do(0, "draw", source="discard").do(0, "swap", position=0)
    assert seating.turn == 1
    assert seating.wait(left_at + 60.0 - seating.now).event_types == ["TURN_FORFEITED", "TURN_STARTED"]


def test_a_bot_takes_over_for_a_player_who_left_the_waiting_room_where_that_is_allowed() -> None:
    seating = opened(takeover=True).join("Teo").do(1, "left").do(0, "start").do(0, "confirm_initial_view")
    assert seating.wait(60.0).event_types == ["seat_taken_over"]


def test_the_host_removes_a_bot_and_later_seats_move_up() -> None:
    seating = opened().add_bot("Robo").add_bot("Bo", level="hard").join("Teo")
    seating.do(0, "remove_bot", seatId="id-Robo")
    assert seating.names == ["Ines", "Bo", "Teo"]
    assert seating.event("player_left") == {"type": "player_left", "playerId": "id-Robo", "hostPlayerId": "id-Ines"}
    assert seating.refusal(0, "remove_bot", seatId="id-Robo") == "invalid_bot"


def test_only_bots_are_removed_by_the_host_alone_and_before_the_start() -> None:
    seating = opened().add_bot("Robo").join("Teo")
    assert seating.refusal(2, "remove_bot", seatId="id-Robo") == "not_host"
    assert seating.refusal(None, "remove_bot", seatId="id-Robo") == "player_not_in_game"
    for nobody in ("id-Teo", "id-Ines", "", "1"):
        assert seating.refusal(0, "remove_bot", seatId=nobody) == "invalid_bot"
    assert seating.refusal(0, "remove_bot", seatId=1) == "invalid_request"
    assert seating.do(0, "start").refusal(0, "remove_bot", seatId="id-Robo") == "game_already_started"


def test_a_late_word_about_a_seat_that_is_gone_is_ignored() -> None:
    seating = opened().join("Teo").join("Mara").do(2, "leave")
    assert seating.do(2, "left").events == ()
    seating.do(0, "start")
    before = seating.state
    assert seating.do(2, "left").state == before


@pytest.mark.parametrize("stranger", [None, 2, 99, -1, True, "0"])
def test_a_stranger_can_do_nothing(stranger: object) -> None:
    seating = opened().join("Teo")
    for type in ("start", "leave", "draw"):
        assert seating.refusal(stranger, type, source="deck") == "player_not_in_game"
    seating.do(0, "start")
    for type in ("leave", "draw", "confirm_initial_view"):
        assert seating.refusal(stranger, type, source="deck") == "player_not_in_game"


@pytest.mark.parametrize(
    "action",
    [
        {"type": "join"},
        {"type": "join", "seatId": 7},
        {"type": "join", "seatId": None},
        {"type": "add_bot", "seatId": "id"},
        {"type": "add_bot", "seatId": "id", "level": None},
        {"type": "add_bot", "seatId": "id", "level": "unbeatable"},
        {"type": "hand_to_bot", "seatId": 1, "level": "easy"},
        {"type": "hand_to_bot", "seatId": True, "level": "easy"},
        {"type": "hand_to_bot", "seatId": "id-Ines", "level": 3},
        {"type": "dance"},
    ],
)
def test_a_wrong_shape_is_an_invalid_request(action: dict[str, object]) -> None:
    with pytest.raises(RuleViolation) as refused:
        table.apply(opened().state, 0, action, now=0.0, shuffle=list)
    assert refused.value.code == "invalid_request"


def test_the_menu_of_the_lobby_is_what_the_view_offers() -> None:
    seating = opened()
    assert seating.view(0)["availableActions"] == ["leave_game"]
    seating.join("Teo")
    assert seating.view(0)["availableActions"] == ["start_game", "leave_game"]
    assert seating.view(1)["availableActions"] == ["leave_game"]
    assert seating.view(None)["availableActions"] == []
    for seat in (0, 1):
        for action in table.legal_actions(seating.state, seat, now=seating.now):
            table.apply(seating.state, seat, action, now=seating.now, shuffle=list)
    assert table.players_to_act(seating.state) == ()
    assert table.next_deadline(seating.state) is None
    assert table.result(seating.state) is None
