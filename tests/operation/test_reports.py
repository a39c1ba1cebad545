"""Reports of errors at the wire: they come, and hold nothing personal and nothing hidden."""

import gzip
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import brotli  # type: ignore[import-untyped]
import pytest
from pytest_django import Settings

from tabletop.operation.reports import start_reports, strip
from tests.kit.people import PATIENCE_SECONDS, Person
from tests.kit.server import Site

HIDDEN = ("queen-of-hearts", "Adalbert", "t0psecret", "10.77.66.55")
DECODERS = {"gzip": gzip.decompress, "br": brotli.decompress, "": bytes}


class Receiver:
    """What a service for reports gets."""

    def __init__(self, port: int) -> None:
        self.dsn, self.bodies = f"http://key@127.0.0.1:{port}/1", list[bytes]()

    def wait_for(self, word: bytes) -> bytes:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not any(word in body for body in self.bodies):
            assert time.monotonic() < deadline, f"no report with {word!r}"
            time.sleep(0.05)
        return b"\n".join(self.bodies)


@contextmanager
def receiving() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = str(self.headers).encode()
            receiver.bodies.append(headers + DECODERS[self.headers.get("Content-Encoding", "")](body))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_words: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(server.server_port)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield receiver
        server.shutdown()


def fail(site: Site) -> None:
    server = site.serve(clock=False)
    server.expect_trouble("LookupError|a bot failed|Internal Server Error")
    with Person(server.url, "Adalbert") as person:
        person.http.headers["X-Forwarded-For"] = "10.77.66.55"
        person.http.cookies["own"] = "t0psecret"
        answer = person.post("/fails/t0psecret/?q=t0psecret", {"card": "t0psecret"}, Authorization="Bearer t0psecret")
        assert answer.status_code == 500


def test_an_error_is_reported_without_anything_personal_or_hidden() -> None:
    with receiving() as receiver:
        variables = {"DJANGO_SETTINGS_MODULE": "tests.operation.failing_settings", "SENTRY_DSN": receiver.dsn}
        site = Site(environment=variables)
        try:
            fail(site)
            text = receiver.wait_for(b"LookupError").decode()
        finally:
            site.close()
    assert "draw_a_card" in text, "it says where"
    assert "a bot failed with %s" in text, "a line of the log is reported too"
    assert [secret for secret in HIDDEN if secret in text] == []
    assert "cookie" not in text.lower()


def test_without_an_address_nothing_is_reported(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    assert settings.SENTRY_DSN == ""
    monkeypatch.setitem(__import__("sys").modules, "sentry_sdk", None)
    start_reports("")


def test_a_report_keeps_what_is_named_and_nothing_else() -> None:
    frame = {
        "function": "act",
        "lineno": 7,
        "vars": {"card": "K"},
        "context_line": "card = 'K'",
        "abs_path": "/home/me",
    }
    exception = {"type": "KeyError", "value": "K", "stacktrace": {"frames": [frame]}, "mechanism": {"data": "K"}}
    given = {
        "event_id": "1",
        "level": "error",
        "logger": "cambio.bots",
        "logentry": {"message": "failed: %s", "params": ["K"], "formatted": "failed: K"},
        "exception": {"values": [exception]},
        **{name: {"card": "K"} for name in ("request", "user", "extra", "tags", "breadcrumbs", "contexts")},
        **dict.fromkeys(("transaction", "server_name", "message"), "K"),
    }
    assert json.loads(json.dumps(strip(given, {}))) == {  # type: ignore[arg-type] # more than the type knows
        "event_id": "1",
        "level": "error",
        "logger": "cambio.bots",
        "logentry": {"message": "failed: %s"},
        "exception": {"values": [{"type": "KeyError", "stacktrace": {"frames": [{"function": "act", "lineno": 7}]}}]},
    }


def test_lines_of_libraries_are_not_reported_word_by_word() -> None:
    given = {"event_id": "1", "logger": "daphne.server", "logentry": {"message": "Traceback ... KeyError: 'K'"}}
    assert "K" not in json.dumps(strip(given, {}))  # type: ignore[arg-type] # as above
