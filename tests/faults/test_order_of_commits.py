"""Moves over sockets of two processes while their person is signed out or leaves: none is committed after that is.

PostgreSQL itself notes when it commits what. Each move takes its time between its last statement and its commit.
"""

import random
import re
import time
import uuid
from collections.abc import Iterator
from itertools import cycle

import psycopg
import pytest

from tests.faults.duels import duel_at
from tests.faults.ends import End, change_password, create_members, delete_account, log_in, log_out
from tests.faults.two_processes import at_once, servers
from tests.kit.bulk import bulk
from tests.kit.lines import Line, LineIsDead
from tests.kit.people import Person
from tests.kit.postgres import PostgresServer
from tests.kit.server import Site, SiteServer

__all__ = ["servers"]

# The first test pays for a database of its own, two servers and the hashing of passwords.
pytestmark = [pytest.mark.production_only, pytest.mark.timeout(600)]
REPETITIONS = bulk(40, least=4)
MOST_MOVES = 9
"""Of one socket, within the second in which it may send ten messages."""
ENDS = (log_out, change_password, delete_account)

WATCH = """
CREATE TABLE ends (what text);

CREATE FUNCTION note_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO ends VALUES (coalesce(to_jsonb(OLD) ->> 'session_key', 'person'));
    RETURN NULL;
END $$;

CREATE TRIGGER note_end AFTER DELETE ON django_session FOR EACH ROW EXECUTE FUNCTION note_end();

CREATE TRIGGER note_end AFTER UPDATE OF password, is_active ON accounts_user
FOR EACH ROW EXECUTE FUNCTION note_end();

CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.05); RETURN NULL; END $$;
"""
SLOW_COMMIT = """
CREATE CONSTRAINT TRIGGER take_time AFTER INSERT ON {} DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION take_time();
"""
MOVES_OF_THE_SIGNED_OUT = """
SELECT pg_xact_commit_timestamp(move.xmin) > pg_xact_commit_timestamp(ends.xmin)
FROM tinygame_duelaction AS move, ends WHERE move.key LIKE %s AND ends.what = %s
"""
MOVES_OF_THE_FORMER_HOST = """
SELECT pg_xact_commit_timestamp(move.xmin) > pg_xact_commit_timestamp(departure.xmin)
FROM cambio_action AS move JOIN cambio_action AS departure USING (game_id)
WHERE game_id = %s AND departure.payload ->> 'type' = 'leave' AND move.payload ->> 'type' IN ('add_bot', 'remove_bot')
"""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with PostgresServer(settings={"track_commit_timestamp": "on"}) as postgres:
        site = Site(database_url=postgres.url)
        with psycopg.connect(postgres.url) as connection:
            connection.execute(WATCH)
            for log in (b"tinygame_duelaction", b"cambio_action"):
                connection.execute(SLOW_COMMIT.encode().replace(b"{}", log))
        create_members(site, len(ENDS) * REPETITIONS)
        yield site
        site.close()


@pytest.fixture
def database(site: Site) -> Iterator[psycopg.Connection]:
    with psycopg.connect(site.environment["DATABASE_URL"], autocommit=True) as connection:
        yield connection


def hand_over_and_take_back(line: Line, keys: str) -> None:
    """Until the socket is closed, or has said all it may."""
    buttons = cycle(("hand_to_bot", "take_back"))
    try:
        for number in range(MOST_MOVES):
            line.move({"do": next(buttons)}, key=f"{keys} {number}")
    except LineIsDead:
        return


@pytest.mark.parametrize("end", ENDS)
def test_no_move_is_committed_after_its_person_is_signed_out(
    servers: list[SiteServer], database: psycopg.Connection, end: End
) -> None:
    chance, committed = random.Random(1), 0
    for repetition in range(REPETITIONS):
        database.execute("TRUNCATE ends")
        number, name = ENDS.index(end) * REPETITIONS + repetition, uuid.uuid4().hex
        with (
            Person(servers[0].url, "Eve") as eve,
            Person(servers[0].url, "Eve elsewhere") as elsewhere,
            Person(servers[1].url, "Bea") as bea,
        ):
            log_in(eve, number)
            ended = eve.http.cookies["sessionid"] if end is log_out else "person"
            with duel_at(servers[1], (eve, bea)) as duel, Line(eve, duel.table) as here, Line(eve, duel.table) as too:

                def sign_out() -> int:
                    time.sleep(chance.uniform(0, 0.3))
                    return end(eve, elsewhere, number).status_code  # noqa: B023 - run before the next

                status, *_ended = at_once(
                    sign_out,
                    lambda: hand_over_and_take_back(duel.lines[0], f"{name} a"),  # noqa: B023 - the same
                    lambda: hand_over_and_take_back(here, f"{name} b"),  # noqa: B023 - the same
                    lambda: hand_over_and_take_back(too, f"{name} c"),  # noqa: B023 - the same
                )
                assert status == 302
                for line in (duel.lines[0], here, too):
                    with pytest.raises(LineIsDead):
                        line.move({"do": "hand_to_bot"}, key=f"{name} d")
        came_later = [row[0] for row in database.execute(MOVES_OF_THE_SIGNED_OUT, (f"{name} %", ended))]
        assert not any(came_later), came_later
        committed += len(came_later)
    assert committed > REPETITIONS, "there were moves before"


def press_what_is_offered(line: Line) -> None:
    """The host adds a bot and sends it away, until the socket is closed or has said all it may."""
    button = "add_bot:easy"
    try:
        for _number in range(MOST_MOVES):
            answer = line.move({"do": button}, key=uuid.uuid4().hex, to="act/")
            offered = re.search(r'value="(remove_bot:[^"]+)"', answer)
            button = offered.group(1) if offered else "add_bot:easy"
    except LineIsDead:
        return


def test_no_move_is_committed_after_its_person_has_left_the_seat(
    servers: list[SiteServer], database: psycopg.Connection
) -> None:
    chance, committed = random.Random(2), 0
    for _repetition in range(REPETITIONS):
        with (
            Person(servers[0].url, "Ada") as ada,
            Person(servers[1].url, "Bea") as bea,
            Person(servers[1].url, "Eve") as eve,
        ):
            opened = ada.post("/cambio/new/", {"player_count": 4, "bot_count": 0, "level": "easy"})
            table = opened.headers["Location"]
            assert bea.post(f"{table}join/", {}).status_code == 302
            with Line(ada, table) as here, Line(ada, table, url=servers[1].url) as there:

                def leave() -> int:
                    time.sleep(chance.uniform(0, 0.2))
                    return ada.post(f"{table}leave/", {}).status_code  # noqa: B023 - run before the next

                status, *_ended = at_once(
                    leave, lambda: press_what_is_offered(here), lambda: press_what_is_offered(there)
                )
                assert status == 302
                assert eve.post(f"{table}join/", {}).status_code == 302
                for line in (here, there):
                    with pytest.raises(LineIsDead):
                        line.move({"do": "start"}, key="too late", to="act/")
        game_id = table.strip("/").split("/")[-1]
        came_later = [row[0] for row in database.execute(MOVES_OF_THE_FORMER_HOST, (game_id,))]
        assert not any(came_later), came_later
        committed += len(came_later)
    assert committed > REPETITIONS, "there were moves before"
