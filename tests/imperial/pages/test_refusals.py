"""Whatever the rules refuse, the page names the rule and leads to it."""

import re
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from imperial.pages import rulebook
from imperial.pages.table import page
from tabletop.accounts.models import User
from tabletop.errors import toast
from tests.imperial.pages.visits import browser, post, put
from tests.kit.roads import both_roads

CODES = sorted(rulebook.SECTIONS)
LINK = re.compile(r'href="(/imperial/rules/)#([a-z-]+)"')


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_leads_to_a_section_that_is_there(code: str) -> None:
    found = LINK.search(toast("No.", help_url=page.help_url(code)))
    assert found is not None
    assert f' id="{found[2]}"' in Client().get(found[1]).content.decode()


def test_what_is_no_matter_of_the_rules_leads_nowhere() -> None:
    assert page.help_url("game_over") is None
    assert "Read the rule" not in toast("This game is over.", help_url=page.help_url("game_over"))


REFUSED: list[tuple[dict[str, Any], dict[str, str], str]] = [
    ({}, {"type": "bid", "amount": "4"}, "turns"),
    ({"mode": "bid", "to_act": ("Juno",)}, {"type": "bid", "amount": "999"}, "auction"),
    ({"mode": "bid", "to_act": ("Juno",)}, {"type": "bid", "amount": "four"}, "auction"),
    ({}, {"type": "propose"}, "turns"),
    ({"mode": "buy", "to_act": ("Mara",)}, {"type": "punt"}, "turns"),
    ({}, {"type": "propose", "spot": "Factory", "factory": "Rome"}, "building"),
]


@both_roads
@pytest.mark.django_db
@pytest.mark.parametrize(("position", "form", "section"), REFUSED)
def test_a_refused_action_brings_the_sentence_and_the_way_to_its_rule(
    game_id: UUID, persons: list[User], position: Any, form: dict[str, str], section: str
) -> None:
    put(game_id, **position)
    answer = post(browser(persons[0]), game_id, "act", **form)
    assert answer.status_code == 409
    assert f'href="/imperial/rules/#{section}"' in answer.content.decode()


@both_roads
@pytest.mark.django_db
def test_nothing_to_take_back_says_when_something_can_be_taken_back(game_id: UUID, persons: list[User]) -> None:
    answer = post(browser(persons[0]), game_id, "undo")
    assert answer.status_code == 409
    assert 'href="/imperial/rules/#undo"' in answer.content.decode()
