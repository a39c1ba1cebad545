"""The invitation to a table of any game: what it tells to whom, and the one press that takes a chair."""

import re
from collections.abc import Callable
from uuid import UUID

import pytest
from django.test import Client
from django.test.utils import override_settings

from cambio import services as cambio
from imperial import services as imperial
from tabletop.accounts.models import User
from tabletop.games import get_game
from tabletop.models import EntryKey
from tabletop.table import Choices
from tabletop.tables.seats import Entry
from tests.kit.clients import client_of
from tests.kit.ids import assert_no_ids
from tests.kit.previews import preview_of
from tests.tinygame import services as duels
from tests.tinygame import store
from tests.tinygame.models import DuelAction, DuelGame

pytestmark = pytest.mark.django_db

SECRET = "s" * 40
OPENED = {
    "Cambio": lambda host, **options: cambio.create_table(person=host, player_count=3, **options),
    "Imperial": lambda host, **options: imperial.create_table(person=host, player_count=3, **options),
}


@pytest.fixture
def duel(people: list[User]) -> DuelGame:
    """Juno's table, where one seat is free."""
    return DuelGame.objects.get(pk=duels.tables.create_table(person=people[0]).game_id)


def names_at(game_id: UUID) -> list[str]:
    return list(store.load(game_id).names.values())


def link(game: DuelGame) -> str:
    return f"/t/{game.room_code}/"


# --- what it tells ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", OPENED)
def test_a_visitor_without_cookies_learns_who_invites_to_what(title: str, people: list[User]) -> None:
    entry = OPENED[title](people[0])
    answer = Client().get(f"/t/{entry.room_code}/")
    html = answer.content.decode()
    assert answer.status_code == 200
    assert f"Juno invites you to {title}" in html
    assert "Sit down next to Juno" in html
    assert "Only people with this link" in html
    assert_no_ids([html], {str(entry.player_id): "Juno"})


@pytest.mark.parametrize("title", OPENED)
@override_settings(SITE_URL="https://tabletop.example")
def test_a_messenger_shows_a_title_a_sentence_and_a_picture_and_names_the_host_alone(
    title: str, people: list[User]
) -> None:
    entry = OPENED[title](people[0], bots=[])
    services = {"Cambio": cambio, "Imperial": imperial}[title]
    services.join_table(game_id=entry.game_id, person=people[1])
    tags = preview_of(Client().get(f"/t/{entry.room_code}/").content.decode())
    assert tags["og:title"] == f"Juno invites you to {title}"
    assert tags["og:description"].startswith("2 chairs are taken. ")
    assert tags["description"] == tags["og:description"]
    assert tags["og:url"].endswith(f"/t/{entry.room_code}/")
    assert re.fullmatch(r"https://tabletop\.example/static/img/invitation-[a-z.0-9]+\.png", tags["og:image"])
    assert "Mara" not in " ".join(tags.values())


def _full(entry: Entry, people: list[User]) -> None:
    imperial.join_table(game_id=entry.game_id, person=people[1])


def _running(entry: Entry, people: list[User]) -> None:
    _full(entry, people)
    imperial.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"})


def _closed(entry: Entry, people: list[User]) -> None:
    _full(entry, people)
    imperial.tables.abandon(game_id=entry.game_id, reason="conduct")


@pytest.mark.parametrize(
    ("become", "title", "told"),
    [
        (_full, "All chairs are taken", "2 chairs are taken. "),
        (_running, "This game is on", ""),
        (_closed, "This table is closed", ""),
    ],
)
def test_a_messenger_is_told_what_became_of_the_table_and_names_nobody(
    become: Callable[[Entry, list[User]], None], title: str, told: str, people: list[User]
) -> None:
    entry = imperial.create_table(person=people[0], player_count=2, choices=Choices(name="Our den"))
    become(entry, people)
    tags = preview_of(Client().get(f"/t/{entry.room_code}/").content.decode())
    assert tags["og:title"] == title
    assert tags["description"] == tags["og:description"] == f"{told}{get_game('imperial').blurb}"
    assert tags["og:url"].endswith(f"/t/{entry.room_code}/")
    assert "/img/invitation-imperial" in tags["og:image"]
    words = " ".join(tags.values())
    for unsaid in ("Juno", "Mara", "Our den", "conduct", str(entry.game_id), str(entry.player_id)):
        assert unsaid not in words


def test_a_name_cannot_write_into_the_page(people: list[User], duel: DuelGame) -> None:
    User.objects.filter(pk=people[0].pk).update(display_name='J"><b>uno')
    duels.tables.seats.rows(user=people[0]).update(display_name='J"><b>uno')
    assert '"><b>' not in Client().get(link(duel)).content.decode()


def test_who_sits_there_is_led_to_the_table(people: list[User], duel: DuelGame) -> None:
    client = client_of(people[0])
    for answer in (client.get(link(duel)), client.post(link(duel))):
        assert (answer.status_code, answer["Location"]) == (302, f"/duel/{duel.pk}/")
    assert names_at(duel.pk) == ["Juno"]


def test_an_invitation_is_new_when_somebody_comes_and_not_for_a_chair_it_does_not_show(people: list[User]) -> None:
    entry = cambio.create_table(person=people[0], player_count=3)
    client = client_of(User.objects.create(display_name="Eve", is_guest=True))
    address = f"/t/{entry.room_code}/"
    client.get(address)
    seen = client.get(address)["ETag"]
    cambio.act(game_id=entry.game_id, seat=entry.seat, action={"type": "settings", "maxPlayers": 4})
    assert client.get(address, headers={"If-None-Match": seen}).status_code == 304
    cambio.join_table(game_id=entry.game_id, person=people[1])
    answer = client.get(address, headers={"If-None-Match": seen})
    assert (answer.status_code, "Mara" in answer.content.decode()) == (200, True)


# --- one press --------------------------------------------------------------------------------------------------------


def test_one_press_makes_a_stranger_a_guest_with_a_chair(duel: DuelGame) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.get(link(duel)).content.decode()
    fields = dict(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]+)"', page))
    assert set(fields) == {"csrfmiddlewaretoken", "key"}
    answer = client.post(link(duel), fields | {"name": " Evelyn "})
    assert (answer.status_code, answer["Location"]) == (302, f"/duel/{duel.pk}/")
    assert names_at(duel.pk) == ["Juno", "Evelyn"]
    assert client.get(answer["Location"]).status_code == 200


def test_pressed_twice_it_is_one_guest_on_one_chair(duel: DuelGame) -> None:
    """The second request was sent before the first was answered: it has no session either."""
    sent = {"name": "Evelyn", "key": SECRET}
    clients = [Client(), Client()]
    answers = [client.post(link(duel), sent) for client in clients]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, f"/duel/{duel.pk}/")}
    assert names_at(duel.pk) == ["Juno", "Evelyn"]
    assert User.objects.filter(display_name="Evelyn").count() == 1
    assert [client.get(f"/duel/{duel.pk}/").status_code for client in clients] == [200, 200]


def test_known_people_skip_the_name(people: list[User], duel: DuelGame) -> None:
    client = client_of(people[1])
    page = client.get(link(duel)).content.decode()
    assert ("You sit down as Mara." in page, 'name="name"' in page) == (True, False)
    assert client.post(link(duel))["Location"] == f"/duel/{duel.pk}/"
    assert names_at(duel.pk) == ["Juno", "Mara"]


def test_the_name_that_was_used_last_is_filled_in(duel: DuelGame, people: list[User]) -> None:
    client = Client()
    client.post(link(duel), {"name": "Лена", "key": SECRET})
    other = duels.tables.create_table(person=people[0])
    del client.cookies["sessionid"]
    assert 'value="Лена"' in client.get(f"/t/{other.room_code}/").content.decode()
    client.cookies["last_name"] = "forged"
    assert 'name="name" value=""' in client.get(f"/t/{other.room_code}/").content.decode()


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", " ", "\u0301\u0301", "x" * 21, "a\u202eb", "admin"])
def test_a_bad_name_is_told_beside_the_field_and_nothing_has_changed(duel: DuelGame, name: str) -> None:
    before = User.objects.count()
    answer = Client().post(link(duel), {"name": name, "key": SECRET})
    html = answer.content.decode()
    assert (answer.status_code, 'id="name-problem"' in html, "Sit down next to Juno" in html) == (422, True, True)
    assert (User.objects.count(), names_at(duel.pk), DuelAction.objects.count()) == (before, ["Juno"], 0)


def test_a_full_table_says_so_and_makes_no_guest(people: list[User], duel: DuelGame) -> None:
    stranger = Client()
    duels.tables.join_table(game_id=duel.pk, person=people[1])
    before = (User.objects.count(), DuelAction.objects.count())
    for answer in (
        stranger.post(link(duel), {"name": "Eve", "key": SECRET}),
        client_of(User.objects.create(display_name="Ben", is_guest=True)).post(link(duel)),
    ):
        html = answer.content.decode()
        assert (answer.status_code, "The last seat has just been taken." in html) == (409, True)
        assert "All chairs are taken" in html
        assert 'href="/duel/new/"' in html
    assert (User.objects.count() - 1, DuelAction.objects.count()) == before
    assert (EntryKey.objects.count(), "sessionid" in stranger.cookies) == (0, False)


def test_a_running_game_says_who_plays_and_how_far(people: list[User]) -> None:
    entry = imperial.create_table(person=people[0], player_count=2)
    imperial.join_table(game_id=entry.game_id, person=people[1])
    imperial.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"})
    for client in (Client(), client_of(User.objects.create(display_name="Eve", is_guest=True))):
        html = client.get(f"/t/{entry.room_code}/").content.decode()
        for words in ("This game is on", "Juno", "Mara", "Round 1.", "Watch this game"):
            assert words in html
        assert "Sit down" not in html


def test_a_table_that_may_not_be_watched_offers_a_new_one(people: list[User]) -> None:
    entry = imperial.create_table(person=people[0], player_count=2, choices=Choices(watching="nobody"))
    assert "Just watch" not in Client().get(f"/t/{entry.room_code}/").content.decode()
    imperial.join_table(game_id=entry.game_id, person=people[1])
    imperial.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"})
    html = Client().get(f"/t/{entry.room_code}/").content.decode()
    assert ("This table is closed to watchers." in html, "Watch this game" in html) == (True, False)
    assert re.search(r'class="btn btn--primary" href="/imperial/new/"', html)


def test_a_closed_table_and_a_finished_game_say_so(people: list[User], duel: DuelGame) -> None:
    duels.tables.abandon(game_id=duel.pk, reason="upkeep")
    answer = Client().post(link(duel), {"name": "Eve", "key": SECRET})
    assert answer.status_code == 409
    assert "This table is closed" in answer.content.decode()
    assert not User.objects.filter(display_name="Eve").exists()


def test_a_person_who_was_sent_away_is_told_so_and_stays_outside(people: list[User], duel: DuelGame) -> None:
    duels.tables.join_table(game_id=duel.pk, person=people[1])
    seat = store.load(duel.pk).state.seats[1].seat_id
    duels.tables.remove_person(game_id=duel.pk, removed_seat=seat, person=people[0])
    answer = client_of(people[1]).post(link(duel))
    assert (answer.status_code, "You may come back in 10 minutes." in answer.content.decode()) == (409, True)
    assert names_at(duel.pk) == ["Juno"]


def test_an_invitation_whose_table_is_gone_leads_home_with_a_sentence(people: list[User], duel: DuelGame) -> None:
    duels.tables.act(game_id=duel.pk, person=people[0], action={"type": "leave"})
    for answer in (Client().get(link(duel)), Client().post(link(duel), {"name": "Eve", "key": SECRET})):
        html = answer.content.decode()
        assert (answer.status_code, "This invitation leads to no table any more." in html) == (404, True)
        assert "Pull up a chair." in html
    assert not User.objects.filter(display_name="Eve").exists()


def test_who_just_watches_is_a_guest_without_a_chair(people: list[User]) -> None:
    entry = imperial.create_table(person=people[0], player_count=2)
    client = Client()
    assert "Just watch" in client.get(f"/t/{entry.room_code}/").content.decode()
    answer = client.post(f"/t/{entry.room_code}/", {"do": "watch", "name": ""})
    assert (answer.status_code, answer["Location"]) == (302, f"/imperial/{entry.game_id}/")
    assert "Free chair" in client.get(answer["Location"]).content.decode()


def test_a_form_of_another_site_takes_no_chair(people: list[User], duel: DuelGame) -> None:
    assert client_of(people[1], enforce_csrf_checks=True).post(link(duel)).status_code == 403
    assert names_at(duel.pk) == ["Juno"]
