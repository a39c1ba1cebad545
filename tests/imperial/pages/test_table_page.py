"""The page of a table over HTTP: who sees what, looking back, and the map in words."""

import re
from typing import Any, get_args
from uuid import UUID

import pytest
from django.template.loader import get_template
from django.test import Client

from imperial import rules, services
from imperial.pages.loading import loader
from imperial.pages.table import page
from imperial.rules.state import Mode
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import HTMX, browser, put

pytestmark = pytest.mark.django_db

MOST_STATEMENTS_OF_THE_PAGE = 7


def test_a_player_sees_the_question_and_a_spectator_sees_who_is_asked(game_id: UUID, persons: list[User]) -> None:
    assert "place your sealed bid" in browser(persons[0]).get(f"/imperial/{game_id}/").content.decode()
    watching = browser(kit.guest("Tess")).get(f"/imperial/{game_id}/").content.decode()
    assert "sealed bids are coming in" in watching
    assert "Seal this bid" not in watching


def test_the_page_takes_at_most_seven_statements(
    game_id: UUID, persons: list[User], django_assert_max_num_queries: Any
) -> None:
    client = browser(persons[0])
    client.get(f"/imperial/{game_id}/")  # the first visit also dates the session
    with django_assert_max_num_queries(MOST_STATEMENTS_OF_THE_PAGE):
        client.get(f"/imperial/{game_id}/")


def test_a_new_table_opens_in_the_waiting_room_and_starts(persons: list[User]) -> None:
    client = browser(persons[0])
    form = {"player_count": "3", "bot_count": "1", "pace": "calm", "is_open": "on"}
    address = client.post("/imperial/new/", form).headers["Location"]
    assert "Waiting for players" in client.get(address).content.decode()
    started = client.post(f"{address}act/", {"do": "start"}, **HTMX)
    assert "place your sealed bid" in started.content.decode()


def test_a_bot_added_with_the_same_key_again_is_one_bot(persons: list[User]) -> None:
    client = browser(persons[0])
    table = services.create_table(person=persons[0], player_count=4).game_id
    for _press in range(2):
        answer = client.post(f"/imperial/{table}/act/", {"do": "add_bot:sensible"}, **HTMX, HTTP_IDEMPOTENCY_KEY="one")
        assert answer.status_code == 200
    assert kit.seated_names(table) == ["Juno", "Ottilie"]


def test_a_practice_game_begins_at_once(persons: list[User]) -> None:
    client = browser(persons[0])
    assert "Begin the auction" in client.get("/imperial/practice/").content.decode()
    address = client.post("/imperial/practice/").headers["Location"]
    assert "place your sealed bid" in client.get(address).content.decode()


def test_a_stranger_practises_without_giving_a_name(client: Client) -> None:
    address = client.post("/imperial/practice/").headers["Location"]
    assert "place your sealed bid" in client.get(address).content.decode()


def test_anybody_may_look_back_and_share_a_turn(game_id: UUID, persons: list[User]) -> None:
    for person in persons:
        kit.act(game_id, person.display_name, "bid", amount=5)
    page = browser(kit.guest("Tess")).get(f"/imperial/{game_id}/turn/2/").content.decode()
    assert "Turn 2, looking back" in page
    assert f'href="/imperial/{game_id}/turn/1/"' in page
    assert "Juno has bid on Austria-Hungary." in page
    assert "Mara has bid on Austria-Hungary." not in page


def test_a_look_back_shows_no_bid_of_a_round_that_is_still_open(game_id: UUID, persons: list[User]) -> None:
    kit.act(game_id, "Juno", "bid", amount=7.77)
    kit.act(game_id, "Mara", "bid", amount=8.88)
    page = browser(persons[2]).get(f"/imperial/{game_id}/turn/2/").content.decode()
    assert "7.77" not in page


@pytest.mark.parametrize("number", [0, 99])
def test_there_is_no_looking_at_turns_that_never_were(game_id: UUID, persons: list[User], number: int) -> None:
    assert browser(persons[0]).get(f"/imperial/{game_id}/turn/{number}/").status_code == 404


def test_a_game_from_elsewhere_is_looked_back_at_from_its_first_turn_here(game_id: UUID, persons: list[User]) -> None:
    for person in persons:
        kit.act(game_id, person.display_name, "bid", amount=5)
    client, first = browser(persons[0]), kit.game_of(game_id).turn_id
    imported = services.import_game(
        data=rules.to_json(kit.game_of(game_id)), people={who.display_name: who for who in persons}
    ).pk
    page = client.get(f"/imperial/{imported}/turn/{first - 1}/", follow=True)
    assert page.redirect_chain == [(f"/imperial/{imported}/", 302)]
    assert "Its turns are kept from here on." in page.content.decode()
    buyer = rules.players_to_act(kit.game_of(imported))[0]
    kit.act(imported, buyer, "bid_buy", accept=False)
    assert f'min="{first}"' in client.get(f"/imperial/{imported}/turn/{first}/").content.decode()


def test_what_all_see_alike_is_rendered_once(game_id: UUID) -> None:
    kit.act(game_id, "Juno", "bid", amount=1)
    loaded = loader.load(game_id)
    seen = [page.contexts(loaded, seat) for seat in (kit.seat(game_id, "Mara"), kit.seat(game_id, "Nils"), None)]
    private = {part.name for part in seen[0] if len({contexts[part] for contexts in seen}) > 1}
    assert private == {"where", "decide", "lights", "players", "manners"}


def test_shares_beyond_all_measure_have_a_width_in_the_bar(game_id: UUID, persons: list[User]) -> None:
    put(game_id, bonds={"Austria": {"Juno": [8, 7, 6], "Mara": [2]}})
    page = browser(persons[0]).get(f"/imperial/{game_id}/").content.decode()
    assert '<li class="avatar--1 g12"><span aria-hidden="true">J 21</span>' in page
    assert '<li class="avatar--2 g1"><span aria-hidden="true">M 2</span>' in page


def test_only_who_buys_is_told_to_choose_a_bond(game_id: UUID, persons: list[User]) -> None:
    put(game_id, mode="buy", to_act=["Mara"])
    assert "Choose a lit bond" in browser(persons[1]).get(f"/imperial/{game_id}/").content.decode()
    watching = browser(persons[0]).get(f"/imperial/{game_id}/").content.decode()
    assert "The stock market" in watching
    assert "Choose a lit bond" not in watching


POSITIONS: dict[str, dict[str, Any]] = {
    "proposal": {},
    "market": {"mode": "buy", "to_act": ["Juno"]},
    "democracy": {"bonds": {"Austria": {"Juno": [4], "Mara": [3], "Nils": [2]}}},
}


@pytest.mark.parametrize("kind", ["auction", *POSITIONS])
def test_every_form_that_posts_works_without_script(game_id: UUID, persons: list[User], kind: str) -> None:
    if kind in POSITIONS:
        put(game_id, **POSITIONS[kind])
    page = browser(persons[0]).get(f"/imperial/{game_id}/").content.decode()
    forms = re.findall(r'<form\b[^>]*method="post"[^>]*>\s*(.{,60})', page)
    assert len(forms) > 2
    assert all("csrfmiddlewaretoken" in form for form in forms)


def test_the_map_is_there_in_words(game_id: UUID, persons: list[User]) -> None:
    put(game_id, armies={"Austria": ["Vienna", "Vienna"]}, fleets={"Italy": ["Ionian Sea"]})
    words = browser(persons[1]).get(f"/imperial/{game_id}/places/", **HTMX).content.decode()
    assert "<html" not in words
    assert "Austria-Hungary: 2 armies" in words
    assert "Italy: 1 fleet" in words
    assert words.count("<tr>") == 55
    # The names that the map has.
    assert '<th scope="row">Western Mediterranean</th>' in words
    assert "port to the Eastern Mediterranean" in words or "port to the Western Mediterranean" in words
    assert "Med," not in words


def test_without_script_and_on_phones_the_map_in_words_is_a_page(game_id: UUID, persons: list[User]) -> None:
    put(game_id, armies={"Austria": ["Vienna", "Vienna"]})
    client = browser(persons[1])
    table = client.get(f"/imperial/{game_id}/").content.decode()
    countries = table.partition('id="lands"')[2].partition("</section>")[0]
    assert f'href="/imperial/{game_id}/places/"' in countries
    words = client.get(f"/imperial/{game_id}/places/").content.decode()
    assert "<h1>The map in words</h1>" in words
    assert f'href="/imperial/{game_id}/"' in words
    assert "Austria-Hungary: 2 armies" in words


def test_words_of_the_game_say_what_they_mean_and_lead_to_their_rule(game_id: UUID, persons: list[User]) -> None:
    put(game_id, bonds={"Austria": {"Juno": [4], "Mara": [3], "Nils": [2]}, "Italy": {"Mara": [5]}})
    page = browser(persons[0]).get(f"/imperial/{game_id}/").content.decode()
    led_to = set(re.findall(r'href="/imperial/rules/#([a-z-]+)"[^>]* title="[^"]+"', page))
    assert led_to >= {"rondel", "government", "taxation", "investor"}
    rules = browser(persons[0]).get("/imperial/rules/").content.decode()
    assert [section for section in led_to if f'id="{section}"' not in rules] == []


def test_what_all_see_alike_is_built_once_a_move(game_id: UUID, persons: list[User]) -> None:
    loaded = loader.load(game_id)
    seat = loaded.seat_of(person=persons[0].pk)
    own, watched = (
        {part.name: context for part, context in page.contexts(loaded, who).items()} for who in (seat, None)
    )
    for name in ("works", "chips", "units", "rondel", "focus", "envelopes", "land0", "logfilter", "log"):
        assert own[name] is watched[name]
    assert own["decide"] != watched["decide"]


@pytest.mark.parametrize("mode", ["peace", *sorted({*get_args(Mode)} - {"game-over"})])
def test_those_who_wait_read_what_another_player_is_asked(mode: str) -> None:
    assert get_template(f"imperial/decide/waiting/_{mode}.html")
