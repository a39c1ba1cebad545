"""Bad input gets the right status and one sentence, and changes nothing."""

import json
import re
import time
import uuid
from collections.abc import Callable
from urllib.parse import quote

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from tabletop import clock
from tabletop.accounts.models import User
from tests.kernel.conftest import STARTED, any_move, logged_moves
from tests.kit.clients import client_of
from tests.kit.frames import parts_in, shown_in
from tests.kit.program import Api
from tests.live.conftest import seq_in
from tests.tinygame import services
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.plug import DuelPlug
from tests.tinygame.rules import State

pytestmark = pytest.mark.django_db
StateOf = Callable[[DuelGame], State]
HTMX = {"HX-Request": "true"}


def url(name: str, duel: DuelGame) -> str:
    return reverse(f"duel:{name}", args=[duel.pk])


def test_the_page_is_complete_without_a_socket(duel: DuelGame, people: list[User], state_of: StateOf) -> None:
    page = client_of(people[0]).get(url("table", duel)).content.decode()
    for card in state_of(duel).hands[0]:
        assert f"Play the {card}<" in page
    assert f'ws-connect="/duel/{duel.pk}/live/?shows=' in page
    assert f'data-seq="{STARTED}"' in page


def test_a_move_is_answered_with_the_parts_that_changed(duel: DuelGame, people: list[User], state_of: StateOf) -> None:
    action = any_move(state_of(duel))
    answer = client_of(people[0]).post(url("move", duel), action, headers=HTMX)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert (parts_in(html), seq_in(html)) == ({"table", "actions"}, STARTED + 1)


def test_without_script_a_move_leads_back_to_the_page(duel: DuelGame, people: list[User], state_of: StateOf) -> None:
    client = client_of(people[0], enforce_csrf_checks=True)
    page = client.get(url("table", duel)).content.decode()
    form = re.search(rf'<form[^>]*action="{url("move", duel)}"[^>]*>(.*?)</form>', page, re.DOTALL)
    assert form
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]+)">', form.group(1)))
    answer = client.post(url("move", duel), fields)
    assert (answer.status_code, answer["Location"]) == (303, url("table", duel))


def test_an_illegal_move_is_409_with_the_sentence_and_the_current_page(
    duel: DuelGame, people: list[User], state_of: StateOf
) -> None:
    before = state_of(duel)
    action = {"type": "play", "card": before.hands[1][0]}
    answer = client_of(people[1]).post(url("move", duel), action, headers=HTMX)
    html = answer.content.decode()
    assert answer.status_code == 409
    assert "Not your turn yet." in html
    assert parts_in(html) == {"score", "table", "actions", "waiting"}
    whole = client_of(people[1]).post(url("move", duel), action)
    assert whole.status_code == 409
    assert "Not your turn yet." in whole.content.decode()
    assert "<html" in whole.content.decode()
    assert state_of(duel) == before


def test_a_page_that_said_no_leads_to_the_table_when_it_is_loaded_again(duel: DuelGame, people: list[User]) -> None:
    """Without script the refusal is shown at the address of the move."""
    answer = client_of(people[1]).get(url("move", duel))
    assert (answer.status_code, answer["Location"]) == (302, url("table", duel))


def test_a_method_no_address_knows_is_405_with_a_sentence(duel: DuelGame, people: list[User]) -> None:
    client = client_of(people[0])
    page = client.put(url("move", duel))
    assert (page.status_code, page["Allow"]) == (405, "GET, HEAD, POST")
    assert "What was asked does not work at this address. Nothing has changed." in page.content.decode()
    assert "<html" in page.content.decode()
    assert "toast" in client.put(url("move", duel), headers=HTMX).content.decode()
    program = client.put(url("move", duel), headers={"Accept": "application/json"})
    assert (program.status_code, program.json()["code"]) == (405, "method_not_allowed")


def test_a_stale_page_is_409_with_the_current_page(duel: DuelGame, people: list[User], state_of: StateOf) -> None:
    services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)))
    before = state_of(duel)
    answer = client_of(people[1]).post(
        url("move", duel), any_move(before), headers=HTMX | {"X-Table-Seq": str(STARTED)}
    )
    assert answer.status_code == 409
    assert "The table has moved on." in answer.content.decode()
    assert seq_in(answer.content.decode()) == STARTED + 1
    assert state_of(duel) == before


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        ({}, {}),
        ({"type": "play"}, {}),
        ({"type": "play", "card": "ace"}, {}),
        ({"type": "play", "card": "9" * 5000}, {}),
        ({"type": "play", "card": "1"}, {"X-Table-Seq": "minus one"}),
        ({"type": "play", "card": "1"}, {"X-Table-Seq": "9" * 40}),
        ({"type": "play", "card": "1"}, {"X-Table-Seq": "²"}),
        ({"type": "play", "card": "1"}, {"Idempotency-Key": "k" * 100}),
        ({"type": "play", "card": "1"}, {"Idempotency-Key": "clé"}),
        ({"type": "play", "card": "1"}, {"Idempotency-Key": "a\tb"}),
    ],
)
def test_a_malformed_move_is_400(
    duel: DuelGame, people: list[User], body: dict[str, str], headers: dict[str, str]
) -> None:
    answer = client_of(people[0]).post(url("move", duel), body, headers=HTMX | headers)
    assert answer.status_code == 400
    assert "Nothing has changed." in answer.content.decode()
    assert not logged_moves().exists()


@pytest.mark.parametrize("action", [{"type": "fly", "card": 1}, {"type": "play", "card": 99}])
def test_an_unknown_move_is_refused_with_a_sentence(
    duel: DuelGame, people: list[User], action: dict[str, object]
) -> None:
    answer = client_of(people[0]).post(url("move", duel), action, headers=HTMX)
    assert answer.status_code == 409
    assert not logged_moves().exists()


def test_an_unknown_table_is_a_friendly_404(people: list[User]) -> None:
    client = client_of(people[0])
    for path in (f"/duel/{uuid.uuid4()}/", f"/duel/{uuid.uuid4()}/parts/", "/duel/not-an-id/", "/nowhere/"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "We know no page or table at this address." in answer.content.decode()
    answer = client.post(f"/duel/{uuid.uuid4()}/move/", {"type": "play", "card": "1"}, headers=HTMX)
    assert answer.status_code == 404
    assert "toast" in answer.content.decode()


def test_somebody_without_a_seat_is_403(duel: DuelGame, db: None) -> None:
    stranger = User.objects.create(display_name="Eve", is_guest=True)
    answer = client_of(stranger).post(url("move", duel), {"type": "play", "card": "1"})
    assert answer.status_code == 403
    assert "You have no seat here" in answer.content.decode()


def test_a_seat_without_a_person_is_nobodys(duel: DuelGame, people: list[User]) -> None:
    duel.players.update(user=None)
    page = client_of(people[0]).get(url("table", duel)).content.decode()
    assert "Waiting for seat 0." in page
    assert "Play the" not in page


def test_an_unknown_table_and_a_closed_one_are_told_before_what_is_malformed(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(people[0])
    assert client.post(f"/duel/{uuid.uuid4()}/move/", {}).status_code == 404
    monkeypatch.setattr(DuelPlug, "watchable", False)
    DuelSeat.objects.update(user=None)
    assert client.post(url("move", duel), {}).status_code == 403


def test_a_stranger_is_asked_for_a_name_and_comes_back_to_the_page(duel: DuelGame) -> None:
    page = f"http://testserver{url('table', duel)}"
    headers = HTMX | {"HX-Current-URL": page}
    answer = Client().post(url("move", duel), {"type": "play", "card": "1"}, headers=headers)
    assert answer["HX-Redirect"] == f"/account/guest/?next={quote(url('table', duel), safe='')}"
    plain = Client().post(url("move", duel), {"type": "play", "card": "1"})
    assert (plain.status_code, plain["Location"]) == (302, "/account/guest/?next=%2F")


@pytest.mark.parametrize("page", ["http://[", "http://testserver]/", "//", "http://elsewhere.example/duel/", "\\"])
def test_a_stranger_whose_page_has_no_address_of_ours_comes_back_to_the_home_page(duel: DuelGame, page: str) -> None:
    answer = Client().post(url("move", duel), {"type": "redraw"}, headers=HTMX | {"HX-Current-URL": page})
    assert answer["HX-Redirect"] == "/account/guest/?next=%2F"


@pytest.mark.parametrize(
    ("method", "address"),
    [
        *(("get", "/cambio/new/"), ("post", "/cambio/new/"), ("get", "/imperial/new/"), ("post", "/imperial/new/")),
        *(("get", "/imperial/{table}/places/"), ("post", "/imperial/{table}/leave/")),
    ],
)
def test_an_address_that_is_none_is_no_failure_at_the_games_of_the_site(method: str, address: str) -> None:
    table = Api("/imperial/api/game").post("create", {"playerCount": 3, "creatorDisplayName": "Juno"}).json["gameId"]
    headers = HTMX | {"HX-Current-URL": "http://["}
    answer = getattr(Client(), method)(address.format(table=table), headers=headers)
    assert (answer.status_code, answer["HX-Redirect"]) == (200, "/account/guest/?next=%2F")


def test_a_move_without_a_csrf_token_is_403(duel: DuelGame, people: list[User], state_of: StateOf) -> None:
    answer = client_of(people[0], enforce_csrf_checks=True).post(url("move", duel), any_move(state_of(duel)))
    assert answer.status_code == 403
    assert "Reload the page and try again." in answer.content.decode()
    assert not logged_moves().exists()


def test_a_seat_in_the_body_is_never_trusted(duel: DuelGame, people: list[User], state_of: StateOf) -> None:
    action = any_move(state_of(duel)) | {"seat": 0, "player": str(people[0].pk)}
    answer = client_of(people[1]).post(url("move", duel), action, headers=HTMX)
    assert answer.status_code == 409
    assert not logged_moves().exists()


def test_reading_never_changes_a_game(duel: DuelGame, people: list[User], state_of: StateOf) -> None:
    before, client = state_of(duel), client_of(people[0])
    for name in ("table", "parts", "move"):
        client.get(url(name, duel), {"type": "play", "card": str(before.hands[0][0])})
    assert state_of(duel) == before


def test_polling_says_nothing_until_there_is_news(duel: DuelGame, people: list[User], state_of: StateOf) -> None:
    client = client_of(people[1])
    shown = shown_in(client.get(url("table", duel)).content.decode())
    assert client.get(url("parts", duel), {"seq": shown}).status_code == 204
    services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)))
    news = client.get(url("parts", duel), {"seq": shown}).content.decode()
    assert parts_in(news) == {"score", "table", "actions", "waiting"}
    assert client.get(url("parts", duel), {"seq": shown_in(news)}).status_code == 204
    for garbage in ("", "x", "-1", str(STARTED + 1)):
        assert client.get(url("parts", duel), {"seq": garbage}).status_code == 200


def test_programs_get_their_refusals_as_json(people: list[User]) -> None:
    answer = client_of(people[0]).get("/nowhere/", headers={"Accept": "application/json"})
    assert answer.status_code == 404
    assert json.loads(answer.content) == {
        "code": "not_found",
        "message": "We know no page or table at this address. Check the link, or look at the open tables.",
        "details": {},
    }


def test_too_many_is_429_with_retry_after(db: None) -> None:
    client = Client()
    with time_machine.travel("2030-05-04T12:00:20Z", tick=False):
        answers = [client.post(reverse("lobby:join"), {"code": "ZZZZZZ"}) for _time in range(12)]
    assert answers[-1].status_code == 429
    assert answers[-1]["Retry-After"] == "40"
    assert "That was quick." in answers[-1].content.decode()


def test_a_fault_of_ours_is_a_friendly_500_without_a_trace(
    duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.tinygame.rules.view", lambda *args, **kwargs: 1 / 0)
    client = client_of(people[0], raise_request_exception=False)
    answer = client.get(url("table", duel))
    assert answer.status_code == 500
    assert "What you had done before is safe." in answer.content.decode()
    assert "ZeroDivisionError" not in answer.content.decode()


def test_every_answer_has_a_request_id_and_a_strict_policy(client: Client, db: None) -> None:
    answer = client.get("/", headers={"X-Request-ID": "from-the-proxy"})
    assert answer["X-Request-ID"] == "from-the-proxy"
    assert client.get("/", headers={"X-Request-ID": "<evil>\r\n"})["X-Request-ID"] != "<evil>\r\n"
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("cookie", ["\\000" * 4, "abc", "é" * 20, "' OR 1=1 --"])
def test_a_session_cookie_that_cannot_be_one_is_no_session(client: Client, db: None, cookie: str) -> None:
    client.cookies["sessionid"] = cookie
    assert client.get("/").status_code == 200


def test_a_refusal_is_json_for_programs(duel: DuelGame, people: list[User], state_of: StateOf) -> None:
    action = {"type": "play", "card": str(state_of(duel).hands[1][0])}
    answer = client_of(people[1]).post(url("move", duel), action, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn")


def test_readiness(client: Client, db: None) -> None:
    told = client.get("/readyz")
    assert (told.status_code, told.json()["clock"]) == (200, False)
    clock.beat(uuid.uuid4(), now=time.time())
    assert client.get("/readyz").json() == {"ok": True, "database": True, "channel_layer": True, "clock": True}


@pytest.mark.parametrize("host", ["10.0.0.7:8000", "[::1]", "somewhere.else", ""])
def test_readiness_needs_no_host_and_no_tls(client: Client, db: None, settings: Settings, host: str) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["tabletop.example"], True
    assert client.get("/readyz", headers={"Host": host}).json()["database"]
    assert client.get("/", headers={"Host": host}).status_code in (301, 400)
