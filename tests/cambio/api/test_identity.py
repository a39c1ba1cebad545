"""Who is asking: tokens, sessions, and never what stands in a body (rules 13)."""

import hashlib

import pytest
from django.test import Client

from cambio import rules
from cambio.models import CambioAction, GameSession, Player
from tabletop.accounts.models import User
from tests.cambio.api.program import BASE, Answer, Program, get, post
from tests.cambio.kit import position

pytestmark = pytest.mark.django_db

Pair = tuple[Program, Program]
HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer wrong", "Basic abc", "Token x", "Bearer \u00e9", "Bearer " + "x" * 5000]
)
def test_a_bad_token_is_nobody(dealt: Pair, header: str) -> None:
    answer = post(f"{dealt[0].game_id}/view-initial", {}, headers={"Authorization": header})
    assert answer.refusal == (401, "UNAUTHENTICATED")


def test_without_token_and_session_one_is_nobody(dealt: Pair) -> None:
    assert post(f"{dealt[0].game_id}/view-initial").refusal == (401, "UNAUTHENTICATED")
    assert get(dealt[0].game_id).refusal == (401, "UNAUTHENTICATED")


def test_the_scheme_of_the_token_is_written_in_any_case(dealt: Pair) -> None:
    assert get(dealt[0].game_id, headers={"Authorization": f"bearer {dealt[0].token}"}).status == 200


def test_tokens_are_kept_as_hashes_only(dealt: Pair) -> None:
    token = dealt[0].token
    row = Player.objects.get(pk=dealt[0].player_id)
    assert row.token_hash == hashlib.sha256(token.encode()).hexdigest()
    kept = [repr(list(model.objects.values())) for model in (Player, GameSession, CambioAction)]
    assert not any(token in text for text in kept)
    assert get(dealt[0].game_id, headers={"Authorization": f"Bearer {row.token_hash}"}).refusal == (
        401,
        "UNAUTHENTICATED",
    )


def test_a_player_id_in_the_body_is_never_trusted(dealt: Pair) -> None:
    position(dealt[0].id, rules.arrange(HANDS, ["2c"], ["2d", "3d"]))
    body = {"source": "deck", "playerId": dealt[0].player_id, "seat": 0, "mySeat": 0, "token": dealt[0].token}
    assert dealt[1].post("draw", body).refusal == (403, "NOT_YOUR_TURN")


def test_entering_without_an_identity_sets_a_session(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    entered = post("create", {"playerCount": 2, "creatorDisplayName": "Juno"}, client=client)
    assert "sessionid" in client.cookies
    seen = get(entered.json["gameId"], client=client)
    assert seen.json["state"]["myPlayerId"] == entered.json["playerId"]
    assert User.objects.get().is_guest


def test_calls_by_cookie_need_a_csrf_token_and_calls_by_token_do_not(db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    entered = Program(post("create", {"playerCount": 2, "creatorDisplayName": "Juno"}, client=client))
    Program.join(entered, "Mara")
    assert post(f"{entered.game_id}/start", client=client).refusal == (403, "CSRF_FAILED")
    client.get("/")
    token = client.cookies["csrftoken"].value
    assert post(f"{entered.game_id}/start", client=client, headers={"X-CSRFToken": token}).status == 200
    assert post(f"{entered.game_id}/view-initial", client=client, headers=entered.bearer).status == 200


def test_a_form_of_another_site_cannot_bring_somebody_to_a_table(db: None) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        content = '{"playerCount": 2, "creatorDisplayName": "Juno"}'
        answer = Answer(Client().post(f"{BASE}/create", content, content_type=kind))
        assert answer.refusal == (400, "VALIDATION_ERROR")
    assert not User.objects.exists()


def test_the_same_session_takes_one_seat(db: None) -> None:
    client = Client()
    entered = post("create", {"playerCount": 3, "creatorDisplayName": "Juno"}, client=client)
    again = post(f"{entered.json['gameId']}/join", {"displayName": "Mara"}, client=client)
    assert again.refusal == (409, "ALREADY_IN_GAME")


def test_an_account_keeps_its_name_and_sits_down_under_another(db: None) -> None:
    client = Client()
    person = User.objects.create(display_name="Juno", is_guest=True)
    client.force_login(person)
    entered = post("create", {"playerCount": 2, "creatorDisplayName": "Queen"}, client=client)
    assert entered.json["state"]["players"][0]["displayName"] == "Queen"
    person.refresh_from_db()
    assert person.display_name == "Juno"


def test_a_person_without_a_seat_is_told_so(dealt: Pair) -> None:
    client = Client()
    client.force_login(User.objects.create(display_name="Olga", is_guest=True))
    assert get(dealt[0].game_id, client=client).refusal == (403, "PLAYER_NOT_IN_GAME")


def test_answers_are_not_kept_by_caches(dealt: Pair) -> None:
    assert dealt[0].get().headers["Cache-Control"] == "no-store"
