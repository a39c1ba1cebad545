"""The first turns of a practice game are explained, once."""

from uuid import UUID

import pytest
from django.template.loader import get_template
from msgspec.structs import replace

from imperial import services
from imperial.models import PlayerInfo
from imperial.services.drafts import HINTS
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import browser, page_of, post
from tests.imperial.rules import positions
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db

FIRST_BID = "A bond gives you a say in the country"


@pytest.fixture
def person() -> User:
    return kit.guest("Juno")


def practice(person: User) -> UUID:
    return services.practice(person=person).game_id


def hints(game_id: UUID) -> list[str] | None:
    return PlayerInfo.objects.values_list("hints", flat=True).get(game=game_id, type="human")


def test_the_first_bid_of_a_practice_game_is_explained(person: User) -> None:
    game_id = practice(person)
    page = page_of(person, game_id)
    assert FIRST_BID in page
    assert 'href="/imperial/rules/#auction"' in page
    assert FIRST_BID not in page_of(kit.guest("Tess"), game_id)


@both_roads
def test_an_explanation_that_was_read_does_not_come_back_here_or_in_the_next_game(person: User) -> None:
    game_id = practice(person)
    answer = post(browser(person), game_id, "hint", hint="bid")
    assert 'id="decide"' in answer.content.decode()
    assert FIRST_BID not in answer.content.decode()
    assert hints(game_id) == ["proposal", "opposition", "plan", "market"]
    again = practice(person)
    assert hints(again) == ["proposal", "opposition", "plan", "market"]
    assert FIRST_BID not in page_of(person, again)


@both_roads
def test_a_player_who_has_done_it_needs_no_explanation(person: User) -> None:
    game_id = practice(person)
    assert post(browser(person), game_id, "act", type="bid", amount="4").status_code == 200
    assert hints(game_id) == ["proposal", "opposition", "plan", "market"]


@both_roads
def test_a_refused_bid_keeps_the_explanation(person: User) -> None:
    game_id = practice(person)
    assert post(browser(person), game_id, "act", type="bid", amount="four").status_code == 409
    assert FIRST_BID in page_of(person, game_id)


@both_roads
def test_an_answer_to_somebody_elses_proposal_is_explained_as_one(person: User) -> None:
    game_id = practice(person)
    people = list(kit.game_of(game_id).player_info)
    bonds = {"Austria": dict(zip([people[1], people[0], people[2]], ([4], [3], [2]), strict=True))}
    state = replace(positions.position(players=people, bonds=bonds), turn_id=kit.game_of(game_id).turn_id)
    kit.position(game_id, positions.do(state, people[1], "propose", wheel_spot="Taxation"))
    page = page_of(person, game_id)
    assert "so this country is a democracy" in page
    assert "You lead this country." not in page
    assert post(browser(person), game_id, "act", type="agree").status_code == 200
    assert hints(game_id) == ["bid", "proposal", "plan", "market"]


def test_a_newcomer_is_guided_among_others_too(person: User) -> None:
    mara = kit.guest("Mara")
    game_id = practice(person)
    juno = kit.seat(game_id, person.display_name)
    services.drop_hint(game_id=game_id, seat=juno, hint="bid", known=hints(game_id) or ())
    game_id = kit.begun([person, mara])
    assert FIRST_BID not in page_of(person, game_id)
    assert FIRST_BID in page_of(mara, game_id)


@both_roads
def test_what_a_chosen_sector_asks_is_not_pushed_away_by_an_explanation(person: User) -> None:
    game_id = practice(person)
    people = list(kit.game_of(game_id).player_info)
    state = positions.position(players=people, bonds={"Austria": {people[0]: [9]}})
    kit.position(game_id, replace(state, turn_id=kit.game_of(game_id).turn_id))
    assert "You lead this country." in page_of(person, game_id)
    assert post(browser(person), game_id, "draft", spot="Import").status_code == 200
    assert "You lead this country." not in page_of(person, game_id)


def test_without_script_reading_leads_back_to_the_page(person: User) -> None:
    game_id = practice(person)
    answer = browser(person).post(f"/imperial/{game_id}/hint/", {"hint": "bid"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/imperial/{game_id}/")


@both_roads
@pytest.mark.parametrize("hint", ["", "Bid", "x" * 999])
def test_a_hint_that_is_none_changes_nothing(person: User, hint: str) -> None:
    game_id = practice(person)
    before = kit.rows_of(game_id)
    assert post(browser(person), game_id, "hint", hint=hint).status_code == 200
    assert post(browser(kit.guest("Tess")), game_id, "hint", hint="bid").status_code == 403
    assert kit.rows_of(game_id) == before


@pytest.mark.parametrize("hint", HINTS)
def test_every_hint_has_its_sentence(hint: str) -> None:
    assert get_template(f"imperial/hint/_{hint}.html")
