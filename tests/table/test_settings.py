"""What a host chooses at a waiting table: its name, who may come in and look on, seats, and what the game offers."""

from typing import Any

import pytest

from tabletop.table import Choices
from tests.table.duels import Seating, WidePlug, opened, started

BAD: list[tuple[dict[str, Any], str]] = [
    ({"watching": "friends"}, "invalid_request"),
    ({"isOpen": "yes"}, "invalid_request"),
    ({"takeover": 1}, "invalid_request"),
    ({"name": None}, "invalid_request"),
    *(
        ({"name": name}, "invalid_table_name")
        for name in (
            "x" * 41,
            "\u0915\u094d" * 5_000,
            "Sunday\u202esix",
            "Sunday\u200fsix",
            "\u3164\u3164\u3164",
            "\u2800 six",
            "Sun\u200bday",
            "\u0301\u0308",
            "\u0301Sunday",
            "Z\u0335\u0336\u0337\u0338\u0321algo",
            "- ! -",
            "\U0001f3b2",
            "\u1100" * 80,
            "Six \U0001f44d" + "\U0001f3fd" * 80,
            "Sunday\x00six",
        )
    ),
    ({"maxPlayers": 9}, "invalid_player_count"),
    ({"maxPlayers": 2}, "seat_is_taken"),
    ({"game": {"turnSeconds": 0}}, "invalid_clock"),
    ({"game": {"turnSeconds": "long"}}, "invalid_request"),
    ({"game": 7}, "invalid_request"),
]


def room() -> Seating:
    return opened(plug=WidePlug()).join("Ben").join("Cleo")


def test_a_new_table_is_private_and_may_be_watched_by_who_has_the_link() -> None:
    seen = opened().rules.view(opened().state, 0, now=0)
    assert (seen["isOpen"], seen["watching"], seen["name"]) == (False, "link", "")


def test_the_host_changes_what_is_named_and_everybody_hears_of_it() -> None:
    seating = room().do(0, "settings", name="  Sunday   six ", isOpen=True)
    assert seating.state.choices == Choices(name="Sunday six", is_open=True)
    assert [event.to_json() for event in seating.events] == [
        {
            "type": "settings",
            "name": "Sunday six",
            "isOpen": True,
            "watching": "link",
            "takeover": False,
            "turnClock": None,
            "maxPlayers": 4,
        }
    ]
    seating.do(0, "settings", watching="nobody", takeover=True, maxPlayers=3)
    assert seating.state.choices == Choices(name="Sunday six", is_open=True, watching="nobody", takeover=True)
    assert seating.state.max_players == 3


def test_the_game_offers_choices_of_its_own() -> None:
    seating = room().do(0, "settings", game={"turnSeconds": 90})
    assert (seating.state.settings.turn_seconds, seating.event_types) == (90, ["settings"])


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Cafe\u0301  at six", "Caf\u00e9 at six"),
        ("x" * 40, "x" * 40),
        ("z\u030c\u0323" * 40, "\u1e93\u030c" * 40),
        ("\u0644\u064a\u0644\u0649 & Ada, 6 o\u2019clock!", "\u0644\u064a\u0644\u0649 & Ada, 6 o'clock!"),
        ("Six \U0001f3b2 \u2764\ufe0f", "Six \U0001f3b2 \u2764"),
        ("\u3000 ", ""),
    ],
)
def test_a_name_is_kept_in_one_form_and_counted_as_people_count(typed: str, kept: str) -> None:
    assert room().do(0, "settings", name="Six").do(0, "settings", name=typed).state.choices.name == kept


def test_what_is_chosen_already_changes_nothing() -> None:
    seating = room().do(0, "settings", isOpen=False)
    assert seating.event_types == []


@pytest.mark.parametrize(("chosen", "code"), BAD)
def test_bad_choices_are_refused(chosen: dict[str, Any], code: str) -> None:
    assert room().refusal(0, "settings", **chosen) == code


def test_only_the_host_chooses_and_only_before_the_game() -> None:
    assert room().refusal(1, "settings", isOpen=True) == "not_host"
    assert room().refusal(None, "settings", isOpen=True) == "player_not_in_game"
    assert started().refusal(0, "settings", isOpen=True) == "game_already_started"


def test_the_host_sends_a_person_away() -> None:
    seating = room().do(0, "remove_person", seatId="Ben")
    assert seating.names == ["Ann", "Cleo"]
    assert [event.to_json() for event in seating.events] == [
        {"type": "player_left", "playerId": "Ben", "hostPlayerId": "Ann", "removed": True}
    ]


@pytest.mark.parametrize("seat_id", ["Ann", "Bot", "nobody"])
def test_the_host_cannot_send_away_who_is_no_other_person(seat_id: str) -> None:
    assert room().add_bot("Bot").refusal(0, "remove_person", seatId=seat_id) == "no_such_person"


def test_nobody_else_sends_anybody_away() -> None:
    assert room().refusal(1, "remove_person", seatId="Cleo") == "not_host"
    assert room().refusal(None, "remove_person", seatId="Cleo") == "player_not_in_game"
    assert started().refusal(0, "remove_person", seatId="Ben") == "game_already_started"


def test_the_host_lets_a_bot_play_better_and_it_keeps_its_seat() -> None:
    seating = opened(plug=WidePlug()).do(0, "add_bot", seatId="bot", level="low").join("Ben")
    assert seating.refusal(2, "change_bot", seatId="bot", level="high") == "not_host"
    assert seating.refusal(0, "change_bot", seatId="bot", level="divine") == "invalid_request"
    assert seating.refusal(0, "change_bot", seatId="nobody", level="high") == "no_such_bot"
    seating.do(0, "change_bot", seatId="bot", level="high")
    assert [event.to_json() for event in seating.events] == [
        {"type": "bot_changed", "playerId": "bot", "botLevel": "high"}
    ]
    assert [info.bot_level for info in seating.state.seats] == [None, "high", None]
    assert seating.do(0, "change_bot", seatId="bot", level="high").event_types == []
    assert started().refusal(0, "change_bot", seatId="bot", level="low") == "game_already_started"
