"""What staff see of a table, and how they help."""

import json
from uuid import UUID

import pytest
from django.test import Client

from cambio import rules
from cambio.models import Card, GameSession
from tabletop.accounts.models import User
from tabletop.models import Deadline
from tests.cambio.kit import act, dealt, people, position, state_of

pytestmark = pytest.mark.django_db

LIST = "/admin/cambio/gamesession/"
HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser(email="boss@example.org", password="x", display_name="The boss"))
    return client


@pytest.fixture
def game_id() -> UUID:
    game_id = dealt(people(2))
    act(game_id, 0, "confirm_initial_view")
    act(game_id, 1, "confirm_initial_view")
    return game_id


def run(staff: Client, name: str, game_id: UUID) -> str:
    answer = staff.post(LIST, {"action": name, "_selected_action": [str(game_id)]}, follow=True)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_table_is_found_and_shown_with_all_its_rows_and_nothing_to_change(staff: Client, game_id: UUID) -> None:
    position(game_id, rules.arrange(HANDS, ["7c"], ["2d", "3d"]))
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    act(game_id, 0, "use_power", position=0)
    row = GameSession.objects.get(pk=game_id)
    assert row.room_code in staff.get(LIST, {"q": "Juno"}).content.decode()
    page = staff.get(f"{LIST}{game_id}/change/").content.decode()
    for word in ("Juno", "Mara", "hearts", "look at an own card", "revealing"):
        assert word in page
    assert bytes(row.shuffle_seed).hex() not in page
    assert 'name="_save"' not in page
    assert staff.post(f"{LIST}{game_id}/change/", {"phase": "setup"}).status_code == 403
    assert staff.post(f"{LIST}{game_id}/delete/", {"post": "yes"}).status_code == 403


def test_aborting_takes_the_table_away(staff: Client, game_id: UUID) -> None:
    run(staff, "abort_tables", game_id)
    assert not GameSession.objects.exists()
    assert not Card.objects.exists()
    assert not Deadline.objects.filter(game_id=game_id).exists()


def test_the_seat_on_turn_is_handed_to_a_bot(staff: Client, game_id: UUID) -> None:
    assert "a bot plays for Juno" in run(staff, "hand_turn_to_bot", game_id)
    assert state_of(game_id).seats[0].bot_level == "medium"
    assert Deadline.objects.filter(game_id=game_id).exists()
    assert "That does not work" in run(staff, "hand_turn_to_bot", game_id)


def test_a_table_is_exported_without_tokens(staff: Client, game_id: UUID) -> None:
    answer = staff.post(LIST, {"action": "export_json", "_selected_action": [str(game_id)]})
    (exported,) = json.loads(answer.content)["tables"]
    assert exported["table"]["game"]["phase"] == "playing"
    assert [entry["payload"]["type"] for entry in exported["log"]][:2] == ["join", "start_game"]
    assert "token" not in answer.content.decode().lower()


def test_verifying_replays_the_log(staff: Client, game_id: UUID) -> None:
    assert "agrees with its log" in run(staff, "verify_tables", game_id)
    GameSession.objects.filter(pk=game_id).update(takeover=True)
    assert "The rows differ" in run(staff, "verify_tables", game_id)


def test_staff_without_the_right_cannot_abort(game_id: UUID) -> None:
    client = Client()
    helper = User.objects.create_user(email="new@example.org", password="x", display_name="Newcomer", is_staff=True)
    client.force_login(helper)
    assert client.get(LIST).status_code == 403
    client.post(LIST, {"action": "abort_tables", "_selected_action": [str(game_id)]})
    assert GameSession.objects.exists()
