"""What programs do at the tables of all games: come in, act once, hear what their seat may know."""

from typing import Any

import pytest
import time_machine
from django.test import Client

from tabletop.accounts.models import User
from tabletop.tables.seats import hash_token
from tests.kernel.conftest import STARTED, logged_moves
from tests.kernel.programs import OPEN, Pair, Program, api, lowest, rows
from tests.tinygame import store
from tests.tinygame.models import DuelGame, DuelSeat

pytestmark = pytest.mark.django_db


# --- coming in --------------------------------------------------------------------------------------------------------


def test_opening_a_table_is_201_with_a_token_that_only_its_program_knows() -> None:
    host = Program.create(botCount=1)
    assert (host.entered.status, host.entered.headers["Cache-Control"]) == (201, "no-store")
    game = DuelGame.objects.get()
    told = host.entered.json
    assert (told["gameId"], told["roomCode"], told["version"]) == (str(game.pk), game.room_code, game.seq + 1)
    assert [seat["botLevel"] for seat in told["state"]["seats"]] == [None, "low"]
    assert told["state"]["mySeat"] == 0
    seat = DuelSeat.objects.get(pk=host.player_id)
    assert (seat.token_hash, seat.display_name) == (hash_token(host.token), "Juno")
    assert host.token not in repr(rows())


def test_joining_gives_the_next_seat_and_a_token_of_its_own(hosting: Program) -> None:
    other = Program.join(hosting, "Mara")
    assert (other.entered.status, other.entered.json["state"]["mySeat"]) == (200, 1)
    assert (other.game_id, other.token == hosting.token) == (hosting.game_id, False)
    assert [program.state["mySeat"] for program in (hosting, other)] == [0, 1]
    assert list(store.load(hosting.id).names.values()) == ["Juno", "Mara"]


def test_a_code_is_as_good_as_an_address_however_it_is_written(hosting: Program) -> None:
    code = hosting.entered.json["roomCode"]
    joined = Program(api.post("join", {"displayName": "Mara", "roomCode": f" {code.lower()} "}))
    assert (joined.game_id, joined.state["mySeat"]) == (hosting.game_id, 1)


def test_a_program_that_guesses_codes_is_stopped(hosting: Program) -> None:
    """Even with the right code at last, and whichever way the guesses took."""
    with time_machine.travel(0, tick=False):
        for guess in range(10):
            if guess % 2:
                assert Client().get("/t/ZZZZZZ/").status_code == 404
            else:
                refused = api.post("join", {"displayName": "Mara", "roomCode": "ZZZZZZ"}).refusal
                assert refused == (404, "game_not_found")
        right = {"displayName": "Mara", "roomCode": hosting.entered.json["roomCode"]}
        assert api.post("join", right).refusal == (429, "too_many")
        assert Client().get(f"/t/{right['roomCode']}/").status_code == 429
    assert store.load(hosting.id).row.seq == 0


def test_a_full_and_a_running_table_take_nobody_and_make_no_guest(pair: Pair) -> None:
    before = rows()
    late = {"displayName": "Eve"}
    assert api.post(f"{pair[0].game_id}/join", late).refusal == (409, "game_already_started")
    assert rows() == before
    full = Program.create(botCount=1)
    before = rows()
    assert api.post(f"{full.game_id}/join", late).refusal == (409, "game_full")
    assert rows() == before


def test_joining_may_be_meant_for_one_version_only(hosting: Program) -> None:
    stale = {"displayName": "Mara", "expectedVersion": 7}
    assert api.post(f"{hosting.game_id}/join", stale).refusal == (409, "stale_state")
    assert api.post(f"{hosting.game_id}/join", stale | {"expectedVersion": 1}).status == 200


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"playerCount": 3}, "invalid_player_count"),
        ({"botCount": 2}, "invalid_bot_count"),
        ({"botCount": -1}, "invalid_bot_count"),
        ({"creatorDisplayName": " "}, "invalid_request"),
        ({"creatorDisplayName": None}, "invalid_request"),
        ({"playerCount": "2"}, "invalid_request"),
    ],
)
def test_a_table_that_cannot_be_is_400_and_leaves_nothing(body: dict[str, Any], code: str) -> None:
    assert api.post("create", OPEN | body).refusal == (400, code)
    assert rows() == [[], [], [], []]


# --- acting -----------------------------------------------------------------------------------------------------------


def test_a_move_is_answered_with_its_events_and_the_view_of_the_seat(pair: Pair) -> None:
    action = lowest(pair[0])
    answer = pair[0].post("move", action)
    assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-store")
    assert answer.json["events"] == [{"type": "card_played", "seat": 0, "card": action["card"]}]
    assert answer.json["version"] == STARTED + 2
    assert answer.json["state"] == pair[0].state
    assert action["card"] not in answer.json["state"]["myHand"]


def test_a_seat_hears_only_what_it_may_know(pair: Pair) -> None:
    answer = pair[0].post("move", {"type": "redraw", "card": min(pair[0].state["myHand"])})
    (drawn,) = answer.json["events"]
    assert drawn["card"] in answer.json["state"]["myHand"]
    hidden, shown = pair[1].state, pair[0].state
    assert (hidden["mySeat"], set(hidden["myHand"]) & set(shown["myHand"])) == (1, set())


def test_a_move_with_a_key_sent_twice_has_one_effect_and_one_answer(pair: Pair) -> None:
    action = lowest(pair[0]) | {"expectedVersion": STARTED + 1}
    first, again = (pair[0].post("move", action, **{"Idempotency-Key": "k"}) for _time in range(2))
    assert (first.status, again.status, first.json) == (200, 200, again.json)
    assert logged_moves().count() == 1
    redraw = {"type": "redraw", "card": action["card"]}
    assert pair[0].post("move", redraw, **{"Idempotency-Key": "k"}).refusal == (409, "key_reused")
    # The key belongs to the seat.
    other = pair[1].post("move", lowest(pair[1]), **{"Idempotency-Key": "k"})
    assert (other.status, logged_moves().count()) == (200, 2)


def test_a_bot_with_a_key_asked_for_twice_is_one_bot(hosting: Program) -> None:
    answers = [hosting.post("add_bot", {"level": "high"}, **{"Idempotency-Key": "k"}).status for _time in range(2)]
    assert answers == [200, 200]
    assert [seat["botLevel"] for seat in hosting.state["seats"]] == [None, "high"]


def test_the_host_lets_a_bot_play_at_another_level(hosting: Program) -> None:
    hosting.post("add_bot", {"level": "low"})
    bot = hosting.state["seats"][1]["playerId"]
    assert hosting.post("change_bot", {"playerId": bot, "level": "high"}).status == 200
    assert hosting.state["seats"][1]["botLevel"] == "high"
    assert hosting.post("change_bot", {"playerId": bot, "level": "divine"}).refusal == (400, "invalid_request")
    assert hosting.post("change_bot", {"playerId": hosting.player_id, "level": "low"}).refusal == (409, "no_such_bot")


def test_a_stale_move_is_refused_with_how_the_table_stands(pair: Pair) -> None:
    answer = pair[0].post("move", lowest(pair[0]) | {"expectedVersion": STARTED})
    assert answer.refusal == (409, "stale_state")
    assert answer.json["details"] == {"version": STARTED + 1, "state": pair[0].state}
    assert not logged_moves().exists()


def test_what_the_rules_refuse_has_the_status_of_the_game(pair: Pair) -> None:
    assert pair[1].post("move", lowest(pair[1])).refusal == (403, "not_your_turn")
    assert pair[0].post("move", {"type": "play", "card": 99}).refusal == (422, "no_such_card")
    assert pair[0].post("move", {"type": "take_back"}).refusal == (409, "not_played_by_bot")
    assert not logged_moves().exists()


# --- who is asking ----------------------------------------------------------------------------------------------------


def test_another_seats_token_makes_no_move_of_this_seat(pair: Pair) -> None:
    body = lowest(pair[0]) | {"playerId": pair[0].player_id, "seat": 0, "token": pair[0].token}
    assert pair[1].post("move", body).refusal == (403, "not_your_turn")
    assert not logged_moves().exists()


def test_a_token_of_another_table_is_no_seat_here(pair: Pair) -> None:
    stranger = Program.create()
    move = api.post(f"{pair[0].game_id}/move", lowest(pair[0]), headers=stranger.bearer)
    assert move.refusal == (403, "player_not_in_game")
    assert api.get(pair[0].game_id, headers=stranger.bearer).refusal == (403, "player_not_in_game")
    assert not logged_moves().exists()


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer wrong", "Basic abc"])
def test_without_a_token_one_is_nobody(pair: Pair, header: str | None) -> None:
    headers = {} if header is None else {"Authorization": header}
    assert api.get(pair[0].game_id, headers=headers).refusal == (401, "unauthenticated")
    assert api.post(f"{pair[0].game_id}/move", lowest(pair[0]), headers=headers).refusal == (401, "unauthenticated")
    assert not logged_moves().exists()


def test_a_session_needs_its_csrf_token_to_move_and_a_token_of_a_seat_does_not(pair: Pair) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.get(display_name="Juno"))
    address, action = f"{pair[0].game_id}/move", lowest(pair[0])
    assert api.get(pair[0].game_id, client=client).json["state"]["mySeat"] == 0
    assert api.post(address, action, client=client).refusal == (403, "csrf_failed")
    assert not logged_moves().exists()
    client.get("/")
    token = {"X-CSRFToken": client.cookies["csrftoken"].value}
    assert api.post(address, action, client=client, headers=token).status == 200
    assert api.post(address, lowest(pair[1]), client=client, headers=pair[1].bearer).status == 200


def test_a_session_without_a_seat_is_told_so(pair: Pair) -> None:
    client = Client()
    client.force_login(User.objects.create(display_name="Eve", is_guest=True))
    assert api.get(pair[0].game_id, client=client).refusal == (403, "player_not_in_game")


def test_coming_in_without_a_session_gives_one() -> None:
    client = Client(enforce_csrf_checks=True)
    entered = api.post("create", OPEN, client=client)
    assert api.get(entered.json["gameId"], client=client).json["state"]["mySeat"] == 0
    assert (User.objects.get().display_name, User.objects.get().is_guest) == ("Juno", True)


def test_a_session_sits_down_once_under_the_name_it_sends(people: list[User]) -> None:
    client = Client()
    client.force_login(people[0])
    entered = Program(api.post("create", OPEN | {"creatorDisplayName": "Queen"}, client=client))
    assert list(store.load(entered.id).names.values()) == ["Queen"]
    again = api.post(f"{entered.game_id}/join", {"displayName": "King"}, client=client)
    assert again.refusal == (409, "already_in_game")
    assert User.objects.count() == len(people)


def test_a_session_needs_its_csrf_token_to_come_in(hosting: Program, people: list[User]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[1])
    before = rows()
    refused = [
        api.post("create", OPEN, client=client),
        api.post(f"{hosting.game_id}/join", {"displayName": "Mara"}, client=client),
    ]
    assert [answer.refusal for answer in refused] == [(403, "csrf_failed")] * 2
    assert rows() == before
