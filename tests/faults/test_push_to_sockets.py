"""What one process does to a session or a seat reaches the sockets of another at once: here is no heartbeat."""

import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from msgspec.structs import replace

from tabletop.live.consumers import GONE, SIGNED_OUT
from tests.faults.duels import duel_at
from tests.faults.ends import End, change_password, create_members, delete_account, log_in, log_out, suspend
from tests.faults.two_processes import NAMES, people
from tests.imperial.browser.tables import arrange
from tests.imperial.rules.positions import STANDARD, position
from tests.kit.lines import Line
from tests.kit.people import Person
from tests.kit.server import Site, SiteServer

__all__ = ["people"]

pytestmark = pytest.mark.production_only
ENDS = (log_out, change_password, delete_account, suspend)
HERE, THERE = 0, 1
"""The process of the sockets, and the other one."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    site = Site(environment={"HEARTBEAT_SECONDS": "3600"})
    create_members(site, len(ENDS))
    yield site
    site.close()


@pytest.fixture(scope="module")
def servers(site: Site) -> Iterator[list[SiteServer]]:
    """Each hears what the other announces, for as long as it has a socket: one is open all the time."""
    here, there = site.serve(), site.serve(clock=False)
    with Person(there.url, "Ida") as ida, Person(there.url, "Una") as una:
        table = ida.start_duel(una)
        with Line(ida, table, url=here.url) as line:
            # The first doorbells may come before the process has subscribed to them.
            while line.is_silent(seconds=0.2):
                for do in ("hand_to_bot", "take_back"):
                    assert ida.post(f"{table}move/", {"do": do}).status_code == 200
            yield [here, there]


def open_room(address: str, people: tuple[Person, Person], options: dict[str, object]) -> str:
    host, guest = people
    table = host.post(address, {"player_count": 2, "bot_count": 0, **options}).headers["Location"]
    assert guest.post(f"{table}join/", {}).status_code == 302
    return table


@contextmanager
def lines_at(table: str, server: SiteServer, *people: Person) -> Iterator[list[Line]]:
    with ExitStack() as lines:
        yield [lines.enter_context(Line(person, table, url=server.url)) for person in people]


def press(line: Line, do: str, *, to: str) -> str:
    return line.move({"do": do}, key=uuid.uuid4().hex, to=to)


@pytest.mark.parametrize("end", ENDS)
def test_a_socket_closes_when_its_person_is_signed_out_at_the_other_process(
    servers: list[SiteServer], people: tuple[Person, Person], end: End
) -> None:
    number = ENDS.index(end)
    with Person(servers[THERE].url, "Eve") as eve, Person(servers[THERE].url, "Eve elsewhere") as elsewhere:
        log_in(eve, number)
        with duel_at(servers[HERE], (eve, people[1])) as duel:
            assert end(eve, elsewhere, number).status_code == 302
            assert duel.lines[0].close_code() == SIGNED_OUT
            # The table waits for nobody: the other one's socket stays.
            assert "toast" in duel.lines[1].move(duel.next_play(1), key=uuid.uuid4().hex)


@pytest.mark.parametrize("place", [HERE, THERE])
def test_the_socket_of_a_person_who_leaves_the_room_closes_and_somebody_else_takes_the_seat(
    servers: list[SiteServer], people: tuple[Person, Person], place: int
) -> None:
    ada, bea = people
    table = open_room("/cambio/new/", people, {"level": "easy"})
    with Person(servers[place].url, "Eve") as eve, lines_at(table, servers[HERE], ada, bea) as (adas, beas):
        assert ada.post(f"{servers[place].url}{table}leave/", {}).status_code == 302
        assert adas.close_code() == GONE
        assert eve.post(f"{table}join/", {}).status_code == 302
        beas.wait_for("Eve")
        assert "toast" not in press(beas, "start", to="act/"), "who came second is the host now"


@pytest.mark.parametrize("place", [HERE, THERE])
def test_who_leaves_a_room_that_can_be_watched_stays_as_a_watcher_who_cannot_move(
    servers: list[SiteServer], people: tuple[Person, Person], place: int
) -> None:
    ada, bea = people
    table = open_room("/duel/new/", people, {"turn_seconds": 900})
    with Person(servers[place].url, "Eve") as eve, lines_at(table, servers[HERE], ada, bea) as (adas, beas):
        assert ada.post(f"{servers[place].url}{table}leave/", {}).status_code == 302
        assert eve.post(f"{table}join/", {}).status_code == 302
        told = adas.wait_for("Eve")
        assert 'value="start"' not in told
        assert "You have no seat here" in press(adas, "start", to="move/")
        assert "toast" not in press(beas, "start", to="move/")
        dealt = adas.wait_for("Waiting for seat")
        assert "Play the" not in dealt, "a watcher sees no hand"
        assert "You have no seat here" in adas.move({"type": "play", "card": 1}, key=uuid.uuid4().hex)


@pytest.mark.parametrize("place", [HERE, THERE])
def test_whose_seat_a_bot_plays_is_told_at_once_and_cannot_move_until_it_is_taken_back(
    servers: list[SiteServer], people: tuple[Person, Person], place: int
) -> None:
    ada, _bea = people
    # Whatever the bot does, if it comes to that: it is Ada's turn.
    bonds = {country: {NAMES[0]: [5]} for country in STANDARD.countries}
    table = arrange(servers[HERE], replace(position(players=NAMES, bonds=bonds), turn_id=5))
    at = f"{servers[place].url}{table}act/"
    proposal = {"type": "propose", "spot": "Taxation"}
    with Line(ada, table, url=servers[HERE].url) as line:
        line.skip()
        assert ada.post(at, {"do": "hand_to_bot"}).status_code == 200
        line.wait_for('value="take_back"')
        assert "toast" in line.move(proposal, key=uuid.uuid4().hex, to="act/")
        assert ada.post(at, {"do": "take_back"}).status_code == 200
        line.wait_for('value="hand_to_bot"')
        assert "A bot plays this seat." not in line.move(proposal, key=uuid.uuid4().hex, to="act/")
