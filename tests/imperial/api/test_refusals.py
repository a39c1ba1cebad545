"""Every way to be refused: its code, its status, a sentence, and nothing has changed."""

import json
from functools import partial

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from imperial.models import Game, ImperialAction, Setup
from imperial.rules import State
from tabletop.accounts.models import User
from tabletop.rules import Json
from tests.imperial.api.conftest import Trio
from tests.imperial.api.program import BASE, Answer, Program, get, post
from tests.imperial.kit import any_state, position, rows_of
from tests.kit.bulk import bulk

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "body",
    ["", "[]", "{", "null", '"text"', "7", b"\xff\xfe", "[" * 9000, '{"amount": NaN}', '{"amount": 1e999}'],
    ids=lambda body: repr(body)[:12],
)
def test_what_is_no_json_object_is_a_bad_request(trio: Trio, body: str | bytes) -> None:
    before = rows_of(trio[0].id)
    assert trio[0].post("bid", body).refusal == (400, "invalid_request")
    assert rows_of(trio[0].id) == before


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("bid", {}),
        ("bid", {"amount": "4"}),
        ("bid", {"amount": None}),
        ("bid", {"amount": [4]}),
        ("bid_buy", {"accept": 1}),
        ("buy", {"country": "Austria"}),
        ("buy", {"country": "Austria", "stock": "two"}),
        ("propose", {}),
        ("propose", {"wheel_spot": 7}),
        ("propose", {"wheel_spot": "Import", "import": {"types": "army"}}),
        ("vote", {"choice": 3}),
        ("vote", {"choice": "1"}),
        ("maneuver_step", {}),
        ("maneuver_batch", {"army_man": [["Paris", "Dijon"]]}),
        ("dictator_peace", {}),
        ("peace_vote", {"choice": "maybe"}),
        ("bid", {"amount": 4, "expectedVersion": "new"}),
        ("bid", {"amount": 4, "expectedVersion": True}),
        ("remove_bot", {}),
        ("plan", {"unit": "fleet"}),
        ("plan", {"unit": {"kind": "fleet", "origin": 7}}),
        ("plan", {"unit": {"kind": "fleet", "origin": "Paris"}, "plan": [["Paris", "Dijon"]]}),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else value,
)
def test_a_wrong_shape_is_a_bad_request(trio: Trio, path: str, body: Json) -> None:
    before = rows_of(trio[0].id)
    answer = trio[0].post(path, body)
    assert answer.refusal == (400, "invalid_request")
    assert answer.json["details"]["problem"]
    assert rows_of(trio[0].id) == before


@pytest.mark.parametrize(
    ("path", "body", "refusal"),
    [
        ("bid", {"amount": 999}, (409, "illegal_bid")),
        ("bid", {"amount": -1}, (409, "illegal_bid")),
        ("bid_buy", {"accept": True}, (409, "wrong_mode")),
        ("buy", {"country": "Austria", "stock": 2}, (409, "wrong_mode")),
        ("punt", {}, (409, "wrong_mode")),
        ("propose", {"wheel_spot": "Taxation"}, (409, "wrong_mode")),
        ("agree", {}, (409, "wrong_mode")),
        ("vote", {"choice": 1}, (409, "wrong_mode")),
        ("maneuver_step", {"destination": "Paris"}, (409, "wrong_mode")),
        ("maneuver_batch", {}, (409, "wrong_mode")),
        ("dictator_peace", {"accept": True}, (409, "wrong_mode")),
        ("peace_vote", {"choice": "accept"}, (409, "wrong_mode")),
        ("pause", {}, (409, "illegal_action")),
        ("resume", {}, (409, "illegal_action")),
        ("undo", {}, (409, "nothing_to_undo")),
        ("start", {}, (409, "game_already_started")),
        ("leave", {}, (409, "game_already_started")),
        ("take_back", {}, (409, "not_played_by_bot")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_game_does_not_allow_now(trio: Trio, path: str, body: Json, refusal: tuple[int, str]) -> None:
    before = rows_of(trio[0].id)
    assert trio[0].post(path, body).refusal == refusal
    assert rows_of(trio[0].id) == before


def test_the_character_zero_is_refused_wherever_it_stands(trio: Trio) -> None:
    position(trio[0].id, LATE[0])
    leader = next(program for program in trio if LATE[0].player_info[program.name].my_turn)
    for body in ({"wheel_spot": "Taxation", "factory_loc": "\0"}, {"wheel_spot": "Taxation", "more": ["\0"]}):
        assert leader.post("propose", body).refusal == (400, "invalid_request")


def test_out_of_turn(trio: Trio) -> None:
    trio[0].post("bid", {"amount": 1})
    assert trio[0].post("bid", {"amount": 2}).refusal == (403, "not_your_turn")


@pytest.mark.parametrize(
    ("path", "code"),
    [("bid", "game_not_started"), ("resign", "game_not_started"), ("undo", "nothing_to_undo"), ("plan", "wrong_mode")],
)
def test_a_table_that_waits_knows_no_moves(waiting: Trio, path: str, code: str) -> None:
    body = {"unit": {"kind": "army", "origin": "Paris"}} if path == "plan" else {"amount": 1}
    assert waiting[0].post(path, body).refusal == (409, code)


def test_a_stale_version_is_refused_with_how_the_table_stands(trio: Trio) -> None:
    version = trio[0].get().json["version"]
    trio[1].post("bid", {"amount": 1})
    answer = trio[0].post("bid", {"amount": 1, "expectedVersion": version})
    assert answer.refusal == (409, "stale")
    assert answer.json["details"]["version"] == version + 1
    assert answer.json["details"]["state"]["me"] == "Juno"


def test_a_name_in_the_payload_identifies_nobody(trio: Trio) -> None:
    for field in ("name", "player", "playerId", "seat", "actor", "me", "type"):
        before = rows_of(trio[0].id)
        answer = trio[0].post("bid", {"amount": 3, field: "Mara"})
        assert answer.json["state"]["playerInfo"]["Juno"]["bid"] == 3
        assert answer.json["state"]["playerInfo"]["Mara"]["myTurn"]
        entry = ImperialAction.objects.filter(game=trio[0].id).latest("seq")
        assert (entry.actor, entry.payload) == (trio[0].player_id, {"type": "bid", "amount": 3.0})
        trio[0].post("undo")
        assert rows_of(trio[0].id)["PlayerInfo"] == before["PlayerInfo"]


def test_identity_is_a_token_or_a_session(trio: Trio) -> None:
    path = trio[0].game_id
    assert get(path).refusal == (401, "unauthenticated")
    assert get(path, headers={"Authorization": "Bearer nobody"}).refusal == (401, "unauthenticated")
    assert get(path, headers={"Authorization": f"Basic {trio[0].token}"}).refusal == (401, "unauthenticated")
    elsewhere = Program.create()
    assert get(path, headers=elsewhere.bearer).refusal == (403, "player_not_in_game")
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create(display_name="Olga", is_guest=True))
    assert get(path, client=client).status == 200
    assert post(f"{path}/undo", client=client).refusal == (403, "csrf_failed")
    trusting = Client()
    trusting.force_login(User.objects.get(pk=client.session["_auth_user_id"]))
    assert post(f"{path}/bid", {"amount": 1}, client=trusting).refusal == (403, "player_not_in_game")


def test_a_session_of_another_site_opens_no_table() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create(display_name="Olga", is_guest=True))
    body = {"playerCount": 2, "creatorDisplayName": "Olga"}
    assert post("create", body, client=client).refusal == (403, "csrf_failed")


def test_unknown_tables_addresses_and_methods(trio: Trio) -> None:
    for game_id in ("00000000-0000-0000-0000-000000000000", "nonsense"):
        assert get(game_id, headers=trio[0].bearer).refusal == (404, "game_not_found")
        assert post(f"{game_id}/join", {"displayName": "Olga"}).refusal == (404, "game_not_found")
    assert post("join", {"roomCode": "ABCDEF", "displayName": "Olga"}).refusal == (404, "game_not_found")
    assert trio[0].get("bid").refusal == (405, "method_not_allowed")
    assert trio[0].post("options").refusal == (405, "method_not_allowed")
    assert trio[0].post("bid", json.dumps({"amount": 1, "more": "x" * 20_000})).refusal == (413, "body_too_large")
    typed = Client().post(f"{BASE}/{trio[0].game_id}/bid", {"amount": 1}, headers=trio[0].bearer)
    assert Answer(typed).refusal == (400, "invalid_request")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"playerCount": 1}, "invalid_player_count"),
        ({"playerCount": 7}, "invalid_player_count"),
        ({"playerCount": 3, "botCount": 3}, "invalid_bot_count"),
        ({"playerCount": 3, "botCount": -1}, "invalid_bot_count"),
        ({"playerCount": 3, "botCount": 1, "botKind": "perfect"}, "invalid_request"),
        ({"creatorDisplayName": "x_"}, "invalid_request"),
        ({"timer": {"increment": 5}}, "invalid_request"),
        ({"timer": {"increment": -5, "banked": 1}}, "invalid_clock"),
        ({"timer": {"increment": 5, "banked": 10**12}}, "invalid_clock"),
        ({"setup": "atlantis"}, "invalid_request"),
        ({"isOpen": "yes"}, "invalid_request"),
    ],
    ids=lambda value: json.dumps(value) if isinstance(value, dict) else value,
)
def test_a_table_nobody_could_play_at_is_not_opened(body: Json, code: str) -> None:
    answer = post("create", {"playerCount": 2, "creatorDisplayName": "Juno"} | body)
    assert answer.refusal == (400, code)
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_a_seat_is_taken_once_and_names_are_told_apart(waiting: Trio) -> None:
    assert post(f"{waiting[0].game_id}/join", {"displayName": "Olga"}).refusal == (409, "game_full")
    waiting[2].post("leave")
    joined = post(f"{waiting[0].game_id}/join", {"displayName": "mara"})
    assert (joined.json["state"]["me"], joined.json["state"]["myPlayerId"]) == ("mara (2)", joined.json["playerId"])
    assert [seat["displayName"] for seat in joined.json["state"]["seats"]] == ["Juno", "Mara", "mara (2)"]
    waiting[0].post("start")
    assert post(f"{waiting[0].game_id}/join", {"displayName": "Olga"}).refusal == (409, "game_already_started")


def test_the_same_key_has_one_effect_and_the_same_answer(trio: Trio) -> None:
    first = trio[0].post("bid", {"amount": 3}, **{"Idempotency-Key": "one"})
    again = trio[0].post("bid", {"amount": 3}, **{"Idempotency-Key": "one"})
    assert again.json["events"] == first.json["events"]
    assert again.json["version"] == first.json["version"]
    assert trio[0].post("bid", {"amount": 4}, **{"Idempotency-Key": "one"}).refusal == (409, "key_reused")
    # A key is the seat's own: another seat that happens to choose the same one is not mistaken for it.
    assert trio[1].post("bid", {"amount": 3}, **{"Idempotency-Key": "one"}).json["version"] == first.json["version"] + 1
    assert trio[1].post("bid", {"amount": 3}, **{"Idempotency-Key": "x" * 65}).refusal == (400, "invalid_request")


FIELDS = [
    *("amount", "accept", "country", "stock", "return_stock", "wheel_spot", "factory_loc", "fleet_produce"),
    *("army_produce", "import", "choice", "origin", "destination", "action", "fleet_man", "army_man", "peace_order"),
    *("sacrifice", "expectedVersion", "unit", "plan", "name", "type"),
]
PATHS = [
    *("bid", "bid_buy", "buy", "punt", "propose", "agree", "vote", "maneuver_step", "maneuver_batch"),
    *("dictator_peace", "peace_vote", "pause", "resume", "undo", "plan", "remove_bot", "take_back"),
]
words = st.sampled_from(
    ["Paris", "Austria", "North Sea", "Taxation", "L-Maneuver", "Import", "peace", "war Italy army"]
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
bodies = st.dictionaries(st.sampled_from(FIELDS), values, max_size=6).map(json.dumps) | st.binary(max_size=60)


def mode_is(mode: str, state: State) -> bool:
    return state.mode == mode


LATE = [any_state(3, partial(mode_is, mode), after=40) for mode in ("proposal", "buy", "continue-man")]


@settings(max_examples=bulk(60), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(late=st.integers(0, 2), path=st.sampled_from(PATHS), body=bodies)
def test_whatever_is_sent_the_answer_is_a_success_or_a_refusal_with_a_code(
    trio: Trio, late: int, path: str, body: str | bytes
) -> None:
    position(trio[0].id, LATE[late])
    before = rows_of(trio[0].id)
    for program in trio:
        answer = program.post(path, body)
        if answer.status == 200:
            continue
        assert answer.status in (400, 403, 409), answer.text
        assert answer.code
    if Game.objects.get(pk=trio[0].id).seq == before["game"]["seq"]:
        assert rows_of(trio[0].id) == before
    assert Setup.objects.count() == 1
