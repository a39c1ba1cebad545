"""The page of a table over HTTP: who sees what, drafts, moves, refusals."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.db.models import F
from django.test import Client

from imperial import rules, services
from imperial.models import Game, PlayerInfo
from imperial.pages import loading
from imperial.pages.table import page
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import HTMX, between_look_and_lock, browser, post, put

pytestmark = pytest.mark.django_db

MOST_STATEMENTS_OF_THE_PAGE = 7


@pytest.fixture
def persons() -> list[User]:
    return kit.people(3)


@pytest.fixture
def game_id(persons: list[User]) -> UUID:
    return kit.begun(persons)


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


def test_a_bid_is_taken_and_its_amount_is_nowhere_on_the_pages_of_others(game_id: UUID, persons: list[User]) -> None:
    answer = post(browser(persons[0]), game_id, "act", type="bid", amount="7,77")
    assert answer.status_code == 200
    assert kit.game_of(game_id).player_info["Juno"].bid == 777
    assert "7.77" not in browser(persons[1]).get(f"/imperial/{game_id}/").content.decode()


@pytest.mark.parametrize("amount", ["", "four", "-1", "1e999", "nan"])
def test_a_bid_that_is_none_is_refused_with_a_sentence(game_id: UUID, persons: list[User], amount: str) -> None:
    before = kit.rows_of(game_id)
    answer = post(browser(persons[0]), game_id, "act", type="bid", amount=amount)
    assert answer.status_code == 409
    assert kit.rows_of(game_id) == before


def test_a_choice_on_the_rondel_is_kept_and_shows_what_it_does(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    answer = post(browser(persons[0]), game_id, "draft", spot="Taxation")
    assert "Collect taxes" in answer.content.decode()
    reloaded = browser(persons[0]).get(f"/imperial/{game_id}/").content.decode()
    assert "Collect taxes" in reloaded
    post(browser(persons[0]), game_id, "act", type="propose")
    assert kit.game_of(game_id).country_info["Austria"].wheel_spot == "Taxation"


@pytest.mark.parametrize(
    ("fleets", "armies", "told"),
    [
        (1, 2, "You plan the moves next: 1 fleet, then 2 armies."),
        (0, 1, "You plan the moves next: 1 army."),
        (2, 0, "You plan the moves next: 2 fleets."),
        (0, 0, "The country has no units to move."),
    ],
)
def test_a_maneuver_tells_what_there_is_to_move(
    game_id: UUID, persons: list[User], fleets: int, armies: int, told: str
) -> None:
    put(game_id, fleets={"Austria": ["Trieste"] * fleets}, armies={"Austria": ["Vienna"] * armies})
    assert told in post(browser(persons[0]), game_id, "draft", spot="L-Maneuver").content.decode()


def test_a_lit_place_says_its_name_to_a_mouse_that_rests_on_it(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    client = browser(persons[0])
    answer = post(client, game_id, "draft", spot="Factory").content.decode()
    assert re.search(r'class="lit" data-for="place-\d"><title>Prague</title></use>', answer)


def test_a_draft_is_for_its_player_alone(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    before = browser(persons[1]).get(f"/imperial/{game_id}/parts/?seq=-1").content
    post(browser(persons[0]), game_id, "draft", spot="Import", add="army Vienna")
    assert PlayerInfo.objects.get(game=game_id, display_name="Juno").draft is not None
    assert browser(persons[1]).get(f"/imperial/{game_id}/parts/?seq=-1").content == before


def test_a_maneuver_is_planned_row_by_row_and_submitted_as_a_whole(game_id: UUID, persons: list[User]) -> None:
    put(game_id, armies={"Austria": ["Vienna", "Prague"]})
    client = browser(persons[0])
    post(client, game_id, "draft", spot="R-Maneuver")
    assert "plan the maneuver" in post(client, game_id, "act", type="propose").content.decode()
    assert "choose a lit place" in post(client, game_id, "draft", inHand="0").content.decode()
    planned = post(client, game_id, "draft", row="0", destination="Romania").content.decode()
    assert "Vienna to Romania" in planned
    assert post(client, game_id, "act", type="maneuver_batch").status_code == 200
    places = [army.territory for army in kit.game_of(game_id).country_info["Austria"].armies]
    assert places == ["Romania", "Prague"]


def test_a_place_out_of_reach_is_refused_with_the_reason_and_the_plan_is_kept(
    game_id: UUID, persons: list[User]
) -> None:
    put(game_id, armies={"Austria": ["Vienna", "Prague"]})
    client = browser(persons[0])
    post(client, game_id, "draft", spot="R-Maneuver")
    post(client, game_id, "act", type="propose")
    post(client, game_id, "draft", row="0", destination="Romania")
    refused = post(client, game_id, "draft", row="1", destination="Moscow")
    assert refused.status_code == 409
    assert "cannot reach Moscow" in refused.content.decode()
    assert "Vienna to Romania" in refused.content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"spot": "Nowhere"},
        {"row": "99", "destination": "Vienna"},
        {"row": "x", "destination": "Vienna"},
        {"add": "tank Vienna"},
        {"bond": "Atlantis 2"},
        {"up": "0"},
        {"action": "5 peace"},
    ],
    ids=str,
)
def test_choices_the_page_does_not_offer_are_refused(
    game_id: UUID, persons: list[User], fields: dict[str, str]
) -> None:
    put(game_id)
    before = kit.rows_of(game_id)
    assert post(browser(persons[0]), game_id, "draft", **fields).status_code == 409
    assert kit.rows_of(game_id) == before


def test_spectators_can_neither_choose_nor_act(game_id: UUID) -> None:
    stranger = browser(kit.guest("Tess"))
    for verb, fields in (("act", {"type": "bid", "amount": "1"}), ("draft", {"spot": "Taxation"}), ("undo", {})):
        assert post(stranger, game_id, verb, **fields).status_code == 403


def test_the_last_submission_is_taken_back_by_its_author(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    client = browser(persons[0])
    post(client, game_id, "draft", spot="Taxation")
    post(client, game_id, "act", type="propose")
    assert "Undo" in client.get(f"/imperial/{game_id}/").content.decode()
    assert post(client, game_id, "undo").status_code == 200
    assert kit.game_of(game_id).country_info["Austria"].wheel_spot == "center"


def test_without_script_every_choice_leads_back_to_the_page(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    client = browser(persons[0])
    answer = client.post(f"/imperial/{game_id}/draft/", {"spot": "Taxation"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/imperial/{game_id}/")


@pytest.mark.parametrize("verb", ["act", "undo", "draft", "hint", "join", "leave", "rematch"])
def test_the_addresses_of_buttons_lead_to_the_table_whoever_opens_them(
    game_id: UUID, persons: list[User], verb: str
) -> None:
    for client in (browser(persons[0]), Client()):
        answer = client.get(f"/imperial/{game_id}/{verb}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/imperial/{game_id}/")


def test_a_new_table_opens_in_the_waiting_room_and_starts(persons: list[User]) -> None:
    client = browser(persons[0])
    form = {"player_count": "3", "bot_count": "2", "pace": "calm", "is_open": "on"}
    address = client.post("/imperial/new/", form).headers["Location"]
    assert "Waiting for players" in client.get(address).content.decode()
    started = client.post(f"{address}act/", {"type": "start"}, **HTMX)
    assert "place your sealed bid" in started.content.decode()


def test_a_bot_added_with_the_same_key_again_is_one_bot(persons: list[User]) -> None:
    client = browser(persons[0])
    table = services.create_table(person=persons[0], player_count=4).game_id
    for _press in range(2):
        answer = client.post(f"/imperial/{table}/act/", {"type": "add_bot"}, **HTMX, HTTP_IDEMPOTENCY_KEY="one")
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
    loaded = loading.load(game_id)
    seen = [page.contexts(loaded, seat) for seat in (kit.seat(game_id, "Mara"), kit.seat(game_id, "Nils"), None)]
    private = {part.name for part in seen[0] if len({contexts[part] for contexts in seen}) > 1}
    assert private == {"where", "decide", "lights", "players"}


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


@pytest.mark.parametrize(
    ("verb", "fields"),
    [("act", {"type": "bid", "amount": "4"}), ("undo", {}), ("leave", {})],
    ids=["act", "undo", "leave"],
)
def test_who_gives_up_a_seat_does_nothing_for_who_takes_it(
    game_id: UUID, persons: list[User], verb: str, fields: dict[str, str]
) -> None:
    """Even if it changes hands while the request is on its way."""
    if verb == "undo":
        kit.act(game_id, "Juno", "bid", amount=4)
    game = kit.lobby_of([persons[0]]) if verb == "leave" else game_id
    client, tess = browser(persons[0]), kit.guest("Tess")
    seat, before = PlayerInfo.objects.filter(game=game, display_name="Juno"), kit.state_of(game)

    def change_hands() -> None:
        """Whatever changes a seat is counted like a move."""
        seat.update(user=tess)
        Game.objects.filter(pk=game).update(seq=F("seq") + 1)

    with between_look_and_lock(change_hands):
        assert post(client, game, verb, **fields).status_code == 403
    assert kit.state_of(game) == before
