"""Opening, joining, leaving, bots and the start, through the smallest game (rules 2.1, 2.2 of the table)."""

from collections.abc import Callable

import pytest

from tabletop.rules import RuleViolation
from tabletop.table import TableRules
from tests.table.duels import Seating, SlowPlug, WidePlug, abandoned, opened, over, started
from tests.tinygame.plug import DuelPlug, Settings

LOBBY_ACTIONS: tuple[tuple[int | None, str, dict[str, str]], ...] = (
    (None, "join", {"seatId": "Eve"}),
    (0, "add_bot", {"seatId": "Bot", "level": "low"}),
    (0, "remove_bot", {"seatId": "Ben"}),
    (0, "start", {}),
)


def wide() -> Seating:
    return opened(plug=WidePlug())


# --- opening ----------------------------------------------------------------------------------------------------------


def test_the_person_who_opens_the_table_is_its_host() -> None:
    seating = opened()
    assert (seating.names, seating.state.host, seating.state.game) == (["Ann"], "Ann", None)
    assert seating.rules.players_to_act(seating.state) == ()
    assert seating.rules.next_deadline(seating.state) is None


@pytest.mark.parametrize(("seats", "turn_seconds"), [(1, 30.0), (3, 30.0), (2, 0.5)])
def test_a_table_no_game_could_be_played_at_is_not_opened(seats: int, turn_seconds: float) -> None:
    with pytest.raises(RuleViolation) as refused:
        TableRules(DuelPlug()).new_table(seat_id="Ann", max_players=seats, settings=Settings(turn_seconds=turn_seconds))
    assert refused.value.code == ("invalid_clock" if seats == 2 else "invalid_player_count")
    assert refused.value.message in ("A duel is for two.", "A turn lasts a second at least.")


# --- join -------------------------------------------------------------------------------------------------------------


def test_a_newcomer_sits_down_behind_the_others() -> None:
    seating = wide().join("Ben").join("Cleo")
    assert seating.names == ["Ann", "Ben", "Cleo"]
    [event] = seating.events
    assert event.audience is None
    assert event.to_json() == {
        "type": "player_joined",
        "playerId": "Cleo",
        "playerType": "human",
        "turnOrder": 2,
        "totalPlayers": 3,
    }


def test_nobody_has_two_seats() -> None:
    seating = wide().join("Ben")
    assert seating.refusal(None, "join", seatId="Ben") == "already_in_game"
    assert seating.refusal(1, "join", seatId="Eve") == "already_in_game"


def test_a_full_table_takes_nobody() -> None:
    seating = opened().join("Ben")
    assert seating.refusal(None, "join", seatId="Eve") == "game_full"
    assert seating.refusal(0, "add_bot", seatId="Bot", level="low") == "game_full"


@pytest.mark.parametrize(
    ("seating", "code"),
    [(started, "game_already_started"), (over, "game_over"), (abandoned, "game_abandoned")],
    ids=["playing", "over", "abandoned"],
)
def test_after_the_start_nobody_sits_down_and_no_bot_comes_or_goes(seating: Callable[[], Seating], code: str) -> None:
    for seat, type, fields in LOBBY_ACTIONS:
        assert seating().refusal(seat, type, **fields) == code


# --- leave ------------------------------------------------------------------------------------------------------------


def test_a_seat_that_is_left_is_free_and_later_seats_move_up() -> None:
    seating = wide().join("Ben").join("Cleo").do(1, "leave")
    assert (seating.names, seating.state.host) == (["Ann", "Cleo"], "Ann")
    [event] = seating.events
    assert event.to_json() == {"type": "player_left", "playerId": "Ben", "hostPlayerId": "Ann"}
    assert seating.join("Dan").names == ["Ann", "Cleo", "Dan"]


def test_the_host_passes_to_the_person_who_has_sat_longest() -> None:
    seating = wide().add_bot("Bot").join("Ben").join("Cleo").do(0, "leave")
    assert (seating.names, seating.state.host) == (["Bot", "Ben", "Cleo"], "Ben")
    assert seating.events[0].to_json()["hostPlayerId"] == "Ben"
    assert seating.refusal(2, "start") == seating.refusal(0, "start") == "not_host"
    assert seating.rules.view(seating.state, 1, now=seating.now)["isHost"]
    assert not seating.rules.view(seating.state, 2, now=seating.now)["isHost"]


def test_a_table_of_bots_alone_has_no_host() -> None:
    seating = wide().add_bot("Bot").do(0, "leave")
    assert (seating.names, seating.state.host) == (["Bot"], None)
    assert seating.refusal(0, "start") == "not_host"


def test_leaving_a_running_game_is_absence_where_presence_counts() -> None:
    seating = started().do(1, "leave")
    assert (seating.names, seating.event_types) == (["Ann", "Ben"], ["player_disconnected"])
    assert seating.game.away_since == (None, seating.now)
    assert seating.do(1, "leave").events == ()


def test_elsewhere_a_running_game_is_not_left() -> None:
    assert started(plug=SlowPlug()).refusal(1, "leave") == "game_already_started"
    assert over(plug=SlowPlug()).refusal(1, "leave") == "game_over"


# --- add_bot, remove_bot, start ---------------------------------------------------------------------------------------


def test_a_bot_sits_down_like_everybody_else() -> None:
    seating = opened().add_bot("Bot", level="high")
    assert (seating.info(1).type, seating.info(1).bot_level) == ("bot", "high")
    assert seating.events[0].to_json()["playerType"] == "bot"


def test_a_bot_of_a_level_the_game_does_not_have_does_not_come() -> None:
    assert opened().refusal(0, "add_bot", seatId="Bot", level="divine") == "invalid_request"


def test_the_host_removes_a_bot_and_nobody_else() -> None:
    seating = wide().add_bot("Bot").join("Ben")
    for nobody in ("Ben", "Ann", "Eve"):
        assert seating.refusal(0, "remove_bot", seatId=nobody) == "no_such_bot"
    seating.do(0, "remove_bot", seatId="Bot")
    assert (seating.names, seating.event_types) == (["Ann", "Ben"], ["player_left"])


def test_what_the_host_does_is_refused_to_others() -> None:
    seating = wide().add_bot("Bot").join("Ben")
    for _host, type, fields in LOBBY_ACTIONS[1:]:
        assert seating.refusal(2, type, **fields) == "not_host"
        for stranger in (None, 9, -1, True, "0"):
            assert seating.refusal(stranger, type, **fields) == "player_not_in_game"


def test_one_player_is_too_few() -> None:
    assert opened().refusal(0, "start") == "invalid_player_count"


def test_the_start_deals_to_those_who_are_there() -> None:
    seating = started(turn_seconds=10.0)
    assert seating.event_types == ["game_started"]
    assert (seating.game.hands, seating.game.due) == (((1, 2, 3), (4, 5, 6)), seating.now + 10.0)
    assert seating.rules.players_to_act(seating.state) == (0,)


def test_the_menu_of_the_waiting_room_is_what_would_be_accepted() -> None:
    seating = opened()
    assert [
        seating.rules.action_to_json(action) for action in seating.rules.legal_actions(seating.state, 0, now=0)
    ] == [{"type": "leave"}]
    seating.join("Ben")
    for seat, types in ((0, ["start", "leave"]), (1, ["leave"]), (9, [])):
        menu = seating.rules.legal_actions(seating.state, seat, now=seating.now)
        assert [seating.rules.action_to_json(action)["type"] for action in menu] == types


def test_there_is_nothing_to_play_before_the_start() -> None:
    seating = opened().join("Ben")
    assert seating.refusal(0, "play", card=1) == seating.refusal(0, "take_back") == "game_not_started"
    assert seating.refusal(None, "play", card=1) == "player_not_in_game"
