"""The names of those who look on: fetched by their number, told to players and watchers alike."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.accounts.services import random_guest_name
from tabletop.live.presence import STALE_SECONDS
from tabletop.models import Watcher
from tabletop.table import Choices
from tests.kit.clients import client_of
from tests.kit.ids import assert_no_ids
from tests.kit.statements import hear_statements
from tests.tinygame import services
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db


def watch(duel: DuelGame, *names: str, seen_at: float = 0) -> list[User]:
    """People of these names look on, each with pages in two processes."""
    people = [User.objects.create(display_name=name, is_guest=True) for name in names]
    Watcher.objects.bulk_create(
        Watcher(game_slug="duel", game_id=duel.pk, person=person, process=uuid4(), seen_at=seen_at or timebase.now())
        for person in people
        for _process in range(2)
    )
    return people


def shown_to(person: User, duel: DuelGame) -> str:
    answer = client_of(person).get(f"/duel/{duel.pk}/watchers/")
    assert answer.status_code == 200
    return re.sub(r"<[^>]*>", "", answer.content.decode())


def test_players_and_watchers_read_the_same_names_and_everybody_once(duel: DuelGame, people: list[User]) -> None:
    eve, _ben = watch(duel, "Eve", "Ben")
    texts = [shown_to(person, duel) for person in (*people, eve)]
    for text in texts:
        assert "2 watching" in text
        assert (text.count("Eve"), text.count("Ben")) == (1, 1)
    assert ["(you)" in text for text in texts] == [False, False, True]
    assert texts[2].index("Eve") < texts[2].index("Ben")


def test_guests_who_have_chosen_no_name_are_a_number(duel: DuelGame, people: list[User]) -> None:
    watch(duel, random_guest_name())
    assert "Somebody without a name" in shown_to(people[0], duel)
    watch(duel, random_guest_name())
    assert "2 people without a name" in shown_to(people[0], duel)
    watch(duel, "Eve")
    text = shown_to(people[0], duel)
    assert ("and 2 others" in text, "Guest" in text) == (True, False)


def test_names_that_look_alike_are_told_apart_and_cannot_write_into_the_page(
    duel: DuelGame, people: list[User]
) -> None:
    watch(duel, "Eve", "Eve", "<b>Zoe")
    html = client_of(people[0]).get(f"/duel/{duel.pk}/watchers/").content.decode()
    assert "Eve (2)" in html
    assert "<b>Zoe" not in html
    ids = [*duel.players.values_list("pk", flat=True), *User.objects.values_list("pk", flat=True)]
    assert_no_ids([html], map(str, ids))


def test_who_has_left_is_not_named(duel: DuelGame, people: list[User]) -> None:
    watch(duel, "Eve", seen_at=timebase.now() - STALE_SECONDS - 1)
    assert "Nobody watches any more." in shown_to(people[0], duel)


def test_a_watcher_whose_socket_is_not_open_yet_is_among_them(duel: DuelGame) -> None:
    eve = User.objects.create(display_name="Eve", is_guest=True)
    text = shown_to(eve, duel)
    assert ("1 watching" in text, "(you)" in text) == (True, True)


def test_they_are_told_to_those_who_may_see_the_table_alone(people: list[User]) -> None:
    entry = services.tables.create_table(person=people[0], choices=Choices(watching="nobody"))
    services.tables.join_table(game_id=entry.game_id, person=people[1])
    services.tables.act(game_id=entry.game_id, seat=0, action={"type": "start"})
    eve = User.objects.create(display_name="Eve", is_guest=True)
    address = f"/duel/{entry.game_id}/watchers/"
    assert client_of(eve).get(address).status_code == 403
    assert Client().get(address).status_code == 302
    assert client_of(people[1]).get(address).status_code == 200
    assert client_of(eve).get(f"/duel/{uuid4()}/watchers/").status_code == 404


def test_the_page_itself_names_nobody_and_reads_no_names(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch(duel, "Eve")
    client = client_of(people[0])
    heard = hear_statements(monkeypatch)
    page = client.get(f"/duel/{duel.pk}/").content.decode()
    assert "Eve" not in page
    assert heard
    assert not [sql for sql in heard if "watcher" in sql]
