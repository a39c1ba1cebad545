"""What is hidden leaves by no other road either: error pages and logs are the same in twin worlds."""

import json
import logging
import logging.config
import re
from collections.abc import Iterator
from io import StringIO
from itertools import product
from typing import NamedTuple

import pytest
import time_machine
from django.test import Client

import cambio.pages.table
import deckbuilder.pages.views.deck
import imperial.pages.table
import tabletop.asgi  # noqa: F401 # sets up the logs, which would take the handler below away
from tabletop.logs import logging_config
from tests.cambio.kit import START
from tests.kit.roads import both_roads
from tests.leaks.playing import play
from tests.leaks.twins import TWINS, Table, Twins

pytestmark = pytest.mark.django_db

TOKEN = "c" * 32
ACCEPTED = ("text/html", "application/json", "*/*")
FORM = "application/x-www-form-urlencoded"


class Asked(NamedTuple):
    method: str
    path: str
    content_type: str = FORM
    body: str = ""


MISTAKES = (
    Asked("GET", "nowhere/"),
    Asked("GET", "parts/?seq=abc"),
    Asked("GET", "turn/99999/"),
    Asked("PUT", ""),
    Asked("GET", "act/"),
    Asked("POST", "act/", FORM, "do=swap:9"),
    Asked("POST", "act/", FORM, "do=call_cambio&type=vote&choice=9"),
    Asked("POST", "act/", FORM, "do=draw:sleeve&type=bid&amount=1e9"),
    Asked("POST", "act/", "application/json", "{"),
    Asked("POST", "act/", "multipart/form-data; boundary=x", "broken"),
    Asked("GET", "menu/"),
    Asked("GET", "watchers/"),
    Asked("GET", "talk/"),
    Asked("POST", "talk/", FORM, "do=say&text="),
    Asked("GET", "sit-in/"),
    Asked("POST", "sit-in/", FORM, "do=stand"),
    Asked("POST", "leave/"),
    Asked("POST", "undo/"),
)


@pytest.fixture(autouse=True)
def _same_time(request: pytest.FixtureRequest) -> Iterator[None]:
    """It stands still, but for sockets, which wait for it to pass."""
    with time_machine.travel(START, tick="road" in request.fixturenames):
        yield


@pytest.fixture(params=TWINS)
def twins(request: pytest.FixtureRequest) -> Twins:
    return TWINS[request.param]()


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """All that the site writes at INFO, with its own formatter, and the access log."""
    written = StringIO()
    config = logging_config(level="INFO")
    formatter = logging.config.DictConfigurator(config).configure_formatter(config["formatters"]["json"])
    handler = logging.StreamHandler(written)
    handler.setFormatter(formatter)
    root, access = logging.getLogger(), logging.getLogger("tabletop.access")
    levels = {logger: logger.level for logger in (root, access)}
    root.addHandler(handler)
    for logger in levels:
        logger.setLevel(logging.INFO)
    yield written
    root.removeHandler(handler)
    for logger, level in levels.items():
        logger.setLevel(level)


def make_mistakes(table: Table) -> list[str]:
    """The answers to the viewer and to a stranger, whole."""
    told = []
    for client in table.visitors():
        for asked, accept in product(MISTAKES, ACCEPTED):
            told.append(answer(client, table, asked, accept=accept))
        told.append(answer(client, table, Asked("POST", "act/"), accept="text/html", token="wrong"))
    return told


def answer(client: Client, table: Table, asked: Asked, *, accept: str, token: str = TOKEN) -> str:
    client.cookies["csrftoken"] = TOKEN
    headers = {"Accept": accept, "X-CSRFToken": token} | ({"HX-Request": "true"} if accept == "*/*" else {})
    path = table.path + asked.path
    given = client.generic(asked.method, path, asked.body, content_type=asked.content_type, headers=headers)
    header_lines = sorted(f"{name}: {value}" for name, value in given.items() if name != "X-Request-ID")
    content = given.getvalue().decode()
    return table.scrub(f"{given.status_code} {len(content)} {header_lines}\n{content}")


def lines(written: StringIO, table: Table) -> list[str]:
    """What has been logged since, without what tells any two requests apart."""
    text = table.scrub(written.getvalue())
    written.seek(0)
    written.truncate()
    text = re.sub(r'"(request_id|timestamp)": "[^"]+"', r'"\1": "X"', text)
    return re.sub(r'"(ms|seconds)": [\d.e-]+', r'"\1": 0', text).splitlines()


def test_error_pages_are_the_same_in_twin_worlds(twins: Twins) -> None:
    first, second = (make_mistakes(table) for table in twins)
    assert first == second


def test_a_failure_of_the_site_tells_nothing(twins: Twins, logged: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object, **more: object) -> None:
        state = given, more  # noqa: F841 # in reach of everybody who would print local variables
        raise ZeroDivisionError

    monkeypatch.setattr(cambio.pages.table, "with_own_view", fail)
    monkeypatch.setattr(imperial.pages.table, "seen_by", fail)
    monkeypatch.setattr(deckbuilder.pages.views.deck, "page_contexts", fail)
    told = []
    for table in twins:
        client = next(table.visitors())
        told.append([answer(client, table, Asked("GET", ""), accept=accept) for accept in ACCEPTED])
        told[-1] += lines(logged, table)
    assert told[0] == told[1]
    assert told[0][0].startswith("500 ")
    assert any("ZeroDivisionError" in line for line in told[0])


@both_roads
def test_logs_are_the_same_in_twin_worlds(twins: Twins, logged: StringIO, road: str) -> None:
    told = []
    for table in twins:
        assert play(table)
        make_mistakes(table)
        for client in table.visitors():
            for path in ("", "parts/?seq=-1"):
                answer(client, table, Asked("GET", path), accept="text/html")
        logging.getLogger("tests").info("the log is read")
        told.append(lines(logged, table))
    assert told[0] == told[1]
    assert json.loads(told[0][-1])["event"] == "the log is read"
    assert [line for line in told[0] if '"logger": "tabletop.access"' in line], "requests are not logged"
    is_by_socket = road == "socket" and twins[0].slug != "deckbuilder"
    assert any('"socket opened"' in line for line in told[0]) == is_by_socket
