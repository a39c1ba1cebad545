"""The pages that the tables of all games share: sitting down, leaving, playing again, opening, practising, polling.

Each of them leads to another page: they are forms and no moves of a table's page, and have one road, a POST.
"""

from uuid import UUID, uuid4

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tabletop.models import Presence
from tabletop.rules import RuleViolation
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.views import TableViews
from tests.kernel.conftest import any_move, game_of
from tests.kernel.test_http import HTMX
from tests.kit.clients import client_of
from tests.kit.frames import parts_in, shown_in
from tests.tinygame import services, store
from tests.tinygame.forms import DuelForm
from tests.tinygame.models import DuelAction, DuelGame
from tests.tinygame.pages import page

pytestmark = pytest.mark.django_db
tables = services.tables

FIELDS = {"player_count": "2", "bot_count": "0", "turn_seconds": "12.5"}
PROGRAM = {"Accept": "application/json"}
AT_TABLE = ("join", "leave", "rematch")


def at(name: str, game_id: UUID) -> str:
    return reverse(f"duel:{name}", args=[game_id])


def names_at(game_id: UUID) -> list[str]:
    return list(store.load(game_id).names.values())


@pytest.fixture
def waiting(people: list[User]) -> UUID:
    """The id of Juno's table, where one seat is free."""
    return tables.create_table(person=people[0]).game_id


@pytest.fixture
def over(duel: DuelGame) -> DuelGame:
    """A duel that is played to its end."""
    while not services.engine.rules.is_over(store.load(duel.pk).state):
        state = game_of(duel)
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))
    return duel


@pytest.fixture
def eve(db: None) -> User:
    return User.objects.create(display_name="Eve", is_guest=True)


# --- sitting down -----------------------------------------------------------------------------------------------------


def test_sitting_down_brings_you_to_the_table(waiting: UUID, people: list[User]) -> None:
    answer = client_of(people[1]).post(at("join", waiting))
    assert (answer.status_code, answer["Location"]) == (302, at("table", waiting))
    assert store.load(waiting).seat_of(person=people[1].pk) == 1


def test_sitting_down_twice_brings_you_there_too_and_takes_one_seat(waiting: UUID, people: list[User]) -> None:
    client = client_of(people[0])
    answer = client.post(at("join", waiting))
    assert (answer.status_code, answer["Location"]) == (302, at("table", waiting))
    assert names_at(waiting) == ["Juno"]
    client_of(people[1]).post(at("join", waiting))
    again = client.post(at("join", waiting))
    assert (again.status_code, again["Location"]) == (302, at("table", waiting))
    assert names_at(waiting) == ["Juno", "Mara"]


@pytest.mark.parametrize("table", ["duel", "over"])
def test_sitting_down_where_you_sit_brings_you_there_when_the_game_has_begun(
    table: str, people: list[User], request: pytest.FixtureRequest
) -> None:
    game_id = request.getfixturevalue(table).pk
    answer = client_of(people[0]).post(at("join", game_id))
    assert (answer.status_code, answer["Location"]) == (302, at("table", game_id))
    assert len(names_at(game_id)) == 2


@pytest.fixture
def full(people: list[User]) -> DuelGame:
    """A table of a person and a bot that waits for its start."""
    return DuelGame.objects.get(pk=tables.create_table(person=people[0], bots=["low"]).game_id)


@pytest.mark.parametrize(
    ("table", "sentence", "code"),
    [
        ("full", "The last seat has just been taken.", "game_full"),
        ("duel", "The game has begun already.", "game_already_started"),
        ("over", "This game is over.", "game_over"),
    ],
)
def test_a_table_that_takes_nobody_says_why_with_409(
    table: str, sentence: str, code: str, eve: User, request: pytest.FixtureRequest
) -> None:
    game_id = request.getfixturevalue(table).pk
    before, client = store.load(game_id), client_of(eve)
    whole = client.post(at("join", game_id))
    assert (whole.status_code, sentence in whole.content.decode()) == (409, True)
    assert "<html" in whole.content.decode()
    parts = client.post(at("join", game_id), headers=HTMX)
    assert (parts.status_code, sentence in parts.content.decode()) == (409, True)
    assert parts_in(parts.content.decode()) == {"score", "table", "actions", "waiting"}
    program = client.post(at("join", game_id), headers=PROGRAM)
    assert (program.status_code, program.json()["code"]) == (409, code)
    after = store.load(game_id)
    assert (after.row.seq, after.state, after.names) == (before.row.seq, before.state, before.names)


def test_a_game_may_refuse_people_in_its_own_way(duel: DuelGame, eve: User) -> None:
    refused: list[tuple[UUID, str]] = []

    def show_door(request: HttpRequest, game_id: UUID, refusal: RuleViolation) -> HttpResponse:
        refused.append((game_id, refusal.code))
        return HttpResponse("The door is shut.", status=409)

    def create(person: User, _form: DuelForm, _terms: Terms) -> Entry:
        return tables.create_table(person=person)

    views = TableViews(page, tables, form=DuelForm, create=create, refuse=show_door)
    request = HttpRequest()
    request.method, request.user = "POST", eve
    for view in (views.join, views.rematch):
        assert view(request, duel.pk).content == b"The door is shut."
    assert refused == [(duel.pk, "game_already_started"), (duel.pk, "player_not_in_game")]


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_leaving_goes_to_the_home_page_and_frees_the_seat(waiting: UUID, people: list[User]) -> None:
    tables.join_table(game_id=waiting, person=people[1])
    answer = client_of(people[0]).post(at("leave", waiting))
    assert (answer.status_code, answer["Location"]) == (302, reverse("lobby:home"))
    assert names_at(waiting) == ["Mara"]


def test_the_last_person_who_leaves_takes_the_waiting_table_along(waiting: UUID, people: list[User]) -> None:
    client = client_of(people[0])
    assert client.post(at("leave", waiting))["Location"] == reverse("lobby:home")
    assert not DuelGame.objects.exists()
    assert client.post(at("leave", waiting)).status_code == 404


def test_a_table_without_your_seat_is_not_left(waiting: UUID, eve: User) -> None:
    assert client_of(eve).post(at("leave", waiting)).status_code == 403
    assert names_at(waiting) == ["Juno"]


# --- playing again ----------------------------------------------------------------------------------------------------


def test_playing_again_leads_everybody_to_one_new_table(over: DuelGame, people: list[User]) -> None:
    addresses = [client_of(person).post(at("rematch", over.pk))["Location"] for person in (*people, *people)]
    new = DuelGame.objects.exclude(pk=over.pk).get()
    assert set(addresses) == {at("table", new.pk)}
    assert names_at(new.pk) == ["Juno", "Mara"]


@pytest.mark.parametrize(
    ("table", "who", "sentence"),
    [("duel", "Juno", "This game is still going on."), ("over", "Eve", "You have no seat at this table.")],
)
def test_playing_again_is_for_those_who_played_to_the_end(
    table: str, who: str, sentence: str, eve: User, request: pytest.FixtureRequest
) -> None:
    game: DuelGame = request.getfixturevalue(table)
    answer = client_of(User.objects.get(display_name=who)).post(at("rematch", game.pk))
    assert (answer.status_code, sentence in answer.content.decode()) == (409, True)
    assert DuelGame.objects.count() == 1


# --- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", AT_TABLE)
def test_looking_at_the_address_of_a_button_leads_to_the_table(
    waiting: UUID, people: list[User], eve: User, name: str
) -> None:
    for client in (Client(), client_of(people[0]), client_of(eve)):
        answer = client.get(at(name, waiting))
        assert (answer.status_code, answer["Location"]) == (302, at("table", waiting))
    assert (names_at(waiting), DuelGame.objects.count()) == (["Juno"], 1)
    assert client_of(eve).put(at(name, waiting)).status_code == 405


@pytest.mark.parametrize("name", AT_TABLE)
def test_a_table_nobody_knows_is_404(people: list[User], name: str) -> None:
    answer = client_of(people[0]).post(at(name, uuid4()))
    assert answer.status_code == 404
    assert "We know no page or table at this address." in answer.content.decode()


def test_a_stranger_who_sends_a_name_along_sits_down_once(waiting: UUID) -> None:
    sent = {"name": "Vera", "key": "0123456789abcdef" * 2}
    for _press in range(2):
        assert Client().post(at("join", waiting), sent)["Location"] == at("table", waiting)
    assert names_at(waiting) == ["Juno", "Vera"]


def test_a_stranger_with_a_bad_name_is_told_at_the_invitation_and_has_no_seat(waiting: UUID) -> None:
    answer = Client().post(at("join", waiting), {"name": "\u0301", "key": "0123456789abcdef" * 2})
    html = answer.content.decode()
    assert (answer.status_code, 'id="name-problem"' in html, names_at(waiting)) == (422, True, ["Juno"])
    assert Client().post(at("join", uuid4()), {"name": "Vera"}).status_code == 404


def test_a_stranger_who_sits_down_gets_the_invitation(waiting: UUID) -> None:
    invitation = f"/t/{DuelGame.objects.get().room_code}/"
    assert Client().post(at("join", waiting))["Location"] == invitation
    assert Client().post(at("join", waiting), headers=HTMX)["HX-Redirect"] == invitation
    assert names_at(waiting) == ["Juno"]


@pytest.mark.parametrize("name", ["leave", "rematch"])
def test_a_stranger_is_asked_for_a_name_first(waiting: UUID, name: str) -> None:
    answer = Client().post(at(name, waiting))
    assert (answer.status_code, answer["Location"]) == (302, "/account/guest/?next=%2F")
    assert names_at(waiting) == ["Juno"]


@pytest.mark.parametrize("name", AT_TABLE)
def test_a_form_of_another_site_does_nothing(waiting: UUID, people: list[User], name: str) -> None:
    assert client_of(people[0], enforce_csrf_checks=True).post(at(name, waiting)).status_code == 403
    assert names_at(waiting) == ["Juno"]


# --- opening and practising -------------------------------------------------------------------------------------------


def test_a_good_form_opens_a_table_and_brings_you_there(people: list[User]) -> None:
    client = client_of(people[0])
    assert "Open the table" in client.get(reverse("duel:new_table")).content.decode()
    assert not DuelGame.objects.exists()
    answer = client.post(reverse("duel:new_table"), FIELDS)
    game = DuelGame.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, at("table", game.pk))
    state = store.load(game.pk).state
    assert (names_at(game.pk), state.settings.turn_seconds, state.game) == (["Juno"], 12.5, None)


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("bot_count", "2", "At least one seat is for a person."),
        ("turn_seconds", "0", "greater than or equal to 1"),
        ("turn_seconds", "", "This field is required."),
        ("player_count", "3", "Select a valid choice."),
    ],
)
def test_a_bad_form_is_422_and_opens_nothing(people: list[User], field: str, value: str, problem: str) -> None:
    answer = client_of(people[0]).post(reverse("duel:new_table"), FIELDS | {field: value})
    assert (answer.status_code, problem in answer.content.decode()) == (422, True)
    assert not DuelGame.objects.exists()


def test_a_stranger_comes_back_to_the_form_with_a_name() -> None:
    answer = Client().get(reverse("duel:new_table"))
    assert (answer.status_code, answer["Location"]) == (302, "/account/guest/?next=%2Fduel%2Fnew%2F")


def test_practice_starts_by_pressing_and_not_by_looking(people: list[User]) -> None:
    client = client_of(people[0])
    assert "Deal the cards" in client.get(reverse("duel:practice")).content.decode()
    client.head(reverse("duel:practice"))
    assert client.put(reverse("duel:practice")).status_code == 405
    assert not DuelGame.objects.exists()
    answer = client.post(reverse("duel:practice"))
    game = DuelGame.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, at("table", game.pk))
    assert (names_at(game.pk), len(game_of(game).hands[0])) == (["Juno", "Ruby"], 3)


def test_a_stranger_practises_as_a_guest_of_the_name_sent(client: Client) -> None:
    client.get(reverse("duel:practice"))
    assert not User.objects.exists()
    table = client.post(reverse("duel:practice"), {"name": " Evelyn "})["Location"]
    assert "Your turn: play a card" in client.get(table).content.decode()
    assert names_at(DuelGame.objects.get().pk) == ["Evelyn", "Ruby"]


# --- polling ----------------------------------------------------------------------------------------------------------


def test_polling_tells_a_waiting_player_who_came_and_the_table_that_the_player_is_there(
    waiting: UUID, people: list[User], eve: User
) -> None:
    client = client_of(people[0])
    shown = shown_in(client.get(at("parts", waiting)).content.decode())
    assert list(Presence.objects.filter(game_id=waiting).values_list("seat", flat=True)) == ["0"]
    assert client.get(at("parts", waiting), {"seq": shown}).status_code == 204
    client_of(people[1]).post(at("join", waiting))
    news = client.get(at("parts", waiting), {"seq": shown})
    assert parts_in(news.content.decode()) == {"score", "table", "actions", "waiting"}
    client_of(eve).get(at("parts", waiting))
    assert Presence.objects.filter(game_id=waiting).count() == 1
    assert client.get(at("parts", uuid4())).status_code == 404
    assert client.post(at("parts", waiting)).status_code == 405
    assert not DuelAction.objects.exclude(payload__type="join").exists()
