"""What the buttons of a table's page post: bids, drafts, maneuvers, undo; and who is refused."""

import re
from uuid import UUID

import pytest
from django.db.models import F
from django.test import Client

from imperial.models import Game, PlayerInfo
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import between_look_and_lock, browser, post, put
from tests.kit.roads import both_roads

pytestmark = [pytest.mark.django_db, both_roads]


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


@pytest.mark.parametrize("kind", ["", "fly", "start_game", "resign", "hand_to_bot", "leave", "undo"])
def test_what_no_form_of_the_game_sends_is_refused(game_id: UUID, persons: list[User], kind: str) -> None:
    waiting = kit.lobby_of(persons)
    for table in (game_id, waiting):
        before = kit.rows_of(table)
        assert post(browser(persons[0]), table, "act", type=kind).status_code == 409
        assert kit.rows_of(table) == before


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
def test_the_addresses_of_buttons_lead_every_visitor_to_the_table(
    game_id: UUID, persons: list[User], verb: str
) -> None:
    for client in (browser(persons[0]), Client()):
        answer = client.get(f"/imperial/{game_id}/{verb}/")
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/imperial/{game_id}/")


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
