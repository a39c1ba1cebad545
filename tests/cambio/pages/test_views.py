"""The pages over HTTP: who sees what, what a button sends, and what is refused."""

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from cambio.models import GameSession
from cambio.services import engine
from tabletop.accounts.models import User
from tabletop.play import submit
from tests.cambio.kit import START, act, dealt, game_of, guest, lobby_of, people, position, rows_of, state_of
from tests.cambio.pages.samples import position as arranged
from tests.cambio.twin import other_world
from tests.kit.catalogue import READER, translate_site

pytestmark = pytest.mark.django_db


def client_of(person: User) -> Client:
    client = Client()
    client.force_login(person)
    return client


def press(client: Client, game_id: object, do: str, **fields: str) -> tuple[int, str]:
    answer = client.post(f"/cambio/{game_id}/act/", {"do": do, **fields}, headers={"HX-Request": "true"})
    return answer.status_code, answer.content.decode()


def test_a_stranger_is_asked_for_a_name_first() -> None:
    game_id = lobby_of(people(1))
    answer = Client().get(f"/cambio/{game_id}/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/account/guest/?next=%2Fcambio%2F")


def test_somebody_without_a_seat_may_take_a_free_one() -> None:
    game_id = lobby_of(people(1))
    client = client_of(guest("Nils"))
    assert "Sit down as Nils" in client.get(f"/cambio/{game_id}/").content.decode()
    answer = client.post(f"/cambio/{game_id}/join/")
    assert answer["Location"] == f"/cambio/{game_id}/"
    assert "Two of two are here." in client.get(f"/cambio/{game_id}/").content.decode()
    # Pressing twice is no harm.
    assert client.post(f"/cambio/{game_id}/join/").status_code == 302


def test_a_full_and_a_started_table_say_so_to_strangers() -> None:
    persons = people(2)
    waiting = client_of(guest("Nils"))
    assert "All seats are taken." in waiting.get(f"/cambio/{lobby_of(persons)}/").content.decode()
    started = dealt(persons)
    page = waiting.get(f"/cambio/{started}/").content.decode()
    assert "They have started without you." in page
    assert "card-0-0" not in page
    answer = waiting.post(f"/cambio/{started}/join/")
    assert answer.status_code == 409


def test_a_table_nobody_knows_is_not_found() -> None:
    client = client_of(guest("Nils"))
    for path in ("", "parts/"):
        assert client.get(f"/cambio/{uuid4()}/{path}").status_code == 404
    for path in ("join/", "leave/", "rematch/", "act/"):
        assert client.post(f"/cambio/{uuid4()}/{path}").status_code == 404


def test_looking_at_addresses_starts_nothing() -> None:
    client = client_of(guest("Nils"))
    for path in ("practice/", "new/", "how-to-play/"):
        assert client.get(f"/cambio/{path}").status_code == 200
    assert not GameSession.objects.exists()


def test_practice_is_dealt_at_once() -> None:
    client = client_of(guest("Nils"))
    table = client.post("/cambio/practice/")["Location"]
    assert "Remember these two." in client.get(table).content.decode()


def test_a_stranger_practises_at_once_under_a_makeshift_name(client: Client) -> None:
    assert "Deal the cards" in client.get("/cambio/practice/").content.decode()
    assert not User.objects.exists()
    table = client.get(client.post("/cambio/practice/")["Location"]).content.decode()
    assert "Remember these two." in table
    name = User.objects.get().display_name
    assert re.fullmatch(r"Guest [1-9]\d{3}", name)
    assert f"You play as {name}." in client.get("/").content.decode()


def test_a_name_that_stands_on_the_home_page_is_taken_along(client: Client) -> None:
    client.post("/cambio/practice/", {"name": " Evelyn "})
    assert User.objects.get().display_name == "Evelyn"


def test_an_address_cannot_practise_as_ever_new_strangers(client: Client) -> None:
    with time_machine.travel(START, tick=False):
        for _ in range(20):
            Client().post("/cambio/practice/")
        assert client.post("/cambio/practice/").status_code == 429
    assert (User.objects.count(), GameSession.objects.count()) == (20, 20)


def test_the_home_page_deals_a_practice_game_with_a_button_not_with_a_link() -> None:
    html = client_of(guest("Nils")).get("/").content.decode()
    assert re.search(
        r'<button class="btn btn--primary" form="name-form" formaction="/cambio/practice/" formnov[a-z]+>Play', html
    )
    assert 'href="/cambio/practice/"' not in html


def test_a_new_table_has_the_seats_and_bots_one_asked_for() -> None:
    client = client_of(guest("Nils"))
    fields = {"player_count": "3", "bot_count": "1", "level": "hard", "takeover": "on"}
    page = client.get(client.post("/cambio/new/", fields)["Location"]).content.decode()
    assert "Two of three are here." in page
    assert "hard bot" in page
    refused = client.post("/cambio/new/", fields | {"bot_count": "3"})
    assert refused.status_code == 422
    assert "At least one seat is for a person." in refused.content.decode()


def test_the_host_adds_bots_and_starts() -> None:
    juno, mara = people(2)
    game_id = lobby_of([juno, mara], bots=())
    GameSession.objects.filter(pk=game_id).update(max_players=3)
    status, body = press(client_of(mara), game_id, "start_game")
    assert status == 409
    status, body = press(client_of(juno), game_id, "add_bot:medium")
    assert status == 200
    assert "medium bot" in body
    status, body = press(client_of(juno), game_id, "start_game")
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
    "do", ["", "fly", "draw", "draw:deck:deck", "swap:one", "swap:", "peek:1:2:3", "swap_two", "add_bot:genius"]
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


def test_the_addresses_of_buttons_lead_to_the_table_whoever_opens_them() -> None:
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


def test_who_leaves_the_waiting_room_goes_home() -> None:
    juno, mara = people(2)
    game_id = lobby_of([juno, mara])
    assert client_of(mara).post(f"/cambio/{game_id}/leave/")["Location"] == "/"
    assert "One of two is here." in client_of(juno).get(f"/cambio/{game_id}/").content.decode()
    assert client_of(juno).post(f"/cambio/{game_id}/leave/")["Location"] == "/"
    assert not GameSession.objects.exists()


def test_the_result_names_the_place_of_the_deal() -> None:
    persons = people(2)
    game_id = dealt(persons)
    for seat in (0, 1):
        act(game_id, seat, "confirm_initial_view")
    act(game_id, 0, "call_cambio")
    act(game_id, 1, "draw", source="discard")
    act(game_id, 1, "swap", position=0)
    page = client_of(persons[0]).get(f"/cambio/{game_id}/").content.decode()
    seed = bytes(GameSession.objects.get(pk=game_id).shuffle_seed).hex()
    assert f"/shuffle/?secret={seed}&amp;" in page
    # The second of them joined with action 1; the host dealt with action 2.
    assert "&amp;place=2&amp;" in page
    again = client_of(persons[0]).post(f"/cambio/{game_id}/rematch/")["Location"]
    assert client_of(persons[1]).post(f"/cambio/{game_id}/rematch/")["Location"] == again


def test_the_secret_stays_secret_until_the_end() -> None:
    persons = people(2)
    game_id = dealt(persons)
    seed = bytes(GameSession.objects.get(pk=game_id).shuffle_seed).hex()
    assert seed not in client_of(persons[0]).get(f"/cambio/{game_id}/").content.decode()


@pytest.mark.parametrize("held", [None, "4c"])
def test_twin_tables_send_the_same_page(held: str | None) -> None:
    persons = people(2)
    game_id = dealt(persons)
    client = client_of(persons[0])
    game = arranged(players=2, turn=1, held=held, held_from="deck" if held else None)
    twin = other_world(game, 0)
    assert twin is not None
    pages = []
    for world in (game, twin):
        position(game_id, world)
        page = client.get(f"/cambio/{game_id}/").content.decode()
        pages.append(re.sub(r'(csrfmiddlewaretoken" value="|x-csrftoken": "|data-now=")[^"]+', r"\1", page))
    assert pages[0] == pages[1]


def test_ids_of_a_whole_page_are_used_once() -> None:
    persons = people(2)
    for game_id in (lobby_of(persons), dealt(persons)):
        page = client_of(persons[0]).get(f"/cambio/{game_id}/").content.decode()
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids))
        # Every button outside a form names one that is there.
        assert set(re.findall(r'<button[^>]*\sform="([^"]+)"', page)) <= set(ids)


def test_the_page_needs_few_statements(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    persons = people(4)
    game_id = dealt(persons)
    client = client_of(persons[0])
    client.get(f"/cambio/{game_id}/")
    with django_assert_max_num_queries(8):
        assert client.get(f"/cambio/{game_id}/").status_code == 200


def test_a_first_look_ends_for_whoever_has_confirmed() -> None:
    persons = people(2)
    game_id = dealt(persons, now=START)
    status, body = press(client_of(persons[0]), game_id, "confirm_initial_view")
    assert status == 200
    assert "Waiting for Mara." in body
    assert "is-peek" not in body


def test_whoever_confirms_as_the_time_runs_out_is_not_told_off() -> None:
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
def test_whoever_closes_a_look_that_has_just_ended_is_not_told_off(ended: str, line: str) -> None:
    persons = people(2)
    game_id = dealt(persons)
    last: dict[str, Any] = {"phase": "final_round", "caller": 1} if ended == "with the game" else {}
    position(game_id, arranged(players=2, held="7c", held_from="deck", **last))
    act(game_id, 0, "discard")
    act(game_id, 0, "use_power", position=1)
    if ended == "by the next event":
        submit(engine, game_id, seat=1, action={"type": "left"}, now=START + 1)
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
