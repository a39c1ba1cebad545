"""The auction on the page: how far the money must go, and once all bids are open why somebody is offered a bond."""

import re
from uuid import UUID

import pytest
from django.utils.html import strip_tags

from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def persons() -> list[User]:
    return kit.people(4)


def page_of(person: User, game_id: UUID) -> str:
    return browser(person).get(f"/imperial/{game_id}/").content.decode()


def opened_bids(page: str) -> list[str]:
    (shown,) = re.findall(r'<[ou]l class="envs.*?</[ou]l>', page)
    entries = re.findall(r"<li[^>]*>(.*?)</li>", shown)
    return [" ".join(strip_tags(entry.replace("<", " <")).split()) for entry in entries]


def bid(game_id: UUID, **amounts: float) -> None:
    for name, amount in amounts.items():
        kit.act(game_id, name, "bid", amount=amount)


def test_opened_bids_stand_in_their_order_with_what_became_of_each(game_id: UUID, persons: list[User]) -> None:
    bid(game_id, Juno=4.5, Mara=0, Nils=9, Olga=6)
    for watching in (*persons, kit.guest("Tess")):
        assert opened_bids(page_of(watching, game_id)) == [
            "$9 Nils is asked",
            "$6 Olga waits",
            "$4.50 Juno waits",
            "$0 Mara passed",
        ]
    kit.act(game_id, "Nils", "bid_buy", accept=True)
    kit.act(game_id, "Olga", "bid_buy", accept=False)
    assert opened_bids(page_of(persons[1], game_id)) == [
        "$9 Nils took the 4",
        "$6 Olga declined",
        "$4.50 Juno is asked",
        "$0 Mara passed",
    ]


def test_an_offer_says_why_it_is_this_bond_and_that_everybody_pays_the_whole_bid(
    game_id: UUID, persons: list[User]
) -> None:
    bid(game_id, Juno=4.5, Mara=0, Nils=0, Olga=0)
    page = page_of(persons[0], game_id)
    assert "take the 2 for $4.50?" in page
    assert "the largest bond left that your bid reaches (list price $4). Everybody who takes a bond pays" in page
    assert "lots were drawn" not in page


def test_of_equal_bids_the_lots_are_told(game_id: UUID, persons: list[User]) -> None:
    bid(game_id, Juno=9, Mara=9, Nils=9, Olga=0)
    assert "lots were drawn" in page_of(persons[3], game_id)


def test_no_bid_is_shown_before_all_are_in(game_id: UUID, persons: list[User]) -> None:
    bid(game_id, Juno=4.5, Nils=9, Olga=6)
    assert opened_bids(page_of(persons[1], game_id)) == ["Juno sealed", "Mara not yet", "Nils sealed", "Olga sealed"]


def test_a_bidder_reads_for_how_many_countries_the_money_must_do(game_id: UUID, persons: list[User]) -> None:
    assert "Country 1 of 6. Your $15.25 must do for 5 more after it." in page_of(persons[0], game_id)
