"""Thousands of requests and frames that no page of ours sends: none fails or changes what its sender may not."""

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec
import psutil
import pytest
from websockets.frames import CloseCode

from tests.fuzz import frames, http_requests
from tests.fuzz.holdings import Holdings
from tests.fuzz.rights import RequestJudge, SocketJudge, is_seated
from tests.fuzz.watch import Watch, open_reader
from tests.fuzz.wire import exchange
from tests.kit.bulk import bulk, is_long
from tests.kit.server import Site, SiteServer

REQUESTS = bulk(16_000)
FRAMES = bulk(4_000)
MOST_GROWTH = 50 * 1024 * 1024
REPEATS_THE_WORLD = 1_000
"""After so many requests the visitors get tables anew: strangers with a right to leave have left theirs."""
REPEATS_THE_TABLES = 20
"""After so many sockets: many who have a seat have left it by then."""
pytestmark = [pytest.mark.both_shapes, pytest.mark.timeout(7200 if is_long() else 600)]
"""PostgreSQL refuses texts and numbers that SQLite takes."""


@pytest.fixture
def served(new_site: Callable[..., Site]) -> SiteServer:
    # Without the clock, which changes rows by itself.
    return new_site().serve(clock=False)


def arrange(site: Site) -> Holdings:
    return msgspec.json.decode(site.ask("tests.fuzz.arrange", "again"), type=Holdings)


class Memory:
    """How much a server takes from now on."""

    def __init__(self, server: SiteServer) -> None:
        assert server.process
        self._process = psutil.Process(server.process.pid)
        self.before = self._now()

    def _now(self) -> int:
        return self._process.memory_info().rss

    def growth(self) -> int:
        return self._now() - self.before


def test_no_request_fails_and_each_changes_only_what_its_sender_may(served: SiteServer) -> None:
    chance, statuses, wrong, changed_by_right = Random(1), Counter[int | None](), [], 0
    started = Memory(served)
    for page in http_requests.pages(arrange(served.site)):
        assert (exchange(served.port, page).status or 500) < 500, page.head
    # By now the code is loaded and the templates are compiled.
    warm = Memory(served)
    with open_reader(served.site.environment["DATABASE_URL"]) as reader:
        for number in range(REQUESTS):
            if number % REPEATS_THE_WORLD == 0:
                holdings = arrange(served.site)
                watch = Watch(reader)
            request = http_requests.request(chance, holdings)
            answer = exchange(served.port, request.raw)
            statuses[answer.status] += 1
            if answer.status is not None and answer.status >= 500:
                wrong.append(f"{answer.status} for {request}")
            changed = watch.changes()
            if changed and not request.is_refused(answer):
                changed_by_right += 1
                judge = RequestJudge(watch.before, request.sender)
                changed = [] if request.may_change_all else judge.forbidden(changed)
            wrong += [f"{answer} for {request} changed {change}" for change in changed]
    print(dict(statuses), changed_by_right, f"{started.growth():,} bytes more, {warm.growth():,} since every page")
    wrong += served.trouble()
    assert not wrong, "\n\n".join(wrong[:20])
    assert warm.growth() < MOST_GROWTH
    assert statuses[200] > REQUESTS // 20, "hardly anything came through: this proves nothing"
    assert changed_by_right > REQUESTS // 200, "hardly anything was changed: this proves nothing"


def test_no_frame_fails_and_each_changes_only_what_its_sender_may(served: SiteServer) -> None:
    chance, codes, accepted, wrong = Random(2), Counter[int | None](), Counter[int | None](), []
    unseated, sent, judge, started = 0, 0, SocketJudge(), Memory(served)
    with open_reader(served.site.environment["DATABASE_URL"]) as reader:
        # Handshakes that are refused bring no frames.
        while sent < FRAMES:
            if codes.total() % REPEATS_THE_TABLES == 0:
                holdings = arrange(served.site)
                watch = Watch(reader)
            session = frames.session(chance, holdings)
            outcome = frames.send(served.port, session)
            frames.wait_until_done(served.port, session)
            codes[outcome.code] += 1
            sent += outcome.sent
            if outcome.code == CloseCode.INTERNAL_ERROR or (outcome.code and 500 <= outcome.code < 1000):
                wrong.append(f"{outcome} for {session}")
            changed = watch.changes()
            if is_seated(session.sender, watch.before):
                accepted[outcome.accepted] += 1
            else:
                unseated += 1
            changed = judge.forbidden(changed, watch.before, session.sender, accepted=outcome.accepted)
            wrong += [f"{outcome} for {session} changed {change}" for change in changed]
    print(f"{sent} frames,", dict(codes), unseated, dict(accepted), f"{started.growth():,} bytes more")
    wrong += served.trouble()
    assert not wrong, "\n\n".join(wrong[:20])
    assert min(unseated, accepted.total() - accepted[None]) > codes.total() // 10, "hardly anybody: this proves nothing"
    assert accepted.keys() - {None, 0}, "no move was made: this proves nothing"
    assert started.growth() < MOST_GROWTH
