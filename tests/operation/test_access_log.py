"""The access log at the wire: one line for each request and each end of a socket, without secrets."""

import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.kit.people import PATIENCE_SECONDS, Person
from tests.kit.server import Site, SiteServer

SECRET = "t0psecret"
FIELDS = {"method", "path", "route", "status", "ms", "address", "request_id", "timestamp"}


@pytest.fixture(scope="module")
def logged() -> Iterator[SiteServer]:
    site = Site(environment={"ACCESS_LOG": "1"})
    server = site.serve()
    server.expect_trouble("no clock is running")  # perhaps it has not beaten yet
    yield server
    site.close()


def lines(server: SiteServer, **wanted: Any) -> list[dict[str, Any]]:
    """Those of the access log that have all this."""
    written = (json.loads(line) for line in server.log.read_text().splitlines() if line.startswith("{"))
    own = [line for line in written if line["logger"] == "tabletop.access"]
    return [line for line in own if wanted.items() <= line.items()]


def wait_for(server: SiteServer, **wanted: Any) -> dict[str, Any]:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (found := lines(server, **wanted)):
        assert time.monotonic() < deadline, f"no line with {wanted}"
        time.sleep(0.05)
    assert len(found) == 1
    return found[0]


def test_a_request_is_one_line_with_its_route(logged: SiteServer) -> None:
    with Person(logged.url, "Ada") as ada:
        ada.http.get("/account/login/", headers={"X-Request-ID": "a-login"})
        address = ada.http.headers["X-Forwarded-For"]
    line = wait_for(logged, request_id="a-login")
    assert line.keys() >= FIELDS
    assert (line["method"], line["path"], line["route"]) == ("GET", "/account/login/", "account_login")
    assert (line["status"], line["address"], line["level"]) == (200, address, "info")
    assert 0 < line["ms"] < 60_000


def test_what_is_refused_before_it_is_read_is_one_line_too(logged: SiteServer) -> None:
    address = "10.77.1.2"
    with socket.create_connection(("127.0.0.1", logged.port), timeout=PATIENCE_SECONDS) as line:
        head = f"POST /account/guest/?name={SECRET} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: {address}\r\n"
        line.sendall(f"{head}Content-Length: 99999999\r\n\r\n".encode())
        assert line.recv(100).startswith(b"HTTP/1.1 413 ")
    told = wait_for(logged, status=413)
    assert (told["path"], told["route"], told["address"]) == ("/account/guest/", "accounts:guest", address)
    assert SECRET not in logged.log.read_text()


def test_a_path_with_an_id_is_logged_as_its_pattern(logged: SiteServer) -> None:
    with Person(logged.url, "Ada") as ada, Person(logged.url, "Bea") as bea:
        table = ada.start_duel(bea)
        ada.http.get(table, headers={"X-Request-ID": "a-table"})
    line = wait_for(logged, request_id="a-table")
    assert (line["path"], line["route"]) == ("/duel/<uuid:game_id>/", "duel:table")


def test_static_files_and_checks_have_their_path(logged: SiteServer) -> None:
    with Person(logged.url, "Ada") as ada:
        found = re.search(r'"(/static/[^"]+\.css)"', ada.http.get("/").text)
        assert found
        for path in (found.group(1), "/readyz"):
            key = uuid4().hex
            ada.http.get(path, headers={"X-Request-ID": key})
            assert wait_for(logged, request_id=key)["path"] == path


def test_no_secret_of_a_request_is_in_the_log(logged: SiteServer) -> None:
    with Person(logged.url, "Ada") as ada:
        created = ada.http.post(
            "/cambio/api/game/create",
            json={"playerCount": 2, "creatorDisplayName": f"N{SECRET}"},
            headers={"X-CSRFToken": ada.http.cookies.get("csrftoken") or ""},
        )
        assert created.status_code in (200, 201), created.text
        ada.http.get("/cambio/api/games", headers={"Authorization": f"Bearer {SECRET}"})
        secrets = [SECRET, *set(_texts(created.json()))]
        paths = (
            f"/?next={SECRET}",
            f"/account/confirm/{SECRET}/",
            f"/account/reset/MQ/{SECRET}/",
            f"/t/{SECRET}/",
            f"/deckbuilder/shared/{SECRET}/",
            f"/cambio/{SECRET}",
            f"/{SECRET}/",
            f"/static/{SECRET}.css",
            f"/admin/accounts/user/{SECRET}/change/?q={SECRET}",
            f"/admin/{SECRET}/",
        )
        for path in paths:
            key = uuid4().hex
            ada.http.get(path, headers={"X-Request-ID": key, "Referer": f"http://x.example/{SECRET}", "X-Own": SECRET})
            wait_for(logged, request_id=key)
        ada.http.request(SECRET.upper(), "/", headers={"X-Request-ID": "odd-method", "X-Forwarded-For": SECRET})
        assert wait_for(logged, request_id="odd-method").items() >= {"method": "OTHER", "address": ""}.items()
        secrets += [ada.http.cookies["sessionid"], ada.http.cookies["csrftoken"]]
    text = logged.log.read_text()
    assert len(secrets) > 5
    assert [secret for secret in secrets if secret.lower() in text.lower()] == []


def _texts(value: object) -> Iterator[str]:
    """The ids, tokens and codes in an answer: texts with a digit in them."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, str) and len(value) >= 6 and re.search(r"\d", value) and not re.match(r"\d{4}-\d\d-", value):
        yield value


def test_a_socket_is_a_line_as_it_opens_and_one_as_it_closes(logged: SiteServer) -> None:
    with Person(logged.url, "Ada") as ada, Person(logged.url, "Bea") as bea:
        table = ada.start_duel(bea)
        address = ada.http.headers["X-Forwarded-For"]
        headers = {"Cookie": f"sessionid={ada.http.cookies['sessionid']}", "X-Forwarded-For": address}
        live = f"{logged.url.replace('http', 'ws', 1)}{table}live/?shows={SECRET}"
        with connect(live, origin=logged.url, additional_headers=headers) as socket:  # type: ignore[arg-type] # any text
            socket.recv(timeout=PATIENCE_SECONDS)
            opened = wait_for(logged, event="socket opened", address=address)
            assert opened["route"] == "duel:table"
            socket.close(code=4000)
    closed = wait_for(logged, event="socket closed", address=address)
    assert (closed["route"], closed["code"]) == ("duel:table", 4000)
    assert closed["request_id"] == opened["request_id"]
    text = logged.log.read_text()
    assert SECRET not in text
    assert table.split("/")[2] not in text


@pytest.mark.parametrize(("path", "origin"), [("/nowhere/t0psecret/", None), ("/lobby/live/", "http://evil.example")])
def test_a_socket_that_is_refused_is_one_line(logged: SiteServer, path: str, origin: str | None) -> None:
    address = f"10.9.8.{len(path)}"
    with (
        pytest.raises(InvalidStatus),
        connect(
            logged.url.replace("http", "ws", 1) + path,
            origin=origin or logged.url,  # type: ignore[arg-type] # any text
            additional_headers={"X-Forwarded-For": address},
        ),
    ):
        pass
    refused = wait_for(logged, address=address)
    assert (refused["event"], refused["route"]) == ("socket refused", None)
    assert SECRET not in logged.log.read_text()


def test_without_the_switch_nothing_is_logged(server: SiteServer) -> None:
    with Person(server.url, "Ada") as ada:
        ada.http.get("/account/login/")
    assert lines(server) == []


@pytest.mark.parametrize(("given", "on"), [({"PRODUCTION": "1"}, True), ({}, False), ({"ACCESS_LOG": "0"}, False)])
def test_the_log_is_on_in_production(new_site: Callable[..., Site], given: dict[str, str], on: bool) -> None:
    variables = {"SECRET_KEY": "k" * 60, "ALLOWED_HOSTS": "x.example", "MAIL": "off", **given}
    asked = "from django.conf import settings; print(settings.ACCESS_LOG)"
    assert new_site(environment=variables).manage("shell", "--no-imports", "-c", asked).strip().endswith(str(on))
