"""Questions that concern several: those who are asked see what they decide, everybody else sees what is going on."""

import re
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import browser, page_of, post, put
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db

DEMOCRACY = {"Germany": {"Juno": [4], "Mara": [3], "Nils": [2]}, "Austria": {"Juno": [5]}}


def panel(person: User, game_id: UUID) -> str:
    """The words of the decision, without its marks."""
    part = page_of(person, game_id).partition('id="decision"')[2].partition("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", part).split())


def germany(game_id: UUID, **fields: Any) -> None:
    put(game_id, bonds=DEMOCRACY, country="Germany", **fields)


def proposed(game_id: UUID) -> None:
    germany(game_id)
    kit.act(game_id, "Juno", "propose", wheel_spot="R-Produce", army_produce=["Berlin"], fleet_produce=["Hamburg"])


def test_the_opposition_sees_what_it_agrees_with_and_so_does_everybody_else(game_id: UUID, persons: list[User]) -> None:
    proposed(game_id)
    shown = panel(persons[1], game_id)
    assert "Germany: agree with Juno?" in shown
    for person in (persons[1], persons[2], kit.guest("Tess")):
        assert "Juno proposes Production" in panel(person, game_id)
        assert "A fleet in Hamburg" in panel(person, game_id)
    assert "Agree" not in panel(persons[2], game_id)
    assert "Mara answers the proposal for Germany" in panel(persons[2], game_id)


def test_a_proposal_names_everybody_who_is_paid(game_id: UUID, persons: list[User]) -> None:
    germany(game_id, money={"Juno": 20, "Mara": 3, "Nils": 2})
    kit.act(game_id, "Juno", "propose", wheel_spot="Investor")
    for person in (*persons, kit.guest("Tess")):
        shown = panel(person, game_id)
        assert "Mara +$3" in shown
        assert "Nils +$2" in shown


def test_a_proposed_factory_is_drawn_as_it_would_stand(game_id: UUID, persons: list[User]) -> None:
    germany(game_id, countries={"Germany": {"money": 9}})
    kit.act(game_id, "Juno", "propose", wheel_spot="Factory", factory_loc="Cologne")
    kit.act(game_id, "Mara", "propose", wheel_spot="Investor")
    first, second = page_of(persons[2], game_id).partition('class="duel"')[2].split('class="prop__map"')[1:]
    drawn = first.partition("</article>")[0]
    assert '<g class="fact fact--fact" transform' in drawn
    assert 'href="#t-fact" class="fi"' in drawn
    assert "fact--" not in second.partition("</article>")[0]


def test_who_has_voted_is_told_for_what_and_nobody_else_is(game_id: UUID, persons: list[User]) -> None:
    proposed(game_id)
    kit.act(game_id, "Mara", "propose", wheel_spot="L-Produce", army_produce=[], fleet_produce=[])
    kit.act(game_id, "Nils", "vote", choice=2)
    assert "You voted for 2: Production." in panel(persons[2], game_id)
    for person in (persons[0], kit.guest("Tess")):
        shown = panel(person, game_id)
        assert "You voted" not in shown
        assert "Nils shareholder, 2 shares voted" in shown
    assert "Juno leader, 4 shares thinking" in panel(kit.guest("Tess"), game_id)


def offered(game_id: UUID, *, target: dict[str, list[int]]) -> None:
    put(game_id, bonds={"Austria": {"Juno": [5]}, "Italy": target}, armies={"Austria": ["Vienna"], "Italy": ["Venice"]})
    kit.act(game_id, "Juno", "propose", wheel_spot="L-Maneuver")
    kit.act(game_id, "Juno", "maneuver_batch", army_man=[["Vienna", "Venice", "peace"]])


def test_a_dictator_sees_what_each_answer_does(game_id: UUID, persons: list[User]) -> None:
    offered(game_id, target={"Mara": [5]})
    shown = panel(persons[1], game_id)
    assert "You lead Italy, so you decide alone." in shown
    assert "Accept Both stay in Venice." in shown
    assert "Fight Italy loses an army, Austria-Hungary the unit that comes." in shown
    for person in (persons[0], persons[2], kit.guest("Tess")):
        assert "Juno sends an army of Austria-Hungary from Vienna to Venice and offers Italy peace there." in panel(
            person, game_id
        )


def test_a_peace_offer_put_to_the_vote_is_counted_in_the_open(game_id: UUID, persons: list[User]) -> None:
    offered(game_id, target={"Mara": [4], "Nils": [3], "Juno": [2]})
    shown = panel(persons[1], game_id)
    assert "Your vote weighs 4 of 7 shares, and decides a tie." in shown
    assert "Nobody has voted yet." in shown
    assert "A tie goes with Mara." in shown
    kit.act(game_id, "Nils", "peace_vote", choice="accept")
    for person in (persons[1], kit.guest("Tess")):
        shown = panel(person, game_id)
        assert "So far 3 for peace, 0 against." in shown
        assert "Nils 3 shares voted" in shown


def buying(game_id: UUID, *, money: float, swiss: bool = False) -> None:
    put(game_id, mode="buy", to_act=("Juno",), money={"Juno": money})
    game = kit.game_of(game_id)
    people = {name: replace(info, investor=(name == "Juno") != swiss) for name, info in game.player_info.items()}
    one_card = {name: replace(info, investor=info.investor and name != "Nils") for name, info in people.items()}
    kit.position(game_id, replace(game, player_info=one_card))


def test_a_buyer_with_an_empty_purse_is_told_so_and_what_it_means_to_punt(game_id: UUID, persons: list[User]) -> None:
    buying(game_id, money=1)
    shown = panel(persons[0], game_id)
    assert "You hold the investor card and have $1." in shown
    assert "No bond is within your purse today" in shown
    assert "To punt is to buy nothing." in shown
    assert "btn--primary" in page_of(persons[0], game_id).partition('value="punt"')[0].rpartition("<button")[2]


def test_a_swiss_bank_is_explained_to_who_is_one_and_to_who_looks_on(game_id: UUID, persons: list[User]) -> None:
    buying(game_id, money=6, swiss=True)
    assert "Swiss banks are those who punted last time or have no say in any country." in panel(persons[0], game_id)
    assert "Juno has $6 and buys as a Swiss bank" in panel(persons[1], game_id)


@both_roads
def test_the_shares_after_a_purchase_are_drawn_and_said_before_it_is_paid(game_id: UUID, persons: list[User]) -> None:
    put(game_id, mode="buy", to_act=("Mara",), money={"Mara": 9}, bonds={"Austria": {"Juno": [3], "Mara": [2]}})
    post(browser(persons[1]), game_id, "draft", bond="Austria 4")
    page = page_of(persons[1], game_id)
    assert 'aria-label="Shares: Mara 6, Juno 3"' in page
    assert "You become leader." in page


def test_who_waits_is_told_what_has_just_happened_and_no_more_than_that(game_id: UUID, persons: list[User]) -> None:
    put(game_id)
    kit.act(game_id, "Juno", "propose", wheel_spot="Taxation")
    kit.act(game_id, "Juno", "propose", wheel_spot="Investor")
    told = panel(persons[1], game_id).partition("Just now")[2]
    assert "Italy" in told
    assert "Austria" not in told
    assert "Just now" not in panel(persons[0], game_id)
