"""The site runs as a process, alone or twice on one database, survives a kill, and its log is watched."""

import threading
from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest

from tests.kit.browser import BrowserPlayer
from tests.kit.server import Site, SiteServer


@pytest.mark.both_shapes
def test_the_site_is_served_with_hashed_and_compressed_files(server: SiteServer) -> None:
    page = httpx.get(server.url, headers={"Accept-Encoding": "br"})
    assert page.status_code == 200
    style = next(word for word in page.text.split('"') if word.startswith("/static/") and word.endswith(".css"))
    file = httpx.get(server.url + style, headers={"Accept-Encoding": "br"})
    assert file.headers["Content-Encoding"] == "br"
    assert "immutable" in file.headers["Cache-Control"]


@pytest.mark.both_shapes
def test_two_processes_serve_one_site(new_site: Callable[..., Site]) -> None:
    site = new_site()
    first, second = site.serve(), site.serve(clock=False)
    assert first.url != second.url
    assert httpx.get(f"{first.url}/readyz").status_code == 200
    assert httpx.get(f"{second.url}/readyz").status_code == 200


def test_a_killed_server_comes_back_at_the_same_address(new_site: Callable[..., Site]) -> None:
    server = new_site().serve()
    address = server.url
    server.kill()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}/healthz")
    server.start()
    assert server.url == address
    assert httpx.get(f"{address}/healthz").status_code == 200
    server.restart()
    assert httpx.get(f"{address}/healthz").status_code == 200


def test_a_server_stops_when_asked_even_in_the_middle_of_its_answers(new_site: Callable[..., Site]) -> None:
    server = new_site().serve()
    over = threading.Event()

    def keep_asking() -> None:
        with httpx.Client(base_url=server.url, verify=False) as http:
            while not over.wait(0.01):
                with suppress(httpx.TransportError):
                    http.get("/account/login/", headers={"Connection": "close"})

    visitors = [threading.Thread(target=keep_asking) for _ in range(4)]
    try:
        for visitor in visitors:
            visitor.start()
        for _ in range(2):
            server.restart()
    finally:
        over.set()
        for visitor in visitors:
            visitor.join()


def test_trouble_in_the_log_of_a_server_is_noticed() -> None:
    site = Site()
    server = site.serve()
    with server.log.open("a") as log:
        log.write('{"level": "error", "event": "the deck is gone"}\n')
    with pytest.raises(AssertionError, match="the deck is gone"):
        site.close()


def test_expected_trouble_in_the_log_is_none(new_site: Callable[..., Site]) -> None:
    server = new_site().serve()
    server.expect_trouble("the deck is gone")
    with server.log.open("a") as log:
        log.write('{"level": "error", "event": "the deck is gone"}\n')
    assert server.trouble() == []


def test_sites_share_nothing(new_site: Callable[..., Site]) -> None:
    one, other = new_site(), new_site()
    one.manage("shell", "-c", "from tabletop.accounts.services import enter_as_guest; enter_as_guest(name='Ada')")
    count = "from tabletop.accounts.models import User; print(User.objects.count())"
    assert [site.manage("shell", "--verbosity", "0", "-c", count).split()[-1] for site in (one, other)] == ["1", "0"]


def test_a_player_opens_the_site(browser_player: Callable[..., BrowserPlayer]) -> None:
    ada = browser_player(name="Ada")
    answer = ada.page.goto("/")
    assert answer
    assert answer.status == 200
