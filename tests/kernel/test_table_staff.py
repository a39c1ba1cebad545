"""Staff look at the tables of all games and help; staff who play see no more than the others."""

from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.http import HttpResponse
from django.test import Client

from tabletop.accounts.models import User
from tests.kernel.conftest import any_move, game_of
from tests.kit.clients import client_of
from tests.tinygame import services, store
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat

pytestmark = pytest.mark.django_db

LIST = "/admin/tinygame/duelgame/"
LOG = "/admin/tinygame/duelaction/"


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_superuser(email="boss@example.org", password="x", display_name="The boss")


@pytest.fixture
def staff(boss: User) -> Client:
    return client_of(boss)


def guest(name: str) -> User:
    return User.objects.create(display_name=name, is_guest=True)


def helper(*permissions: str) -> Client:
    """A member of staff with these permissions only."""
    person = User.objects.create_user(email="new@example.org", password="x", display_name="Newcomer", is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return client_of(person)


def change(duel: DuelGame) -> str:
    return f"{LIST}{duel.pk}/change/"


def ask(staff: Client, name: str, *duels: DuelGame, **fields: str) -> HttpResponse:
    chosen = {"action": name, "_selected_action": [str(duel.pk) for duel in duels], **fields}
    return staff.post(LIST, chosen, follow=True)  # type: ignore[return-value]


def told(staff: Client, name: str, *duels: DuelGame, **fields: str) -> str:
    """The page with the sentences about what was done."""
    answer = ask(staff, name, *duels, **fields)
    assert answer.status_code == 200
    return answer.content.decode()


def exported(staff: Client, *duels: DuelGame) -> list[Any]:
    tables: list[Any] = ask(staff, "export_json", *duels).json()["tables"]  # type: ignore[attr-defined]
    return tables


def seat_the_boss(duel: DuelGame, boss: User) -> None:
    DuelSeat.objects.filter(game=duel, place=1).update(user=boss)


def finish(duel: DuelGame) -> None:
    while not services.engine.rules.is_over(store.load(duel.pk).state):
        state = game_of(duel)
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))


# --- looking ----------------------------------------------------------------------------------------------------------


def test_staff_see_the_list_and_one_table_and_write_nothing(staff: Client, duel: DuelGame) -> None:
    listed = staff.get(LIST).content.decode()
    assert duel.room_code in listed
    assert "Juno, Mara" in listed
    page = staff.get(change(duel)).content.decode()
    for word in ("Juno", "Mara"):
        assert word in page
    assert bytes(duel.shuffle_seed).hex() not in page
    assert 'name="_save"' not in page
    assert staff.get(f"{LIST}add/").status_code == 403
    assert staff.post(change(duel), {"room_code": "AAAAAA"}).status_code == 403
    assert DuelGame.objects.get().room_code == duel.room_code


def test_a_table_is_found_by_code_id_and_name(staff: Client, duel: DuelGame) -> None:
    other = services.start_duel(people=[guest("Nils"), guest("Olga")])
    for question in (duel.room_code, str(duel.pk), "Juno"):
        found = staff.get(LIST, {"q": question}).content.decode()
        assert (duel.room_code in found, other.room_code in found) == (True, False)


def test_hidden_columns_are_not_asked_for(staff: Client, duel: DuelGame) -> None:
    for question in ({"shuffle_seed__gt": "7"}, {"players__hand__contains": "1"}, {"abandoned__exact": "\0"}):
        assert staff.get(LIST, question).status_code == 400
    assert staff.get(LIST, {"abandoned__exact": "0"}).status_code == 200


def test_the_log_tells_who_did_what_and_not_with_which_card(staff: Client, duel: DuelGame) -> None:
    services.move(game_id=duel.pk, seat=0, action={"type": "redraw", "card": game_of(duel).hands[0][0]})
    entry = DuelAction.objects.latest("seq")
    for page in (staff.get(LOG), staff.get(f"{LOG}{entry.pk}/change/")):
        assert page.status_code == 200
        assert "redraw" in page.content.decode()
        for hidden in ("card_redrawn", "&quot;card&quot;", "&#x27;card&#x27;"):
            assert hidden not in page.content.decode()
    for question in ({"payload__card": "1"}, {"events__contains": "[]"}):
        assert staff.get(LOG, question).status_code == 400


# --- staff who play ---------------------------------------------------------------------------------------------------


def test_staff_who_play_see_nothing_hidden_until_the_end(staff: Client, boss: User, duel: DuelGame) -> None:
    seat_the_boss(duel, boss)
    assert duel.room_code in staff.get(LIST).content.decode()
    assert staff.get(change(duel)).status_code == 403
    assert staff.get(f"{LIST}{duel.pk}/history/").status_code == 403
    assert exported(staff, duel) == []
    finish(duel)
    assert staff.get(change(duel)).status_code == 200
    (table,) = exported(staff, duel)
    assert table["shuffleSeed"] == bytes(duel.shuffle_seed).hex()


def test_staff_who_play_export_the_tables_of_others_only(staff: Client, boss: User, duel: DuelGame) -> None:
    own = services.start_duel(people=[boss, guest("Nils")])
    assert [table["gameId"] for table in exported(staff, duel, own)] == [str(duel.pk)]


def test_staff_at_a_waiting_table_may_look_at_it(staff: Client, boss: User) -> None:
    game_id = services.tables.create_table(person=boss).game_id
    assert staff.get(f"{LIST}{game_id}/change/").status_code == 200


def test_staff_who_play_neither_close_their_table_nor_hand_seats_over(duel: DuelGame) -> None:
    client = helper("view_duelgame", "change_duelgame")
    newcomer = User.objects.get(display_name="Newcomer")
    own = services.start_duel(people=[newcomer, guest("Nils")])
    for name in ("abort_tables", "hand_turn_to_bot"):
        for seat in ("", "0", "Nils"):
            page = told(client, name, own, seat=seat, confirmed="yes", reason="idle")
            assert f"{own.room_code}: You play at this table. Ask another member of staff to do this." in page
    assert levels(own) == [None, None]
    page = told(client, "abort_tables", duel, own, confirmed="yes", reason="idle")
    assert "1 table is closed." in page
    assert set(DuelGame.objects.filter(abandoned=True)) == {duel}
    assert list(LogEntry.objects.values_list("object_repr", flat=True)) == [duel.room_code]


def test_staff_close_a_waiting_table_of_their_own() -> None:
    client = helper("view_duelgame", "change_duelgame")
    game_id = services.tables.create_table(person=User.objects.get(display_name="Newcomer")).game_id
    told(client, "abort_tables", DuelGame.objects.get(pk=game_id), confirmed="yes", reason="idle")
    assert DuelGame.objects.get(pk=game_id).abandoned


def test_superusers_close_their_own_table_as_nobody_else_may_be_there_to_help(staff: Client, boss: User) -> None:
    own = services.start_duel(people=[boss, guest("Nils")])
    assert "a bot plays for Nils" in told(staff, "hand_turn_to_bot", own, seat="Nils")
    assert "1 table is closed." in told(staff, "abort_tables", own, confirmed="yes", reason="idle")


# --- exporting and verifying ------------------------------------------------------------------------------------------


def test_a_table_is_exported_with_its_log_and_without_tokens(staff: Client, duel: DuelGame) -> None:
    token_hash = DuelSeat.objects.get(game=duel, place=0).token_hash
    answer = ask(staff, "export_json", duel)
    assert answer["Content-Disposition"] == 'attachment; filename="tinygame.json"'
    (table,) = answer.json()["tables"]  # type: ignore[attr-defined]
    assert [entry["payload"]["type"] for entry in table["log"]] == ["join", "start"]
    assert table["names"] == store.load(duel.pk).names
    assert table["shuffleSeed"] is None
    assert "hands" in str(table["table"])
    for secret in (token_hash, bytes(duel.shuffle_seed).hex()):
        assert secret
        assert secret not in answer.content.decode()


def test_verifying_replays_the_log_of_each_chosen_table(staff: Client, duel: DuelGame, people: list[User]) -> None:
    broken = services.start_duel(people=people)
    services.move(game_id=duel.pk, seat=0, action=any_move(game_of(duel)))
    DuelGame.objects.filter(pk=broken.pk).update(takeover=True)
    assert "1 table agrees with its log." in told(staff, "verify_tables", duel)
    page = told(staff, "verify_tables", duel, broken)
    line = f"1 of 2 tables differ from their logs: {broken.room_code}: The rows differ from what the log says."
    assert line in page
    DuelAction.objects.filter(game=duel).latest("seq").delete()
    assert f"{duel.room_code}: The log does not end where the table stands." in told(staff, "verify_tables", duel)


# --- helping ----------------------------------------------------------------------------------------------------------


def levels(duel: DuelGame) -> list[str | None]:
    return [info.bot_level for info in store.load(duel.pk).state.seats]


def test_the_seat_on_turn_is_handed_to_a_bot_once(staff: Client, duel: DuelGame) -> None:
    assert f"{duel.room_code}: a bot plays for Juno." in told(staff, "hand_turn_to_bot", duel)
    assert levels(duel) == ["low", None]
    assert f"{duel.room_code}: A bot plays this seat. Take it back first." in told(staff, "hand_turn_to_bot", duel)
    assert levels(duel) == ["low", None]


@pytest.mark.parametrize("seat", ["1", "Mara", " mara "])
def test_any_seat_is_handed_to_a_bot_by_place_or_name(staff: Client, duel: DuelGame, seat: str) -> None:
    assert "a bot plays for Mara" in told(staff, "hand_turn_to_bot", duel, seat=seat)
    assert levels(duel) == [None, "low"]


@pytest.mark.parametrize("seat", ["2", "-1", "²", "9" * 30, "Nobody"])
def test_a_seat_that_is_not_there_is_told(staff: Client, duel: DuelGame, seat: str) -> None:
    assert f"{duel.room_code}: There is no such seat." in told(staff, "hand_turn_to_bot", duel, seat=seat)
    assert levels(duel) == [None, None]


def test_where_nobody_is_on_turn_no_seat_is_handed_over(staff: Client, people: list[User]) -> None:
    waiting = DuelGame.objects.get(pk=services.tables.create_table(person=people[0]).game_id)
    assert f"{waiting.room_code}: Nobody is on turn." in told(staff, "hand_turn_to_bot", waiting)


# --- who may ----------------------------------------------------------------------------------------------------------


def test_staff_without_a_right_see_and_do_nothing(duel: DuelGame) -> None:
    client = helper()
    assert (client.get(LIST).status_code, client.get(change(duel)).status_code) == (403, 403)
    for name in ("abort_tables", "hand_turn_to_bot", "export_json", "verify_tables", "verify_as_csv"):
        assert ask(client, name, duel).status_code == 403
    assert levels(duel) == [None, None]


def test_staff_who_may_look_export_and_verify_but_do_not_help(duel: DuelGame) -> None:
    client = helper("view_duelgame")
    assert client.get(change(duel)).status_code == 200
    assert len(exported(client, duel)) == 1
    assert "agrees with its log" in told(client, "verify_tables", duel)
    for name in ("abort_tables", "hand_turn_to_bot"):
        told(client, name, duel, confirmed="yes", reason="idle")
    assert levels(duel) == [None, None]
    assert not DuelGame.objects.get().abandoned


def test_staff_who_may_change_help_and_still_write_nothing_by_hand(duel: DuelGame) -> None:
    client = helper("view_duelgame", "change_duelgame", "delete_duelgame")
    assert client.post(change(duel), {"room_code": "AAAAAA"}).status_code == 403
    assert client.post(f"{LIST}{duel.pk}/delete/", {"post": "yes"}).status_code == 403
    told(client, "delete_selected", duel, post="yes")
    assert DuelGame.objects.get().room_code == duel.room_code
    assert "a bot plays for Juno" in told(client, "hand_turn_to_bot", duel)
    assert "1 table is closed." in told(client, "abort_tables", duel, confirmed="yes", reason="idle")
