"""What staff see of a table, and how they help."""

import json
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from cambio import queries, rules
from cambio.models import CambioAction, Card, GameSession, Player, Turn
from cambio.replay import verify
from cambio.services import engine
from tabletop import clock
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.models import Deadline
from tabletop.play import submit
from tests.cambio.kit import act, dealt, game_of, lobby_of, people, position, state_of
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db

LIST = "/admin/cambio/gamesession/"
LOG = "/admin/cambio/cambioaction/"
HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


@pytest.fixture
def staff() -> Client:
    return client_of(User.objects.create_superuser("boss@example.org", "x", display_name="The boss"))


@pytest.fixture
def game_id() -> UUID:
    game_id = dealt(people(2))
    act(game_id, 0, "confirm_initial_view")
    act(game_id, 1, "confirm_initial_view")
    return game_id


def run(staff: Client, name: str, game_id: UUID, **fields: str) -> str:
    answer = staff.post(LIST, {"action": name, "_selected_action": [str(game_id)], **fields}, follow=True)
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
    for word in ("Juno", "Mara", "look at an own card"):
        assert word in page
    assert bytes(row.shuffle_seed).hex() not in page
    assert 'name="_save"' not in page
    assert staff.post(f"{LIST}{game_id}/change/", {"phase": "setup"}).status_code == 403


def test_aborting_closes_the_table_and_its_page_tells_the_players_why(staff: Client, game_id: UUID) -> None:
    juno = client_of(User.objects.get(display_name="Juno"))
    assert "Reason" in run(staff, "abort_tables", game_id)
    assert not state_of(game_id).abandoned
    assert "1 table is closed." in run(staff, "abort_tables", game_id, confirmed="yes", reason="fault")
    assert (state_of(game_id).abandoned, state_of(game_id).abandon_reason) == (True, "fault")
    page = juno.get(f"/cambio/{game_id}/").content.decode()
    assert "This table is closed." in page
    assert "Something went wrong on our side" in page
    assert "Everybody was away" not in page
    assert juno.post(f"/cambio/{game_id}/act/", {"do": "draw:deck"}).status_code == 409
    verify(GameSession.objects.get(pk=game_id))


def test_a_waiting_table_is_closed_with_a_sentence_and_is_open_to_nobody(staff: Client) -> None:
    persons = people(2)
    game_id = lobby_of(persons)
    run(staff, "abort_tables", game_id, confirmed="yes", reason="idle")
    page = client_of(persons[0]).get(f"/cambio/{game_id}/").content.decode()
    assert "Nobody had played here for a long time" in page
    for button in ('id="start"', 'id="leave"', "bot-easy"):
        assert button not in page
    stranger = client_of(User.objects.create(display_name="Olga", is_guest=True))
    assert "This table is closed" in stranger.get(f"/cambio/{game_id}/").content.decode()
    assert stranger.post(f"/cambio/{game_id}/join/").status_code == 409
    assert list(queries.open_tables()) == []
    assert GameSession.objects.get(pk=game_id).room_code in staff.get(LIST, {"abandoned__exact": "1"}).content.decode()
    verify(GameSession.objects.get(pk=game_id))


def test_a_superuser_deletes_a_table_with_all_its_rows_and_players_find_it_gone(staff: Client, game_id: UUID) -> None:
    juno = client_of(User.objects.get(display_name="Juno"))
    assert "Are you sure" in staff.get(f"{LIST}{game_id}/delete/").content.decode()
    staff.post(f"{LIST}{game_id}/delete/", {"post": "yes"})
    for model in (GameSession, Player, Card, Turn, CambioAction):
        assert not model._default_manager.exists()
    assert not Deadline.objects.filter(game_id=game_id).exists()
    assert juno.get(f"/cambio/{game_id}/").status_code == 404


def test_the_seat_on_turn_is_handed_to_a_bot_which_plays_until_the_person_is_back(staff: Client, game_id: UUID) -> None:
    assert "a bot plays for Juno" in run(staff, "hand_turn_to_bot", game_id)
    assert state_of(game_id).seats[0].bot_level == "medium"
    assert "That does not work" in run(staff, "hand_turn_to_bot", game_id)
    for _act in range(9):
        if Deadline.objects.filter(game_id=game_id).exists():
            clock.tick(now=Deadline.objects.get(game_id=game_id).due_at)
    assert Turn.objects.filter(game_session=game_id, player__turn_order=0).exists()
    assert game_of(game_id).current_turn_player_id == 1
    submit(engine, game_id, Move(seat=0, action={"type": "arrived"}))
    assert Player.objects.get(game_session=game_id, turn_order=0).bot_difficulty is None
    verify(GameSession.objects.get(pk=game_id))


def test_any_seat_may_be_handed_to_a_bot_and_a_seat_nobody_has_may_not(staff: Client, game_id: UUID) -> None:
    assert "a bot plays for Mara" in run(staff, "hand_turn_to_bot", game_id, seat="1")
    assert [info.bot_level for info in state_of(game_id).seats] == [None, "medium"]
    assert "There is no such seat." in run(staff, "hand_turn_to_bot", game_id, seat="3")
    run(staff, "hand_turn_to_bot", game_id, seat="Nobody")
    assert [info.bot_level for info in state_of(game_id).seats] == [None, "medium"]
    verify(GameSession.objects.get(pk=game_id))


def test_before_the_deal_no_seat_is_handed_over(staff: Client) -> None:
    assert "Nobody is on turn." in run(staff, "hand_turn_to_bot", lobby_of(people(2)))


def test_a_table_is_exported_without_tokens(staff: Client, game_id: UUID) -> None:
    answer = staff.post(LIST, {"action": "export_json", "_selected_action": [str(game_id)]})
    (exported,) = json.loads(answer.content)["tables"]
    assert exported["table"]["game"]["phase"] == "playing"
    assert [entry["payload"]["type"] for entry in exported["log"]][:2] == ["join", "start"]
    assert "token" not in answer.content.decode().lower()
    assert exported["shuffleSeed"] is None
    position(game_id, rules.arrange(HANDS, ["2c"], ["2d", "3d"], phase="final_round", caller=0, turn=1))
    act(game_id, 1, "draw", source="discard")
    act(game_id, 1, "swap", position=0)
    answer = staff.post(LIST, {"action": "export_json", "_selected_action": [str(game_id)]})
    (exported,) = json.loads(answer.content)["tables"]
    assert exported["shuffleSeed"] == bytes(GameSession.objects.get(pk=game_id).shuffle_seed).hex()


def test_verifying_replays_the_log(staff: Client, game_id: UUID) -> None:
    assert "1 table agrees with its log" in run(staff, "verify_tables", game_id)
    GameSession.objects.filter(pk=game_id).update(takeover=True)
    assert "The rows differ" in run(staff, "verify_tables", game_id)


def test_staff_without_the_right_cannot_abort(game_id: UUID) -> None:
    helper = User.objects.create_user(email="new@example.org", password="x", display_name="Newcomer", is_staff=True)
    client = client_of(helper)
    assert client.get(LIST).status_code == 403
    answer = {"confirmed": "yes", "reason": "idle"}
    client.post(LIST, {"action": "abort_tables", "_selected_action": [str(game_id)], **answer})
    assert not GameSession.objects.get().abandoned


def test_staff_who_may_only_look_can_export_and_verify_but_not_abort_or_hand_over(game_id: UUID) -> None:
    helper = User.objects.create_user(email="new@example.org", password="x", display_name="Newcomer", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_gamesession"))
    client = client_of(helper)
    assert "agrees with its log" in run(client, "verify_tables", game_id)
    assert client.post(LIST, {"action": "export_json", "_selected_action": [str(game_id)]}).json()["tables"]
    for name in ("abort_tables", "hand_turn_to_bot"):
        run(client, name, game_id)
    assert state_of(game_id).seats[0].bot_level is None


def test_staff_who_play_see_no_cards_of_their_running_game(staff: Client, game_id: UUID) -> None:
    boss = User.objects.get(display_name="The boss")
    Player.objects.filter(game_session=game_id, turn_order=1).update(user=boss)
    assert GameSession.objects.get(pk=game_id).room_code in staff.get(LIST).content.decode()
    assert staff.get(f"{LIST}{game_id}/change/").status_code == 403
    exported = staff.post(LIST, {"action": "export_json", "_selected_action": [str(game_id)]})
    assert exported.json() == {"tables": []}
    position(game_id, rules.arrange(HANDS, ["2c"], ["2d", "3d"], phase="final_round", caller=0, turn=1))
    act(game_id, 1, "draw", source="deck")
    act(game_id, 1, "discard")
    assert staff.get(f"{LIST}{game_id}/change/").status_code == 200


def test_neither_pages_nor_log_show_secrets(staff: Client, game_id: UUID) -> None:
    row = GameSession.objects.get(pk=game_id)
    token_hash = "f" * 64
    Player.objects.filter(game_session=game_id, turn_order=0).update(token_hash=token_hash)
    pages = [staff.get(LIST), staff.get(f"{LIST}{game_id}/change/"), staff.get(LOG)]
    pages += [staff.get(f"{LOG}{entry.pk}/change/") for entry in row.actions.all()]
    for page in pages:
        assert page.status_code == 200
        for secret in (token_hash, bytes(row.shuffle_seed).hex(), "INITIAL_CARDS", "bot_memories"):
            assert secret not in page.content.decode()


def test_staff_who_play_do_not_read_in_the_log_what_the_others_look_at(staff: Client, game_id: UUID) -> None:
    boss = User.objects.get(display_name="The boss")
    Player.objects.filter(game_session=game_id, turn_order=1).update(user=boss)
    position(game_id, rules.arrange(HANDS, ["7c"], ["2d", "3d"]))
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    act(game_id, 0, "use_power", position=0)
    entry = CambioAction.objects.filter(game=game_id).latest("seq")
    for page in (staff.get(LOG), staff.get(f"{LOG}{entry.pk}/change/")):
        assert page.status_code == 200
        assert "use_power" in page.content.decode()
        assert "&#x27;position&#x27;" not in page.content.decode()
        assert "&quot;position&quot;" not in page.content.decode()
    # Nor by asking for rows in which it stands.
    for question in ({"payload__position": "0"}, {"events__contains": "[]"}):
        assert staff.get(LOG, question).status_code == 400
    assert staff.get(LIST, {"shuffle_seed__gt": "7"}).status_code == 400
    assert staff.get(LIST, {"phase__exact": "playing"}).status_code == 200


def test_what_no_column_can_hold_is_not_searched(staff: Client) -> None:
    for address, name in ((LIST, "phase__exact"), ("/admin/tabletop/deadline/", "game_slug")):
        assert staff.get(address, {name: "\0"}).status_code == 400
