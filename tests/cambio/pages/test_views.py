"""The pages over HTTP: who sees what, practice, new tables, the waiting room, the result."""

import re
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from cambio.models import GameSession
from tabletop.accounts.models import User
from tests.cambio.kit import START, act, dealt, guest, lobby_of, people, position
from tests.cambio.pages.samples import position as arranged
from tests.cambio.pages.visits import client_of
from tests.cambio.twin import other_world

pytestmark = pytest.mark.django_db


def test_the_address_of_a_table_invites_a_stranger_like_its_link() -> None:
    """People copy what stands in the line of addresses."""
    game_id = lobby_of(people(1))
    answer = Client().get(f"/cambio/{game_id}/")
    html = answer.content.decode()
    assert (answer.status_code, "Juno invites you to Cambio" in html) == (200, True)
    assert f'/t/{GameSession.objects.get().room_code}/">' in html.partition('property="og:url" content="')[2][:60]
    assert f'href="/account/login/?next=%2Fcambio%2F{game_id}%2F"' in html, "who was logged out comes back"
    assert Client().get(f"/cambio/{uuid4()}/").status_code == 404


def test_somebody_without_a_seat_may_take_a_free_one() -> None:
    game_id = lobby_of(people(1))
    client = client_of(guest("Nils"))
    page = client.get(f"/cambio/{game_id}/").content.decode()
    assert "Juno invites you to Cambio" in page
    assert "You sit down as Nils." in page
    answer = client.post(f"/cambio/{game_id}/join/")
    assert answer["Location"] == f"/cambio/{game_id}/"
    assert "Two of two are here." in client.get(f"/cambio/{game_id}/").content.decode()
    # Pressing twice is no harm.
    assert client.post(f"/cambio/{game_id}/join/").status_code == 302


def test_a_full_and_a_started_table_say_so_to_strangers() -> None:
    persons = people(2)
    waiting = client_of(guest("Nils"))
    assert "All chairs are taken" in waiting.get(f"/cambio/{lobby_of(persons)}/").content.decode()
    started = lobby_of(persons)
    act(started, 0, "settings", watching="nobody")
    act(started, 0, "start")
    page = waiting.get(f"/cambio/{started}/").content.decode()
    assert "This game is on" in page
    assert "They look at their cards." in page
    assert "This table is closed to watchers." in page
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


def test_practice_is_dealt_as_soon_as_its_page_asks() -> None:
    client = client_of(guest("Nils"))
    table = client.post("/cambio/practice/")["Location"]
    assert "Deal the cards" in client.get(table).content.decode()
    client.post(f"{table}act/", {"do": "start"})
    assert "Remember these two." in client.get(table).content.decode()


def test_a_stranger_practises_at_once_under_a_makeshift_name(client: Client) -> None:
    assert "Deal the cards" in client.get("/cambio/practice/").content.decode()
    assert not User.objects.exists()
    table = client.get(client.post("/cambio/practice/")["Location"]).content.decode()
    assert "The shuffle is fixed" in table
    name = User.objects.get().display_name
    assert re.fullmatch(r"Guest [1-9]\d{3}", name)
    assert f"Good to see you, {name}." in client.get("/").content.decode()


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
    html = Client().get("/").content.decode()
    assert re.search(
        r'<button class="btn btn--primary" form="name-form" formaction="/cambio/practice/" formnov[a-z]+>Play', html
    )
    assert 'href="/cambio/practice/"' not in html
    html = client_of(guest("Nils")).get("/").content.decode()
    assert re.search(r'<button class="[^"]+" form="start-form" formaction="/cambio/practice/" aria-label="Play', html)
    assert 'href="/cambio/practice/"' not in html


def test_a_new_table_has_the_seats_and_bots_one_asked_for() -> None:
    client = client_of(guest("Nils"))
    fields = {"player_count": "3", "bot_count": "1", "level": "hard", "takeover": "on"}
    page = client.get(client.post("/cambio/new/", fields)["Location"]).content.decode()
    assert "Two of three are here." in page
    assert re.search(r'value="change_bot:hard:1:Ruby" aria-pressed="true"', page)
    refused = client.post("/cambio/new/", fields | {"bot_count": "3"})
    assert refused.status_code == 422
    assert "At least one seat is for a person." in refused.content.decode()


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
