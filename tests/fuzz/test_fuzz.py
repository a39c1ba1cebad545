"""Thousands of requests and frames that no page of ours sends: none fails, and what is refused changes nothing."""

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec
import psutil
import pytest
from websockets.frames import CloseCode

from tests.fuzz import frames, http_requests
from tests.fuzz.holdings import Holdings
from tests.fuzz.watch import Watch, open_reader
from tests.fuzz.wire import exchange
from tests.kit.bulk import bulk, is_long
from tests.kit.server import Site, SiteServer

REQUESTS = bulk(16_000)
SOCKETS = bulk(4_000) // frames.FRAMES_A_SOCKET
WARM_UP = REQUESTS // 10
"""After so many, every page has been made once and every cache has begun to fill."""
MOST_GROWTH = 50 * 1024 * 1024
REPEATS_THE_WORLD = 1_000
"""After so many requests the visitors get tables anew: strangers with a right to leave have left theirs."""
REPEATS_THE_TABLES = 100
"""After so many sockets: most who have a seat have left it by then."""
pytestmark = [pytest.mark.both_shapes, pytest.mark.timeout(7200 if is_long() else 600)]
"""PostgreSQL refuses texts and numbers that SQLite takes."""


@pytest.fixture
def served(new_site: Callable[..., Site]) -> SiteServer:
    # Without the clock, which changes rows by itself.
    return new_site().serve(clock=False)


def arrange(site: Site) -> Holdings:
    return msgspec.json.decode(site.ask("tests.fuzz.arrange", "again"), type=Holdings)


def memory(server: SiteServer) -> int:
    assert server.process
    return psutil.Process(server.process.pid).memory_info().rss


def test_no_request_fails_and_a_refused_one_changes_nothing(served: SiteServer) -> None:
    chance, statuses, wrong, before = Random(1), Counter[int | None](), [], 0
    with open_reader(served.site.environment["DATABASE_URL"]) as reader:
        for number in range(REQUESTS):
            if number % REPEATS_THE_WORLD == 0:
                holdings = arrange(served.site)
                watch = Watch(reader)
            if number == WARM_UP:
                before = memory(served)
            request = http_requests.request(chance, holdings)
            status = exchange(served.port, request.raw)
            statuses[status] += 1
            if status is not None and status >= 500:
                wrong.append(f"{status} for {request}")
            if request.method in http_requests.SAFE or status is None or status >= 400:
                wrong += [f"{status} for {request} changed {change}" for change in watch.forbid()]
            else:
                watch.allow()
    print(dict(statuses))
    assert not wrong, "\n\n".join(wrong[:20])
    assert memory(served) - before < MOST_GROWTH
    assert statuses[200] > REQUESTS // 20, "hardly anything came through: this proves nothing"


def test_no_frame_fails_and_who_sits_nowhere_changes_nothing(served: SiteServer) -> None:
    chance, codes, wrong, unseated, before = Random(2), Counter[int | None](), [], 0, 0
    with open_reader(served.site.environment["DATABASE_URL"]) as reader:
        for number in range(SOCKETS):
            if number % REPEATS_THE_TABLES == 0:
                holdings = arrange(served.site)
                watch = Watch(reader)
            if number == SOCKETS // 10:
                before = memory(served)
            session = frames.session(chance, holdings)
            code = frames.send(served.port, session)
            frames.wait_until_done(served.port, session)
            codes[code] += 1
            if code == CloseCode.INTERNAL_ERROR or (code and 500 <= code < 1000):
                wrong.append(f"{code} for {session}")
            if session.may_change:
                watch.allow()
            else:
                unseated += 1
                wrong += [f"{session} changed {change}" for change in watch.forbid()]
    print(dict(codes), unseated)
    assert not wrong, "\n\n".join(wrong[:20])
    assert unseated > SOCKETS // 10, "hardly anybody without a seat: this proves nothing"
    assert memory(served) - before < MOST_GROWTH
