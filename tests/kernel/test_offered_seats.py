"""A seat that changes hands in a running game: who may take it, what they get, and what its former person keeps."""

import threading
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.models import EntryKey, Removal
from tabletop.rules import RuleViolation
from tabletop.table import Choices, Table
from tabletop.tables.seats import hash_token
from tests.kernel.conftest import any_move, game_of
from tests.kernel.programs import Pair, Program, api, lowest, rows
from tests.kit.clients import client_of
from tests.kit.roads import press_button
from tests.tinygame import services, store
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.pages import page
from tests.tinygame.replay import verify

pytestmark = pytest.mark.django_db
tables = services.tables
SECRET = "s" * 40


def state_of(game_id: UUID) -> Table:
    return store.load(game_id).state


def names_at(game_id: UUID) -> list[str]:
    return list(store.load(game_id).names.values())


@pytest.fixture
def eve(db: None) -> User:
    return User.objects.create(display_name="Eve", is_guest=True)


@pytest.fixture
def offered(duel: DuelGame, people: list[User]) -> DuelGame:
    """Juno's turn; Mara has given up her seat."""
    tables.act(game_id=duel.pk, person=people[1], action={"type": "offer_seat"})
    return duel


def link(game: DuelGame) -> str:
    return f"/t/{game.room_code}/"


def refusal_of(person: User, game_id: UUID) -> str:
    with pytest.raises(RuleViolation) as refused:
        tables.take_seat(game_id=game_id, person=person)
    assert refused.value.message.endswith(".")
    return refused.value.code


# --- the one and the other --------------------------------------------------------------------------------------------


def test_the_new_person_has_the_seat_and_the_former_one_looks_on(
    offered: DuelGame, people: list[User], eve: User
) -> None:
    hand = game_of(offered).hands[1]
    entry = tables.take_seat(game_id=offered.pk, person=eve)
    assert (entry.seat, names_at(offered.pk)) == (1, ["Juno", "Eve"])
    assert entry.receipt.loaded.names == store.load(offered.pk).names
    assert DuelAction.objects.latest("seq").payload == {"type": "take_seat", "seatId": entry.player_id}
    loaded = page.loader.read(offered.pk)
    assert (page.seat_for(loaded, eve.pk), page.seat_for(loaded, people[1].pk)) == (1, None)
    mine, theirs = (client_of(person).get(f"/duel/{offered.pk}/").content.decode() for person in (eve, people[1]))
    assert all(f"Play the {card}<" in mine for card in hand)
    assert "Play the" not in theirs
    verify(offered)


def test_the_former_person_looks_on_even_where_nobody_else_may(people: list[User], eve: User) -> None:
    entry = tables.create_table(person=people[0], choices=Choices(watching="nobody"))
    tables.join_table(game_id=entry.game_id, person=people[1])
    tables.act(game_id=entry.game_id, seat=0, action={"type": "start"})
    tables.act(game_id=entry.game_id, person=people[1], action={"type": "offer_seat"})
    tables.take_seat(game_id=entry.game_id, person=eve)
    zoe = User.objects.create(display_name="Zoe", is_guest=True)
    address = f"/duel/{entry.game_id}/"
    assert [client_of(person).get(address).status_code for person in (people[1], zoe)] == [200, 403]
    state = f"{entry.game_id}"
    assert api.get(state, client=client_of(zoe)).refusal == (403, "player_not_in_game")


def test_the_former_person_can_do_nothing_any_more(offered: DuelGame, people: list[User], eve: User) -> None:
    tables.take_seat(game_id=offered.pk, person=eve)
    services.move(game_id=offered.pk, seat=0, action=any_move(game_of(offered)))
    former = client_of(people[1])
    before = rows()
    for do in ("take_back", "hand_to_bot", "offer_seat", "nudge"):
        assert press_button(former, page, offered.pk, "move/", {"do": do}).status_code == 403
    assert rows() == before
    tables.act(game_id=offered.pk, person=eve, action=any_move(game_of(offered)))


def test_who_gave_up_the_seat_may_take_it_again_if_it_is_offered_again(
    offered: DuelGame, people: list[User], eve: User
) -> None:
    tables.take_seat(game_id=offered.pk, person=eve)
    tables.act(game_id=offered.pk, person=eve, action={"type": "offer_seat"})
    tables.take_seat(game_id=offered.pk, person=people[1])
    assert names_at(offered.pk) == ["Juno", "Mara"]
    assert set(store.load(offered.pk).former_people) == {people[1].pk, eve.pk}


def test_who_had_one_seat_takes_no_other(offered: DuelGame, people: list[User], eve: User) -> None:
    juno, mara = people
    tables.take_seat(game_id=offered.pk, person=eve)
    tables.act(game_id=offered.pk, person=juno, action={"type": "offer_seat"})
    former = client_of(mara)
    before = rows()
    assert refusal_of(mara, offered.pk) == "had_another_seat"
    for pressed in ({"do": "take_seat:0:Juno"}, {}):
        answer = former.post(f"/duel/{offered.pk}/join/", pressed)
        assert (answer.status_code, "You have played another seat here" in answer.content.decode()) == (409, True)
    by_program = api.post(f"{offered.pk}/take_seat", {"displayName": "Mara"}, client=former)
    assert by_program.refusal == (409, "had_another_seat")
    assert rows() == before
    # Of several seats that are offered the own one is meant.
    tables.act(game_id=offered.pk, person=eve, action={"type": "offer_seat"})
    assert tables.take_seat(game_id=offered.pk, person=mara).seat == 1


def test_the_former_request_to_join_leads_to_nobody_elses_seat(people: list[User]) -> None:
    opened = tables.create_table(person=people[0])
    code = f"/t/{opened.room_code}/"
    former = Client()
    former.post(code, {"name": "Bea", "key": SECRET})
    tables.act(game_id=opened.game_id, seat=0, action={"type": "start"})
    tables.act(game_id=opened.game_id, seat=1, action={"type": "offer_seat"})
    assert Client().post(code, {"name": "Eve", "key": "t" * 40, "do": "take_seat:1:Bea"}).status_code == 302
    again = Client()
    answer = again.post(code, {"name": "Bea", "key": SECRET})
    assert (answer.status_code, "sessionid" in again.cookies) == (409, False)
    assert (names_at(opened.game_id), EntryKey.objects.count()) == (["Juno", "Eve"], 1)


# --- refusals ---------------------------------------------------------------------------------------------------------


def test_of_two_who_want_the_seat_the_second_is_told_so_and_nothing_changes(offered: DuelGame, eve: User) -> None:
    zoe = User.objects.create(display_name="Zoe", is_guest=True)
    tables.take_seat(game_id=offered.pk, person=eve)
    before = rows()
    assert refusal_of(zoe, offered.pk) == "not_offered"
    assert refusal_of(eve, offered.pk) == "already_in_game"
    assert rows() == before


@pytest.mark.django_db(transaction=True)
def test_two_who_press_at_once_get_one_seat_and_one_sentence() -> None:
    people = [User.objects.create(display_name=name, is_guest=True) for name in ("Juno", "Mara", "Eve", "Zoe")]
    duel = services.start_duel(people=people[:2])
    tables.act(game_id=duel.pk, person=people[1], action={"type": "offer_seat"})
    told: list[str] = []
    ready = threading.Barrier(2)

    def press(person: User) -> None:
        client = client_of(person)
        ready.wait(30)
        html = client.post(link(duel), {"do": "take_seat:1:Mara"}, follow=True).content.decode()
        told.append("refused" if "This seat is not free." in html else "seated")
        connection.close()

    threads = [threading.Thread(target=press, args=[person]) for person in people[2:]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(told) == ["refused", "seated"]
    assert DuelAction.objects.filter(payload__type="take_seat").count() == 1
    assert DuelSeat.objects.filter(user__in=people[2:]).count() == 1


def test_a_person_who_was_sent_away_gets_a_sentence(offered: DuelGame, eve: User) -> None:
    Removal.objects.create(game_slug="duel", game_id=offered.pk, person=eve, until=timebase.now() + 300)
    client = client_of(eve)
    before = rows()
    answer = client.post(link(offered), {"do": "take_seat:1:Mara"})
    assert (answer.status_code, "You may come back in 5 minutes." in answer.content.decode()) == (409, True)
    assert rows() == before


@pytest.mark.parametrize("do", ["take_seat:0:Juno", "take_seat:1:Juno", "take_seat:7:Mara", "take_seat:", "take_seat"])
def test_another_seat_than_the_one_that_is_offered_is_not_taken(offered: DuelGame, eve: User, do: str) -> None:
    client = client_of(eve)
    before = rows()
    answer = client.post(link(offered), {"do": do})
    assert (answer.status_code, "This seat is not free." in answer.content.decode()) == (409, True)
    assert rows() == before


def test_a_table_that_has_just_begun_says_so_to_who_wants_a_chair(duel: DuelGame, eve: User) -> None:
    with pytest.raises(RuleViolation) as refused:
        tables.sit_down(game_id=duel.pk, person=eve)
    assert refused.value.code == "game_already_started"


# --- pages ------------------------------------------------------------------------------------------------------------


def test_the_invitation_offers_the_seat_to_known_people_and_strangers_and_one_press_takes_it(
    offered: DuelGame, eve: User
) -> None:
    for client in (client_of(eve), Client()):
        html = client.get(link(offered)).content.decode()
        assert 'value="take_seat:1:Mara"' in html
        assert "Take the seat of Mara" in html
        assert "take_seat:0" not in html
    answer = Client().post(link(offered), {"do": "take_seat:1:Mara", "name": "Evelyn", "key": SECRET})
    assert (answer.status_code, answer["Location"]) == (302, f"/duel/{offered.pk}/")
    assert names_at(offered.pk) == ["Juno", "Evelyn"]
    assert "Take the seat" not in client_of(eve).get(link(offered)).content.decode()


def test_pressed_twice_it_is_one_guest_on_one_seat(offered: DuelGame) -> None:
    sent = {"do": "take_seat:1:Mara", "name": "Evelyn", "key": SECRET}
    answers = [Client().post(link(offered), sent) for _time in range(2)]
    assert {(answer.status_code, answer["Location"]) for answer in answers} == {(302, f"/duel/{offered.pk}/")}
    assert User.objects.filter(display_name="Evelyn").count() == 1
    assert DuelAction.objects.filter(payload__type="take_seat").count() == 1


def test_sit_down_on_the_home_page_takes_the_offered_seat(offered: DuelGame, eve: User) -> None:
    answer = client_of(eve).post(reverse("duel:join", args=[offered.pk]))
    assert (answer.status_code, answer["Location"]) == (302, f"/duel/{offered.pk}/")
    assert names_at(offered.pk) == ["Juno", "Eve"]


# --- programs ---------------------------------------------------------------------------------------------------------


def test_a_program_offers_its_seat_and_another_takes_it_with_a_token_of_its_own(pair: Pair) -> None:
    juno, mara = pair
    assert mara.post("offer_seat").status == 200
    assert juno.state["offeredPlayerIds"] == [mara.player_id]
    taken = Program(api.post(f"{juno.game_id}/take_seat", {"displayName": "Eve", "playerId": mara.player_id}))
    assert (taken.player_id, taken.state["mySeat"]) == (mara.player_id, 1)
    assert DuelSeat.objects.get(pk=mara.player_id).token_hash == hash_token(taken.token)
    assert mara.get().refusal == (401, "unauthenticated")
    assert mara.post("move", {"type": "play", "card": 1}).refusal == (401, "unauthenticated")
    assert juno.post("move", lowest(juno)).status == 200
    assert taken.post("move", lowest(taken)).status == 200


def test_a_program_of_the_host_withdraws_the_offer_of_another(pair: Pair) -> None:
    juno, mara = pair
    mara.post("offer_seat")
    before = rows()
    assert juno.post("withdraw_offer", {"playerId": juno.player_id}).refusal == (409, "not_offered")
    assert rows() == before
    assert juno.post("withdraw_offer", {"playerId": mara.player_id}).status == 200
    assert juno.state["offeredPlayerIds"] == []
    taken = api.post(f"{juno.game_id}/take_seat", {"displayName": "Eve", "playerId": mara.player_id})
    assert taken.refusal == (409, "not_offered")
    assert mara.post("take_back").status == 200


def test_the_first_offered_seat_is_taken_if_none_is_named_and_with_a_key_once(pair: Pair) -> None:
    juno, mara = pair
    mara.post("offer_seat")
    headers = {"Idempotency-Key": SECRET}
    first, again = (
        api.post(f"{juno.game_id}/take_seat", {"displayName": "Eve"}, headers=headers) for _time in range(2)
    )
    assert (first.status, again.status, first.json["playerToken"]) == (200, 200, again.json["playerToken"])
    before = rows()
    late = api.post(f"{juno.game_id}/take_seat", {"displayName": "Zoe"})
    assert late.refusal == (409, "not_offered")
    assert rows() == before


def test_others_are_helped_by_programs_when_their_time_has_run_out(pair: Pair) -> None:
    juno, mara = pair
    for kind in ("hand_to_bot", "offer_seat"):
        assert mara.post(kind, {"playerId": juno.player_id}).refusal == (409, "not_late_yet")
    assert mara.post("nudge").refusal == (409, "too_early_to_nudge")
    assert juno.post("nudge").refusal == (409, "nobody_to_nudge")


def test_a_program_whose_person_was_sent_away_is_refused(hosting: Program) -> None:
    client = Client()
    guest = Program(api.post(f"{hosting.game_id}/join", {"displayName": "Mara"}, client=client))
    assert hosting.post("remove_person", {"playerId": guest.player_id}).status == 200
    client.get("/")
    headers = {"X-CSRFToken": client.cookies["csrftoken"].value}
    again = api.post(f"{hosting.game_id}/join", {"displayName": "Mara"}, client=client, headers=headers)
    assert again.refusal == (409, "removed")
