"""What staff see and can do."""

import json
import re
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from imperial import queries, services, setups
from imperial.exchange import read_game
from imperial.models import CountryInfo, Game, GameHistory, ImperialAction, PlayerInfo, Setup
from imperial.plug import table
from imperial.replay import verify
from tabletop.accounts.models import User
from tabletop.models import Deadline
from tests.imperial.kit import (
    act,
    begun,
    game_of,
    lobby_of,
    names_at,
    people,
    play_randomly,
    position,
    random_states,
    state_of,
)
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db

LIST = "/admin/imperial/game/"
LOG = "/admin/imperial/imperialaction/"
SETUPS = "/admin/imperial/setup/"


@pytest.fixture
def staff() -> Client:
    return client_of(User.objects.create_superuser("boss@example.com", "x", display_name="The boss"))


@pytest.fixture
def game_id() -> UUID:
    game_id = begun(people(3))
    play_randomly(game_id, seed=3, actions=25)
    return game_id


def run(client: Client, action: str, game_id: UUID, **fields: str) -> str:
    form = {"action": action, "_selected_action": [str(game_id)], **fields}
    return client.post(LIST, form, follow=True).content.decode()


def test_a_table_is_found_and_shown_with_all_its_rows_and_nothing_to_change(staff: Client, game_id: UUID) -> None:
    row = Game.objects.get(pk=game_id)
    assert row.room_code in staff.get(LIST, {"q": "Mara"}).content.decode()
    page = staff.get(f"{LIST}{game_id}/change/").content.decode()
    for word in ("Juno", "Mara", "Nils", "Austria", "Russia", "has bid on Austria"):
        assert word in page
    assert 'name="_save"' not in page
    assert staff.get(f"{LIST}add/").status_code == 403


def test_staff_read_names_and_no_ids_of_seats(staff: Client, game_id: UUID) -> None:
    row = Game.objects.get(pk=game_id)
    pages = [staff.get(LIST), staff.get(f"{LIST}{game_id}/change/"), staff.get(LOG)]
    pages += [staff.get(f"{LOG}{entry.pk}/change/") for entry in row.actions.all()]
    texts = [page.content.decode() for page in pages]
    assert all("Mara" in text for text in texts[:3])
    for seat_id in names_at(game_id):
        # Only the hidden fields of the rows have them.
        assert not [text for text in texts if seat_id in text.replace(f'value="{seat_id}"', "")]


def test_aborting_closes_the_table_and_its_page_tells_the_players_why(staff: Client, game_id: UUID) -> None:
    juno = client_of(User.objects.get(display_name="Juno"))
    assert "1 table is closed." in run(staff, "abort_tables", game_id, confirmed="yes", reason="asked")
    page = juno.get(f"/imperial/{game_id}/").content.decode()
    assert "This table is closed." in page
    assert "We closed it because the players asked us to." in page
    for gone in ('/undo/" hx-post', "Your turn</span>", 'name="do"', 'class="plr is-turn"'):
        assert gone not in page
    assert juno.post(f"/imperial/{game_id}/draft/", {"spot": "Taxation"}).status_code == 409
    assert juno.post(f"/imperial/{game_id}/undo/").status_code == 409
    assert list(queries.tables_of(User.objects.get(display_name="Juno"))) == []
    verify(Game.objects.get(pk=game_id))
    assert "This table has been closed." in run(staff, "abort_tables", game_id, confirmed="yes", reason="idle")


@pytest.mark.parametrize("mode", ["bid", "buy", "vote"])
def test_a_closed_table_shows_nothing_of_what_was_being_decided(mode: str) -> None:
    game_id = begun(people(3))
    states = (state for seed in range(9) for state in random_states(3, seed=seed))
    position(game_id, next(state for state in states if state.mode == mode))
    services.tables.abandon(game_id=game_id, reason="fault")
    page = client_of(User.objects.get(display_name="Juno")).get(f"/imperial/{game_id}/").content.decode()
    assert "Something went wrong on our side" in page
    for gone in ('class="envs', "market__wrap", 'class="duel"', "Bidding now"):
        assert gone not in page


def test_a_waiting_table_is_closed_with_a_sentence_and_is_open_to_nobody(staff: Client) -> None:
    persons = people(2)
    game_id = lobby_of(persons)
    run(staff, "abort_tables", game_id, confirmed="yes", reason="upkeep")
    page = client_of(persons[0]).get(f"/imperial/{game_id}/").content.decode()
    assert "We had to close it for work on the site." in page
    for button in ('id="start"', 'id="leave"', 'id="add-bot"', 'id="sit-down"'):
        assert button not in page
    assert list(queries.open_tables()) == []
    assert Game.objects.get(pk=game_id).room_code in staff.get(LIST, {"abandoned__exact": "1"}).content.decode()
    services.forget_person(persons[0])
    verify(Game.objects.get(pk=game_id))


def test_who_sat_alone_at_a_closed_table_opens_the_next_one() -> None:
    (juno,) = people(1)
    game_id = services.create_table(person=juno, player_count=3).game_id
    services.tables.abandon(game_id=game_id, reason="upkeep")
    next_table = client_of(juno).post(f"/imperial/{game_id}/rematch/")["Location"]
    rematch = Game.objects.get(pk=str(Game.objects.get(pk=game_id).rematch_id))
    assert str(rematch.pk) in next_table
    assert rematch.max_players == 3


def test_a_superuser_deletes_a_table_with_all_its_rows(staff: Client, game_id: UUID) -> None:
    staff.post(f"{LIST}{game_id}/delete/", {"post": "yes"})
    for model in (Game, PlayerInfo, CountryInfo, GameHistory, ImperialAction, Deadline):
        assert not model._default_manager.exists()


def test_seats_that_are_waited_for_are_handed_to_bots(staff: Client) -> None:
    game_id = begun(people(3))
    act(game_id, "Mara", "bid", amount=1)
    told = run(staff, "hand_turn_to_bot", game_id)
    assert "a bot plays for Juno" in told
    assert "a bot plays for Nils" in told
    assert [info.bot_level is not None for info in state_of(game_id).seats] == [True, False, True]
    assert Deadline.objects.filter(game_id=game_id).exists()
    assert "waits for no person" in run(staff, "hand_turn_to_bot", game_id)
    act(game_id, "Juno", "take_back")
    assert state_of(game_id).seats[0].bot_level is None


def test_any_seat_may_be_handed_to_a_bot_and_a_seat_nobody_has_may_not(staff: Client) -> None:
    game_id = begun(people(3))
    act(game_id, "Mara", "bid", amount=1)
    assert "a bot plays for Mara" in run(staff, "hand_turn_to_bot", game_id, seat="1")
    assert [info.bot_level is not None for info in state_of(game_id).seats] == [False, True, False]
    assert "A bot plays this seat." in run(staff, "hand_turn_to_bot", game_id, seat="1")
    assert "There is no such seat." in run(staff, "hand_turn_to_bot", game_id, seat="5")
    for nonsense in ("6", "Nobody"):
        run(staff, "hand_turn_to_bot", game_id, seat=nonsense)
    assert [info.bot_level is not None for info in state_of(game_id).seats] == [False, True, False]
    assert "The game has not begun yet." in run(staff, "hand_turn_to_bot", lobby_of(people(2)), seat="0")


def test_before_the_start_there_is_nobody_to_play_for(staff: Client) -> None:
    assert "waits for no person" in run(staff, "hand_turn_to_bot", lobby_of(people(2)))


def test_what_is_exported_can_be_read_again(staff: Client, game_id: UUID) -> None:
    response = staff.post(LIST, {"action": "export_json", "_selected_action": [str(game_id)]})
    (exported,) = json.loads(response.content)["tables"]
    assert exported["version"] == Game.objects.get(pk=game_id).version
    assert len(exported["log"]) == exported["version"] - 1
    game = read_game(exported["game"], setup=state_of(game_id).settings.board)
    assert game.country_info == game_of(game_id).country_info
    assert len(game.history) > 20
    assert "token" not in response.content.decode()
    assert exported["shuffleSeed"] is None
    position(game_id, random_states(3, seed=1)[-1])
    response = staff.post(LIST, {"action": "export_json", "_selected_action": [str(game_id)]})
    (exported,) = json.loads(response.content)["tables"]
    assert exported["shuffleSeed"] == bytes(Game.objects.get(pk=game_id).shuffle_seed).hex()


def test_a_log_is_verified(staff: Client, game_id: UUID) -> None:
    assert "agrees with its log" in run(staff, "verify_tables", game_id)
    PlayerInfo.objects.filter(game=game_id, display_name="Juno").update(money=1)
    assert "The rows differ from what the log says." in run(staff, "verify_tables", game_id)


def test_staff_who_may_only_look_cannot_help(game_id: UUID) -> None:
    helper = User.objects.create_user("new@example.com", "x", display_name="Newcomer", is_staff=True)
    client = client_of(helper)
    assert client.get(LIST).status_code == 403
    helper.user_permissions.add(Permission.objects.get(codename="view_game", content_type__app_label="imperial"))
    assert "agrees with its log" in run(client, "verify_tables", game_id)
    for name in ("abort_tables", "hand_turn_to_bot"):
        run(client, name, game_id)
    assert all(info.bot_level is None for info in state_of(game_id).seats)


def test_staff_who_play_see_no_more_of_their_running_game_than_the_others(staff: Client) -> None:
    game_id = begun(people(3))
    PlayerInfo.objects.filter(game=game_id, display_name="Nils").update(user=User.objects.get(display_name="The boss"))
    assert staff.get(LIST).status_code == 200
    assert staff.get(f"{LIST}{game_id}/change/").status_code == 403
    exported = staff.post(LIST, {"action": "export_json", "_selected_action": [str(game_id)]})
    assert exported.json() == {"tables": []}
    position(game_id, random_states(3, seed=1)[-1])
    assert table.is_over(state_of(game_id))
    assert staff.get(f"{LIST}{game_id}/change/").status_code == 200


def test_neither_pages_nor_log_show_what_is_sealed(staff: Client) -> None:
    game_id = begun(people(2))
    act(game_id, "Juno", "bid", amount=17.93)
    row = Game.objects.get(pk=game_id)
    PlayerInfo.objects.filter(game=game_id, display_name="Juno").update(token_hash="f" * 64)
    pages = [staff.get(LIST), staff.get(f"{LIST}{game_id}/change/"), staff.get(LOG)]
    pages += [staff.get(f"{LOG}{entry.pk}/change/") for entry in row.actions.all()]
    for page in pages:
        assert page.status_code == 200
        html = page.content.decode()
        assert "f" * 64 not in html
        assert bytes(row.shuffle_seed).hex() not in html
        for bid in ("17.93", "1793"):
            # Not within an id or a token: those are any digits.
            assert not re.search(rf"(?<![\w-]){re.escape(bid)}(?![\w-])", html)


def test_a_setup_is_added_and_never_changed(staff: Client) -> None:
    begun(people(2))
    text = setups.shipped_text("standard").replace('"armyLimit": 12', '"armyLimit": 11')
    page = staff.post(f"{SETUPS}add/", {"data": text.replace("\n", "\r\n")}, follow=True)
    assert page.status_code == 200
    added = setups.latest("standard")
    assert (added.version, Setup.objects.count()) == (2, 2)
    shown = staff.get(f"{SETUPS}{added.pk}/change/").content.decode()
    assert 'name="_save"' not in shown
    assert staff.post(f"{SETUPS}{added.pk}/delete/", {"post": "yes"}).status_code == 403
    again = staff.post(f"{SETUPS}add/", {"data": text}).content.decode()
    assert "This is standard 2, word for word." in again


def test_staff_hear_which_places_of_a_setup_the_map_does_not_have(staff: Client) -> None:
    text = setups.shipped_text("standard").replace('"Vienna"', '"Wien"')
    page = staff.post(f"{SETUPS}add/", {"data": text}, follow=True).content.decode()
    assert "Not on the map, but told in words: Wien." in page
    assert setups.latest("standard").version == 1


def test_a_bad_setup_is_refused_with_every_problem(staff: Client) -> None:
    data = json.loads(setups.shipped_text("standard"))
    data["territories"]["Rome"]["adjacencies"].append("Atlantis")
    data["wheel"].remove("Taxation")
    data["name"] = "x" * 41
    page = staff.post(f"{SETUPS}add/", {"data": json.dumps(data)}).content.decode()
    assert "Rome borders the unknown territory Atlantis." in page
    assert "The wheel has no Taxation spot." in page
    assert "is too long" in page
    assert "This is not JSON" in staff.post(f"{SETUPS}add/", {"data": "{"}).content.decode()
    fine = json.loads(setups.shipped_text("standard")) | {"name": "x" * 41}
    assert "is too long" in staff.post(f"{SETUPS}add/", {"data": json.dumps(fine)}).content.decode()
    assert not Setup.objects.exists()
