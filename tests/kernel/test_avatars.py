"""One colour for each person, and no two alike at one table."""

import re
from collections.abc import Sequence
from itertools import permutations
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from tabletop.accounts.models import User
from tabletop.avatars import COLOURS, colour_of, colours_at
from tests.cambio import kit as cambio_kit
from tests.imperial import kit as imperial_kit
from tests.kit.clients import client_of


def person(number: int) -> UUID:
    return UUID(int=number)


def test_people_keep_their_own_colours_where_these_differ() -> None:
    people = {str(number): person(number) for number in (3, 11, 4)}
    assert colours_at(people) == {seat: colour_of(who) for seat, who in people.items()} == {"3": 4, "11": 6, "4": 5}


def test_the_later_one_of_two_gets_the_next_free_colour() -> None:
    assert colours_at({"a": person(5), "b": person(11), "c": person(0)}) == {"a": 6, "b": 1, "c": 2}


def test_a_bot_gets_the_colour_of_its_place_unless_a_person_has_it() -> None:
    assert colours_at({"a": person(3), "bot": None, "b": person(1), "other bot": None}) == {
        "a": 4,
        "bot": 3,
        "b": 2,
        "other bot": 5,
    }


def test_no_two_of_six_are_alike() -> None:
    for people in permutations((0, 6, 12, 1, None, None)):
        colours = colours_at({str(place): None if who is None else person(who) for place, who in enumerate(people)})
        assert sorted(colours.values()) == list(range(1, COLOURS + 1))


def test_a_table_of_more_people_than_colours_has_some_twice() -> None:
    assert set(colours_at({str(number): person(number) for number in range(8)}).values()) == set(range(1, COLOURS + 1))


KITS = pytest.mark.parametrize(("slug", "kit"), [("cambio", cambio_kit), ("imperial", imperial_kit)])


@pytest.mark.django_db
@KITS
def test_a_person_has_the_same_colour_in_the_menu_at_the_table_and_on_the_home_page(slug: str, kit: Any) -> None:
    people = [User.objects.create(id=person(number), display_name=name, is_guest=True) for name, number in NAMES]
    waiting, game_id = kit.lobby_of(people), begin(kit, people)
    juno, mara = map(client_of, people)
    for path in (f"/{slug}/{waiting}/", f"/{slug}/{game_id}/"):
        for client in (juno, mara):
            html = shown(client, path)
            assert colours_of("J", html) == {5}
            assert colours_of("M", html) == {3}
    assert '<span class="avatar avatar--3">M</span>' in shown(juno, "/")


@pytest.mark.django_db
@KITS
def test_who_has_another_colour_at_a_table_has_it_in_the_menu_there_too(slug: str, kit: Any) -> None:
    people = [
        User.objects.create(id=person(number), display_name=name, is_guest=True)
        for name, number in (("Juno", 4), ("Mara", 4 + COLOURS))
    ]
    waiting, game_id = kit.lobby_of(people), begin(kit, people)
    mara = client_of(people[1])
    for path in (f"/{slug}/{waiting}/", f"/{slug}/{game_id}/"):
        html = shown(mara, path)
        assert (colours_of("J", html), colours_of("M", html)) == ({5}, {6})
    assert colours_of("M", shown(mara, "/account/")) == {5}


def begin(kit: Any, people: Sequence[User]) -> UUID:
    game_id: UUID = kit.dealt(people) if kit is cambio_kit else kit.begun(people)
    return game_id


NAMES = (("Juno", 4), ("Mara", 8))


def colours_of(letter: str, html: str) -> set[int]:
    """Of all avatars with this letter."""
    return {int(colour) for colour in re.findall(rf'class="[^"]*avatar--(\d)"[^>]*>{letter}<', html)}


def shown(client: Client, path: str) -> str:
    return client.get(path).content.decode()
