"""The panels beside the map: what every player is worth, and what can still be bought of every country."""

import re
from uuid import UUID

import pytest

from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import browser, page_of, put

pytestmark = pytest.mark.django_db

BONDS = {"Austria": {"Juno": [5, 2], "Mara": [4]}, "Italy": {"Mara": [1]}}
COUNTRIES = {"Austria": {"points": 14}, "Italy": {"points": 5}, "Russia": {"points": 20}}


@pytest.fixture
def game_id(persons: list[User]) -> UUID:
    game_id = kit.begun(persons)
    put(game_id, bonds=BONDS, countries=COUNTRIES, money={"Juno": 3, "Mara": 4.25, "Nils": 61})
    return game_id


def scores(page: str) -> list[str]:
    return re.findall(r'class="plr__score"[^>]*>score ([\d.-]+)<', page)


def bonds_left(page: str, country: str) -> list[tuple[str, str]]:
    card = page.partition(f'aria-label="{country}"')[2].partition("</article>")[0]
    return re.findall(r"<b>(\d)</b><small><i>\$</i>(\d+)</small>", card)


def test_every_player_has_the_score_the_game_would_end_with_now(game_id: UUID, persons: list[User]) -> None:
    # Two for each share of Austria, one for each of Italy, and the cash.
    assert scores(page_of(persons[0], game_id)) == ["17", "13.25", "61"]
    assert scores(page_of(kit.guest("Tess"), game_id)) == ["17", "13.25", "61"]


def test_a_look_back_shows_the_scores_and_bonds_of_then(persons: list[User]) -> None:
    game_id = kit.begun(persons)
    for name in ("Juno", "Mara", "Nils"):
        kit.act(game_id, name, "bid", amount=4)
    asked = next(name for name, info in kit.game_of(game_id).player_info.items() if info.my_turn)
    kit.act(game_id, asked, "bid_buy", accept=True)
    past = browser(persons[0]).get(f"/imperial/{game_id}/turn/4/").content.decode()
    assert scores(past) == ["20.33"] * 3
    assert sorted(scores(page_of(persons[0], game_id))) == ["16.33", "20.33", "20.33"]
    assert bonds_left(past, "Austria-Hungary") == []


def test_every_country_lists_the_bonds_that_are_left_with_their_prices(game_id: UUID, persons: list[User]) -> None:
    page = page_of(persons[0], game_id)
    assert bonds_left(page, "Austria-Hungary") == [("1", "2"), ("3", "6"), ("6", "16"), ("7", "20"), ("8", "25")]
    prices = [("1", "2"), ("2", "4"), ("3", "6"), ("4", "9"), ("5", "12"), ("6", "16"), ("7", "20"), ("8", "25")]
    assert bonds_left(page, "Italy") == prices[1:]
    assert bonds_left(page, "Russia") == prices


def test_in_the_auction_what_is_left_is_listed_where_somebody_has_bought(persons: list[User]) -> None:
    game_id = kit.begun(persons)
    assert bonds_left(page_of(persons[0], game_id), "Austria-Hungary") == []
    for name in ("Juno", "Mara", "Nils"):
        kit.act(game_id, name, "bid", amount=4)
    asked = next(name for name, info in kit.game_of(game_id).player_info.items() if info.my_turn)
    kit.act(game_id, asked, "bid_buy", accept=True)
    page = page_of(persons[0], game_id)
    assert ("2", "4") not in bonds_left(page, "Austria-Hungary")
    assert len(bonds_left(page, "Austria-Hungary")) == 7
    assert bonds_left(page, "Italy") == []
