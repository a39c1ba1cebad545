"""The list for a chair: who gets on it, what they are told, and what they are not given by it."""

import re
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.core import mail
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tabletop.accounts.models import User
from tabletop.accounts.services import erase_person
from tabletop.models import ChairWish, Removal
from tabletop.notify.models import Notice
from tabletop.notify.services import send_due
from tabletop.rules import RuleViolation
from tabletop.table import Choices
from tabletop.tables.chair_wishes import WISHES_READ, put_on_list
from tabletop.tables.removals import note_removal
from tests.kernel.conftest import any_move, game_of
from tests.kit.clients import client_of
from tests.kit.statements import hear_statements
from tests.lobby.test_coming_back import home, part
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db(transaction=True)
tables = services.tables
TELL = "Tell me when a chair is free"
AGES_AGO = datetime(2020, 1, 1, tzinfo=UTC)


@pytest.fixture
def people(transactional_db: None) -> list[User]:
    return [User.objects.create(display_name=name, is_guest=True) for name in ("Juno", "Mara")]


@pytest.fixture
def eve(transactional_db: None) -> User:
    return User.objects.create(display_name="Eve", email="eve@example.com", notify_by_mail=True)


@pytest.fixture
def full(people: list[User]) -> DuelGame:
    """A table that waits, with Juno and Mara."""
    game_id = tables.create_table(person=people[0]).game_id
    tables.join_table(game_id=game_id, person=people[1])
    return DuelGame.objects.get(pk=game_id)


@pytest.fixture(params=["link", "nobody"])
def running(request: pytest.FixtureRequest, people: list[User]) -> DuelGame:
    game_id = tables.create_table(person=people[0], choices=Choices(watching=request.param)).game_id
    tables.join_table(game_id=game_id, person=people[1])
    tables.act(game_id=game_id, seat=0, action={"type": "start"})
    return DuelGame.objects.get(pk=game_id)


def link(game: DuelGame) -> str:
    return f"/t/{game.room_code}/"


def ask(person: User, game: DuelGame) -> None:
    client = client_of(person)
    answer = client.post(link(game), {"do": "tell"})
    assert (answer.status_code, answer["Location"]) == (302, link(game))
    assert "We tell you on the home page" in client.get(link(game)).content.decode()


def invited(person: User) -> str:
    return part(home(client_of(person)), "invitations")


def leave(person: User, game: DuelGame) -> None:
    tables.act(game_id=game.pk, person=person, action={"type": "leave"})


def free_a_chair(game: DuelGame, person: User) -> None:
    verb = "leave" if game.started_at is None else "offer_seat"
    tables.act(game_id=game.pk, person=person, action={"type": verb})


# --- at the door ------------------------------------------------------------------------------------------------------


def test_the_door_of_a_full_table_offers_it_and_a_free_chair_is_told(
    full: DuelGame, people: list[User], eve: User
) -> None:
    html = client_of(eve).get(link(full)).content.decode()
    assert (TELL in html, "All chairs are taken" in html) == (True, True)
    ask(eve, full)
    assert invited(eve).startswith("></div>")
    leave(people[1], full)
    told = invited(eve)
    assert ("Duel with Juno" in told, "A chair is free." in told) == (True, True)
    (address,) = re.findall(r'id="to-[\w-]+" form="again-form" formaction="([^"]+)"', told)
    assert client_of(eve).post(address)["Location"] == f"/duel/{full.pk}/"
    assert [seat.user_id for seat in tables.seats.at(full.pk)] == [people[0].pk, eve.pk]
    assert not ChairWish.objects.exists()
    assert invited(eve).startswith("></div>")


def test_a_running_game_offers_it_whether_it_may_be_watched_or_not(
    running: DuelGame, people: list[User], eve: User
) -> None:
    assert TELL in client_of(eve).get(link(running)).content.decode()
    ask(eve, running)
    free_a_chair(running, people[1])
    told = invited(eve)
    assert "A chair is free." in told
    (address,) = re.findall(r'formaction="([^"]+/join/)"', told)
    client_of(eve).post(address)
    assert eve.pk in [seat.user_id for seat in tables.seats.at(running.pk)]
    assert not ChairWish.objects.exists()


def test_a_stranger_becomes_a_guest_by_it_and_one_who_asks_twice_is_on_the_list_once(full: DuelGame) -> None:
    stranger = Client()
    for _press in range(2):
        assert stranger.post(link(full), {"do": "tell"})["Location"] == link(full)
    wish = ChairWish.objects.get()
    assert (wish.person.is_guest, wish.game_id) == (True, full.pk)


def test_telling_holds_no_chair(full: DuelGame, people: list[User], eve: User) -> None:
    ask(eve, full)
    leave(people[1], full)
    ben = User.objects.create(display_name="Ben", is_guest=True)
    tables.join_table(game_id=full.pk, person=ben)
    assert invited(eve).startswith("></div>")
    with pytest.raises(RuleViolation) as refused:
        tables.join_table(game_id=full.pk, person=eve)
    assert refused.value.code == "game_full"


def test_only_who_has_the_code_may_ask_and_a_wrong_one_tells_nothing(running: DuelGame, eve: User) -> None:
    client = client_of(eve)
    assert client.post("/t/AAAAAA/", {"do": "tell"}).status_code == 404
    if running.watching == "nobody":
        assert client.post(f"/duel/{running.pk}/sit-in/", {"chair": "ask"}).status_code == 403
    assert not ChairWish.objects.exists()


def test_a_player_is_led_to_the_table_and_a_finished_game_has_no_list(
    running: DuelGame, people: list[User], eve: User
) -> None:
    assert client_of(people[0]).post(link(running), {"do": "tell"}).status_code == 302
    while not services.engine.rules.is_over(store.load(running.pk).state):
        state = game_of(running)
        services.move(game_id=running.pk, seat=state.turn, action=any_move(state))
    answer = client_of(eve).post(link(running), {"do": "tell"})
    assert (answer.status_code, "This game is over" in answer.content.decode()) == (409, True)
    assert not ChairWish.objects.exists()


def test_who_does_not_want_it_any_more_is_told_nothing(full: DuelGame, people: list[User], eve: User) -> None:
    ask(eve, full)
    client = client_of(eve)
    (address,) = re.findall(r'formaction="([^"]+/sit-in/)"', client.get(link(full)).content.decode())
    assert client.post(address, {"chair": "withdraw"}).status_code == 302
    assert TELL in client.get(link(full)).content.decode()
    leave(people[1], full)
    assert invited(eve).startswith("></div>")
    assert not Notice.objects.exists()


def test_not_now_on_the_home_page_takes_the_person_off_the_list(full: DuelGame, people: list[User], eve: User) -> None:
    ask(eve, full)
    leave(people[1], full)
    (address,) = re.findall(r'id="not-[\w-]+" formaction="([^"]+)"', invited(eve))
    for _press in range(2):
        assert client_of(eve).post(address, {"back": "home"})["Location"] == "/"
    assert not ChairWish.objects.exists()


# --- how they hear of it ----------------------------------------------------------------------------------------------


def test_open_home_pages_hear_that_a_chair_is_free_and_that_it_is_taken(
    full: DuelGame, people: list[User], eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(eve, full)
    rung: list[str] = []
    monkeypatch.setattr("tabletop.live.announce.note_change", rung.extend)
    leave(people[1], full)
    assert f"person:{eve.pk}" in rung
    rung.clear()
    tables.join_table(game_id=full.pk, person=people[1])
    assert f"person:{eve.pk}" in rung


def test_who_wants_mail_is_mailed_once_with_the_link_and_no_name(full: DuelGame, people: list[User], eve: User) -> None:
    ask(eve, full)
    leave(people[1], full)
    assert send_due() == 1
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["eve@example.com"], f"A chair is free: Duel {full.room_code}")
    assert link(full) in str(message.body)
    assert "Juno" not in f"{message.subject} {message.body}"
    tables.join_table(game_id=full.pk, person=people[1])
    leave(people[1], full)
    assert send_due() == 0


def test_a_chair_that_is_gone_or_a_person_who_wants_no_mail_gets_none(
    full: DuelGame, people: list[User], eve: User
) -> None:
    ask(eve, full)
    leave(people[1], full)
    tables.join_table(game_id=full.pk, person=people[1])
    assert send_due() == 0
    leave(people[1], full)
    User.objects.filter(pk=eve.pk).update(notify_by_mail=False)
    assert (send_due(), mail.outbox) == (0, [])


def test_whom_the_host_has_sent_away_is_neither_told_nor_mailed(full: DuelGame, people: list[User], eve: User) -> None:
    ask(eve, full)
    note_removal("duel", full.pk, eve.pk)
    leave(people[1], full)
    assert invited(eve).startswith("></div>")
    assert not Notice.objects.exists()
    Removal.objects.all().delete()
    assert "A chair is free." in invited(eve)


def test_the_host_who_sends_somebody_away_frees_a_chair_too(full: DuelGame, people: list[User], eve: User) -> None:
    ask(eve, full)
    (gone,) = [seat.player_id for seat in tables.seats.at(full.pk) if seat.user_id == people[1].pk]
    tables.remove_person(game_id=full.pk, removed_seat=gone, person=people[0])
    assert "A chair is free." in invited(eve)


# --- what it costs and what becomes of it -----------------------------------------------------------------------------


def test_a_move_reads_nothing_of_the_list(running: DuelGame, eve: User, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(eve, running)
    heard = hear_statements(monkeypatch)
    state = game_of(running)
    services.move(game_id=running.pk, seat=state.turn, action=any_move(state))
    assert heard
    assert not [sql for sql in heard if "chairwish" in sql]


def test_newer_wishes_that_no_table_can_fill_hide_no_older_one(full: DuelGame, people: list[User], eve: User) -> None:
    """Those tables are full, running, finished, closed and gone."""
    ask(eve, full)
    free_a_chair(full, people[1])
    ends: list[dict[str, object]] = [{"started_at": AGES_AGO}, {"completed_at": AGES_AGO}, {"abandoned": True}]
    for number, ended in enumerate([{}, *ends]):
        game_id = tables.create_table(person=people[0]).game_id
        if number == 0:
            tables.join_table(game_id=game_id, person=people[1])
        DuelGame.objects.filter(pk=game_id).update(**ended)
        put_on_list("duel", game_id, eve.pk)
    put_on_list("duel", UUID(int=1), eve.pk)
    assert ChairWish.objects.filter(person=eve).count() == 1 + WISHES_READ
    assert f'formaction="/duel/{full.pk}/join/"' in invited(eve)


def test_tables_that_can_fill_no_wish_are_not_read(
    running: DuelGame, eve: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    ask(eve, running)
    with django_assert_num_queries(1):
        assert list(tables.chairs_for(eve.pk)) == []


def test_a_table_that_goes_and_a_person_who_goes_take_the_list_along(
    full: DuelGame, people: list[User], eve: User
) -> None:
    ask(eve, full)
    erase_person(user=eve)
    assert not ChairWish.objects.exists()
    ben = User.objects.create(display_name="Ben", is_guest=True)
    ask(ben, full)
    for person in people:
        leave(person, full)
    assert not ChairWish.objects.exists()
    assert invited(ben).startswith("></div>")


def test_an_unknown_table_is_404(eve: User) -> None:
    address = f"/duel/{UUID(int=1)}/sit-in/"
    assert (client_of(eve).get(address).status_code, client_of(eve).post(address).status_code) == (404, 404)
