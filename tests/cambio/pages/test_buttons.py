"""What a button of the table's page sends, what it answers, and what is refused."""

from pathlib import Path
from typing import Any

import pytest
import time_machine

from cambio.models import GameSession
from cambio.services import engine
from tabletop.engine import Move
from tabletop.play import submit
from tests.cambio.kit import START, act, dealt, game_of, lobby_of, people, position, rows_of, state_of
from tests.cambio.pages.samples import position as arranged
from tests.cambio.pages.visits import client_of, press
from tests.kit.catalogue import READER, translate_site
from tests.kit.roads import both_roads

pytestmark = [pytest.mark.django_db, both_roads]


def test_the_host_adds_bots_and_starts() -> None:
    juno, mara = people(2)
    game_id = lobby_of([juno, mara], bots=())
    GameSession.objects.filter(pk=game_id).update(max_players=3)
    status, body = press(client_of(mara), game_id, "start")
    assert status == 409
    status, body = press(client_of(juno), game_id, "add_bot:medium")
    assert status == 200
    assert "medium bot" in body
    status, body = press(client_of(juno), game_id, "start")
    assert status == 200
    assert "Remember these two." in body


def test_a_whole_turn_by_its_buttons() -> None:
    persons = people(2)
    game_id = dealt(persons)
    for seat in (0, 1):
        act(game_id, seat, "confirm_initial_view")
    client = client_of(persons[0])
    assert press(client, game_id, "draw:deck")[0] == 200
    status, body = press(client, game_id, "swap:2")
    assert status == 200
    assert "is drawing." in body
    assert "swapped the bottom left card." in body


@pytest.mark.parametrize(
    ("card", "do", "fields"),
    [
        ("7c", "peek:3", {}),
        ("9c", "peek:1:0", {}),
        ("Jc", "swap_two", {"own": "1", "theirs": "1:3"}),
        ("Qc", "skip_power", {}),
    ],
)
def test_every_power_has_its_button(card: str, do: str, fields: dict[str, str]) -> None:
    persons = people(2)
    game_id = dealt(persons)
    position(game_id, arranged(players=2, held=card, held_from="deck"))
    client = client_of(persons[0])
    status, body = press(client, game_id, "discard")
    assert status == 200
    assert "<dialog" in body
    assert press(client, game_id, do, **fields)[0] == 200
    power = game_of(game_id).open_power
    assert (power is None) == (do in ("swap_two", "skip_power"))


@pytest.mark.parametrize(
    "do",
    [
        *("", "fly", "draw", "draw:deck:deck", "swap:one", "swap:", "peek:1:2:3", "swap_two"),
        *("add_bot:genius", "add_bot", "start:x", "start_game"),
    ],
)
def test_what_no_button_sends_is_refused(do: str) -> None:
    persons = people(2)
    game_id = dealt(persons)
    before = rows_of(game_id)
    assert press(client_of(persons[0]), game_id, do)[0] == 400
    assert rows_of(game_id) == before


def test_a_refusal_says_why_and_shows_the_table() -> None:
    persons = people(2)
    game_id = dealt(persons)
    for seat in (0, 1):
        act(game_id, seat, "confirm_initial_view")
    status, body = press(client_of(persons[1]), game_id, "draw:deck")
    assert status == 409
    assert "Not your turn yet." in body
    assert "Juno is drawing." in body


def test_the_addresses_of_buttons_lead_every_visitor_to_the_table() -> None:
    juno, mara = people(2)
    game_id = lobby_of([juno])
    for person in (juno, mara):
        for path in ("act/", "join/", "leave/", "rematch/"):
            assert client_of(person).get(f"/cambio/{game_id}/{path}")["Location"] == f"/cambio/{game_id}/"
    assert len(state_of(game_id).seats) == 1


def test_a_refusal_is_said_in_the_language_of_the_player(settings: Any, tmp_path: Path) -> None:
    translate_site(settings, tmp_path)
    persons = people(2)
    game_id = dealt(persons)
    for seat in (0, 1):
        act(game_id, seat, "confirm_initial_view")
    client = client_of(persons[1])
    client.defaults |= READER
    assert "Du bist noch nicht dran." in press(client, game_id, "draw:deck")[1]


def test_a_first_look_ends_for_a_player_who_has_confirmed() -> None:
    persons = people(2)
    game_id = dealt(persons, now=START)
    status, body = press(client_of(persons[0]), game_id, "confirm_initial_view")
    assert status == 200
    assert "Waiting for Mara." in body
    assert "is-peek" not in body


def test_a_player_who_confirms_as_the_time_runs_out_is_not_told_off() -> None:
    persons = people(2)
    game_id = dealt(persons)
    with time_machine.travel(START + 10, tick=False):
        status, body = press(client_of(persons[1]), game_id, "confirm_initial_view")
    assert status == 200
    assert "Juno is drawing." in body
    assert 'class="toast' not in body


@pytest.mark.parametrize(
    ("ended", "line"),
    [("by the clock", "Mara is drawing."), ("by the next event", "Mara is away."), ("with the game", "You win with 7")],
)
def test_a_player_who_closes_a_look_that_has_just_ended_is_not_told_off(ended: str, line: str) -> None:
    persons = people(2)
    game_id = dealt(persons)
    last: dict[str, Any] = {"phase": "final_round", "caller": 1} if ended == "with the game" else {}
    position(game_id, arranged(players=2, held="7c", held_from="deck", **last))
    act(game_id, 0, "discard")
    act(game_id, 0, "use_power", position=1)
    if ended == "by the next event":
        submit(engine, game_id, Move(seat=1, action={"type": "left"}), now=START + 1)
    with time_machine.travel(START + (1 if ended == "by the next event" else 5), tick=False):
        status, body = press(client_of(persons[0]), game_id, "dismiss_reveal")
    assert status == 200
    assert line in body
    assert 'class="toast' not in body


def test_there_is_nothing_to_close_before_anything_is_on_show() -> None:
    persons = people(2)
    game_id = dealt(persons)
    position(game_id, arranged(players=2, held="7c", held_from="deck"))
    client = client_of(persons[0])
    press(client, game_id, "discard")
    assert press(client, game_id, "dismiss_reveal")[0] == 409
