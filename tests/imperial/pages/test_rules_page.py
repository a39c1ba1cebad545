"""The page of the rules, and the way there from every refusal."""

import re
from pathlib import Path
from typing import get_args
from uuid import UUID

import pytest
from django.test import Client

from imperial.pages import rulebook
from imperial.pages.contexts import decide
from imperial.rules.refusals import Code
from tabletop.accounts.models import User
from tests.imperial import kit
from tests.imperial.pages.visits import browser, post, put
from tests.imperial.rules import positions
from tests.kit.roads import both_roads

NOT_OF_THE_RULES = {"invalid_request"}
DECISIONS = Path(__file__).resolve().parents[3] / "templates" / "imperial" / "decide"
LINKED_FROM = ("/", "/imperial/new/", "/imperial/practice/")


def rules_page() -> str:
    answer = Client().get("/imperial/rules/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_refusal_of_the_rules_has_its_section() -> None:
    assert set(rulebook.SECTIONS) == set(get_args(Code)) - NOT_OF_THE_RULES


def test_the_page_opens_for_anybody_without_the_database_and_has_every_section() -> None:
    page = rules_page()
    anchors = re.findall(r'<(?:section|h3|p)[^>]* id="([a-z-]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert set(rulebook.SECTIONS.values()) <= set(anchors)
    assert set(re.findall(r'href="#([a-z]+)"', page)) <= {*anchors, "main", "land", "province", "frontier", "seaborder"}


def test_what_a_player_is_asked_has_its_section() -> None:
    screens = {path.stem.strip("_") for path in DECISIONS.glob("_*.html")}
    page = rules_page()
    assert set(decide.SECTIONS) <= screens
    assert all(f' id="{section}"' in page for section in decide.SECTIONS.values())


def test_the_page_says_where_the_map_comes_from() -> None:
    assert "Made with Natural Earth" in rules_page()


def test_the_page_counts_like_the_rules() -> None:
    page = rules_page()
    assert "<td>$12</td><td>$16</td><td>$20</td><td>$25</td>" in page
    assert '<th scope="row">Points</th>' + "".join(f"<td><b>{points}</b></td>" for points in range(11)) in page


def test_the_maneuver_on_the_picture_is_legal() -> None:
    state = positions.position(
        fleets={name: [unit.territory for unit in country.fleets] for name, country in rulebook.EXAMPLE.items()},
        armies={name: [unit.territory for unit in country.armies] for name, country in rulebook.EXAMPLE.items()},
    )
    planning = positions.do(state, "Ann", "propose", wheel_spot="L-Maneuver")
    moved = positions.do(
        planning,
        "Ann",
        "maneuver_batch",
        fleet_man=[list(move) for move in rulebook.EXAMPLE_FLEETS],
        army_man=[list(move) for move in rulebook.EXAMPLE_ARMIES],
    )
    stand = [army.territory for army in moved.country_info["Austria"].armies]
    assert stand == ["Western Balkans", "Greece", "Venice"]


@both_roads
@pytest.mark.django_db
def test_a_refusal_links_to_the_rule_with_and_without_script() -> None:
    persons: list[User] = kit.people(3)
    game_id: UUID = kit.begun(persons)
    put(game_id, armies={"Austria": ["Vienna"]})
    client = browser(persons[0])
    post(client, game_id, "draft", spot="R-Maneuver")
    post(client, game_id, "act", type="propose")
    link = 'href="/imperial/rules/#movement"'
    assert link in post(client, game_id, "draft", row="0", destination="Moscow").content.decode()
    plain = client.post(f"/imperial/{game_id}/draft/", {"row": "0", "destination": "Moscow"})
    assert plain.status_code == 409
    assert link in plain.content.decode()


@both_roads
@pytest.mark.django_db
def test_the_panel_links_to_the_rule_of_the_question_and_of_the_chosen_action() -> None:
    persons: list[User] = kit.people(3)
    game_id: UUID = kit.begun(persons)
    client = browser(persons[0])
    address = f"/imperial/{game_id}/"
    assert 'href="/imperial/rules/#auction"' in client.get(address).content.decode()
    put(game_id)
    assert 'href="/imperial/rules/#rondel"' in client.get(address).content.decode()
    assert 'href="/imperial/rules/#taxation"' in post(client, game_id, "draft", spot="Taxation").content.decode()


@pytest.mark.django_db
def test_the_rules_are_one_click_from_the_table_and_the_pages_before_it() -> None:
    person = kit.guest("Juno")
    client = browser(person)
    for address in (*LINKED_FROM, f"/imperial/{kit.begun([person, kit.guest('Mara')])}/"):
        assert 'href="/imperial/rules/"' in client.get(address).content.decode(), address
