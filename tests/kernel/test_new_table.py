"""The form for a new table: what it remembers, and that it starts at once against bots."""

import re

import pytest
from django.urls import reverse

from tabletop.accounts.models import User
from tests.kernel.conftest import game_of
from tests.kernel.test_table_views import FIELDS, at, names_at
from tests.kit.clients import client_of
from tests.tinygame.models import DuelGame
from tests.tinygame.plug import Settings

pytestmark = pytest.mark.django_db


def test_a_table_with_bots_on_all_other_seats_starts_at_once(people: list[User]) -> None:
    client = client_of(people[0])
    page = client.get(reverse("duel:new_table")).content.decode()
    assert "Start against 1 bot<" in page
    answer = client.post(reverse("duel:new_table"), FIELDS | {"bot_count": "1"})
    game = DuelGame.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, at("table", game.pk))
    assert (names_at(game.pk), len(game_of(game).hands[0])) == (["Juno", "Ruby"], 3)


def test_the_form_remembers_the_last_choice_but_for_who_may_come_in(people: list[User]) -> None:
    client = client_of(people[0])
    client.post(reverse("duel:new_table"), FIELDS | {"bot_count": "1", "turn_seconds": "7.5", "is_open": "on"})
    page = client.get(reverse("duel:new_table")).content.decode()
    assert 'name="bot_count" value="1" id="id_bot_count_1" required checked' in page.replace("  ", " ")
    assert 'value="7.5"' in page
    assert not re.search(r'name="is_open"[^>]*checked', page)
    assert 'value="7.5"' not in client_of(people[1]).get(reverse("duel:new_table")).content.decode()


def test_what_the_form_hides_against_bots_does_not_count(people: list[User]) -> None:
    hidden = {"bot_count": "1", "is_open": "on", "name": "one\u202etwo"}
    answer = client_of(people[0]).post(reverse("duel:new_table"), FIELDS | hidden)
    game = DuelGame.objects.get()
    assert (answer.status_code, game.is_open, game.name, game.turn_clock) == (302, False, "", None)


def test_a_choice_that_is_no_longer_offered_is_forgotten(people: list[User]) -> None:
    client = client_of(people[0])
    session = client.session
    session["new_table_duel"] = {"bot_count": "9", "turn_seconds": "soon", "colour": "red", "player_count": "2"}
    session.save()
    page = client.get(reverse("duel:new_table")).content.decode()
    assert re.search(r'name="bot_count" value="0"[^>]*checked', page)
    assert (f'value="{Settings().turn_seconds}"' in page, "soon" in page) == (True, False)


def test_a_table_may_have_a_name_which_is_chosen_anew_each_time(people: list[User]) -> None:
    client = client_of(people[0])
    client.post(reverse("duel:new_table"), FIELDS | {"name": " The  long winter "})
    assert DuelGame.objects.get().name == "The long winter"
    assert "winter" not in client.get(reverse("duel:new_table")).content.decode()
    for name, status in (("W" * 41, 422), ("one\u202etwo", 422)):
        refused = client.post(reverse("duel:new_table"), FIELDS | {"name": name})
        assert (
            refused.status_code,
            "field__error" in refused.content.decode() or "banner" in refused.content.decode(),
        ) == (status, True)
    assert DuelGame.objects.count() == 1
