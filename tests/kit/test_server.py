"""The site runs as a process, alone or twice on one database, survives a kill, and its log is watched."""

import threading
from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest

from tests.docs.pictures import PICTURED
from tests.kit.browser import BrowserPlayer
from tests.kit.people import get
from tests.kit.server import Site, SiteServer


@pytest.mark.both_shapes
def test_the_site_is_served_with_hashed_and_compressed_files(server: SiteServer) -> None:
    page = get(server.url, headers={"Accept-Encoding": "br"})
    assert page.status_code == 200
    style = next(word for word in page.text.split('"') if word.startswith("/static/") and word.endswith(".css"))
    file = get(server.url + style, headers={"Accept-Encoding": "br"})
    assert file.headers["Content-Encoding"] == "br"
    assert "immutable" in file.headers["Cache-Control"]


@pytest.mark.both_shapes
def test_two_processes_serve_one_site(new_site: Callable[..., Site]) -> None:
    site = new_site()
    first, second = site.serve(), site.serve(clock=False)
    assert first.url != second.url
    assert get(f"{first.url}/readyz").status_code == 200
    assert get(f"{second.url}/readyz").status_code == 200


def test_a_killed_server_comes_back_at_the_same_address(new_site: Callable[..., Site]) -> None:
    server = new_site().serve()
    address = server.url
    server.kill()
    with pytest.raises(httpx.ConnectError):
        get(f"{address}/healthz")
    server.start()
    assert server.url == address
    assert get(f"{address}/healthz").status_code == 200
    stop_in_the_middle_of_answers(server)
    assert get(f"{address}/healthz").status_code == 200


def stop_in_the_middle_of_answers(server: SiteServer) -> None:
    """A server stops when it is asked to, whatever it is doing."""
    over = threading.Event()

    def keep_asking() -> None:
        with httpx.Client(base_url=server.url, verify=False) as http:
            while not over.wait(0.01):
                with suppress(httpx.TransportError):
                    http.get("/account/login/", headers={"Connection": "close"})

    visitors = [threading.Thread(target=keep_asking, daemon=True) for _ in range(4)]
    try:
        for visitor in visitors:
            visitor.start()
        for _ in range(2):
            server.restart()
    finally:
        over.set()
        for visitor in visitors:
            visitor.join()


def test_trouble_in_the_log_of_a_server_is_noticed_unless_it_is_expected() -> None:
    site = Site()
    server = SiteServer(site=site)
    site.servers.append(server)
    server.expect_trouble("the deck is gone")
    server.log.write_text('{"level": "error", "event": "the deck is gone"}\n')
    assert server.trouble() == []
    with server.log.open("a") as log:
        log.write('{"level": "error", "event": "the table is gone"}\n')
    with pytest.raises(AssertionError, match="the table is gone"):
        site.close()


def test_sites_share_nothing(new_site: Callable[..., Site]) -> None:
    come_in = "from tabletop.accounts.services import create_guest; create_guest(name='Ada');"
    count = "from tabletop.accounts.models import User; print(User.objects.count())"
    for _site in range(2):
        assert new_site().manage("shell", "--verbosity", "0", "-c", come_in + count).split()[-1] == "1"


def test_a_site_with_fewer_apps_leaves_the_others_their_tables(new_site: Callable[..., Site]) -> None:
    tables = "from django.db import connection as c; print('tinygame_duelgame' in c.introspection.table_names())"
    for environment, has_tiny_game in ((PICTURED, "False"), ({}, "True")):
        site = new_site(environment=environment)
        assert site.manage("shell", "--verbosity", "0", "-c", tables).split()[-1] == has_tiny_game


def test_a_player_opens_the_site(browser_player: Callable[..., BrowserPlayer]) -> None:
    ada = browser_player(name="Ada")
    answer = ada.page.goto("/")
    assert answer
    assert answer.status == 200
