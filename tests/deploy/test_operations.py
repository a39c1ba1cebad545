"""docs/operations.md leads to a running site: its commands are run, and the site is used meanwhile."""

import asyncio
import random
import re
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from websockets.asyncio.client import connect

from tests.deploy.releases import COLUMN, NEW_NAME, RENAMED
from tests.deploy.sandbox import Machine, blocks, can_change_account
from tests.kit.nginx import find_nginx
from tests.kit.postgres import PostgresServer
from tests.kit.process import ComponentMissingError, skip_or_fail
from tests.kit.redis import RedisServer
from tests.notify.mail_server import MailServer, running_mail_server

pytestmark = [pytest.mark.production_only, pytest.mark.timeout(900)]
HOST = "play.example"
ORIGIN = f"https://{HOST}"
RECOVERED_SECONDS = 60
MIXED_SECONDS = 5
"""How long one server is of the new release and one of the old."""
VISIT_SECONDS = 0.7
"""Between two visits: one who asks for all files anew more often than that is limited by the proxy."""


class Site:
    """The machine of the document with its services, and a person who plays there through the proxy."""

    def __init__(self, machine: Machine, postgres: PostgresServer, redis: RedisServer, mail: MailServer) -> None:
        self.machine, self.postgres, self.redis, self.mail = machine, postgres, redis, mail
        self.blocks = blocks("docs/operations.md")
        self.table = ""
        self.http = httpx.Client(
            base_url=machine.url,
            headers={"Host": HOST, "Origin": ORIGIN, "Referer": f"{ORIGIN}/"},
            verify=False,
            timeout=30,
        )

    def close(self) -> None:
        self.http.close()

    def follow(self, title: str, *, between: Callable[[], object] = lambda: None) -> None:
        """Runs the commands under this heading; and looks around before its last block."""
        *first, last = self.blocks.pop(title)
        for block in first:
            self.machine.run(block)
        between()
        self.machine.run(last)

    def post(self, address: str, **fields: str) -> httpx.Response:
        return self.http.post(address, data=fields, headers={"X-CSRFToken": self.http.cookies["__Host-csrftoken"]})

    def sit_down(self) -> None:
        self.http.get("/account/guest/")
        assert self.post("/account/guest/", name="Ada").status_code == 302
        opened = self.post("/cambio/practice/")
        assert opened.status_code == 302, opened.text
        self.table = opened.headers["Location"]

    def assert_in_play(self) -> None:
        """The page of the table comes through the proxy with its hand, its socket speaks, and everything is ready."""
        page = self.until_answered(self.table)
        assert "Ada" in page.text
        assert (page.headers["Cache-Control"], page.headers["Permissions-Policy"][:9]) == (
            "private, no-store",
            "clipboard",
        )
        assert "max-age=31536000" in page.headers["Strict-Transport-Security"]
        assert "__Host-sessionid" in self.http.cookies
        assert asyncio.run(self._first_message())
        self._until_ready()

    def until_answered(self, address: str) -> httpx.Response:
        give_up_at = time.monotonic() + RECOVERED_SECONDS
        while True:
            # The proxy may just be starting.
            with suppress(httpx.ConnectError):
                answer = self.http.get(address)
                if answer.status_code == 200:
                    return answer
            assert time.monotonic() < give_up_at, f"{address}\n{self.machine.logs()}"
            time.sleep(0.2)

    def _until_ready(self) -> None:
        give_up_at = time.monotonic() + RECOVERED_SECONDS
        while not (ready := self.http.get("/readyz").json())["ok"]:
            assert time.monotonic() < give_up_at, f"{ready}\n{self.machine.logs()}"
            time.sleep(0.2)

    async def _first_message(self) -> str:
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        port = httpx.URL(self.machine.url).port
        address = f"wss://{HOST}{self.table}live/"
        async with connect(
            address,
            host="127.0.0.1",
            port=port,
            ssl=trusting,
            origin=ORIGIN,  # type: ignore[arg-type]
            additional_headers={"Cookie": cookies},
        ) as wire:
            return str(await asyncio.wait_for(wire.recv(), timeout=30))

    @contextmanager
    def visited_meanwhile(self) -> Iterator[None]:
        """Somebody loads the home page again and again with all its files, and is never turned away."""
        answers: list[tuple[str, int]] = []
        done = threading.Event()

        def visit() -> None:
            with httpx.Client(base_url=self.machine.url, headers={"Host": HOST}, verify=False, timeout=30) as visitor:
                while not done.wait(VISIT_SECONDS):
                    # One from each server, and each file from the one or the other.
                    pages = [get_as_browser(visitor, "/") for _server in range(2)]
                    answers.extend(("/", page.status_code) for page in pages)
                    files = sorted({file for page in pages for file in files_of(page.text)})
                    random.shuffle(files)
                    answers.extend((file, get_as_browser(visitor, file).status_code) for file in files)

        with ThreadPoolExecutor(max_workers=1) as pool:
            visitor = pool.submit(visit)
            try:
                yield
            finally:
                done.set()
            visitor.result(timeout=40)
        assert answers.count(("/", 200)) >= 6, "too few visits to prove anything"
        assert {answer for answer in answers if answer[1] != 200} == set(), self.machine.logs()


def get_as_browser(visitor: httpx.Client, address: str) -> httpx.Response:
    """A proxy that is reloaded closes lines that nobody uses: a page asked for at that moment is asked for again."""
    try:
        return visitor.get(address)
    except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
        return visitor.get(address)


def files_of(page: str) -> list[str]:
    """Style sheets, scripts and pictures that a page asks for."""
    return sorted(set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page)))


@pytest.fixture
def site() -> Iterator[Site]:
    try:
        nginx = find_nginx()
    except ComponentMissingError as missing:
        skip_or_fail(missing)
    with PostgresServer(durable=True) as postgres, RedisServer() as redis, running_mail_server() as mail:
        values = {
            "DATABASE_URL": f"postgres://tabletop:password@/tabletop?host={postgres.folder}",
            "REDIS_URL": redis.url,
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(mail.port),
        }
        machine = Machine(nginx=nginx, postgres_programs=postgres.binaries, values=values)
        machine.environment |= {"PGHOST": str(postgres.folder), "PGUSER": "postgres"}
        try:
            with closing(Site(machine, postgres, redis, mail)) as site:
                yield site
        finally:
            machine.close()


def test_the_document_leads_from_a_bare_machine_to_a_site_and_through_its_life(site: Site) -> None:
    machine = site.machine
    machine.pack_release(1)
    machine.pack_release(2)
    for title in ("Role and database", "Code and environment", "Units", "Proxy"):
        site.follow(title)
    assert set(machine.pids()) == {"tabletop@1", "tabletop@2", "tabletop-clock", "nginx"}
    _assert_account_is_confined(site)
    site.sit_down()
    site.assert_in_play()
    _staff_and_mail(site)
    counts = httpx.get(f"http://127.0.0.1:{machine.clock_port}/metrics", timeout=30).text
    assert "tabletop_clock_running 1.0" in counts.splitlines()
    site.follow("Backups")
    site.assert_in_play()
    opened_before = files_of(site.until_answered("/").text)
    with site.visited_meanwhile():
        site.follow("Updating", between=lambda: time.sleep(MIXED_SECONDS))
    _assert_served_from(site, "releases/2")
    site.assert_in_play()
    _assert_files(site, opened_before, name=NEW_NAME)
    with site.visited_meanwhile():
        site.follow("Rolling back")
    _assert_served_from(site, "releases/1")
    site.assert_in_play()
    _assert_files(site, opened_before, name=RENAMED)
    # The old code writes rows that have a column which it does not know.
    assert COLUMN in _columns_of_people(site)
    site.http.cookies.clear()
    site.sit_down()
    site.assert_in_play()
    site.follow("Known holes")
    assert site.blocks == {}, "commands that no test runs"
    _restart_services(site)


def _assert_account_is_confined(site: Site) -> None:
    """The account of the site writes its data, and none of what root runs."""
    if not can_change_account():
        return
    for unit, pid in site.machine.pids().items():
        if unit != "nginx":
            assert Path(f"/proc/{pid}").stat().st_uid != 0, unit
    for place in ("/srv/tabletop/x", "/srv/tabletop/releases/1/x", "/srv/tabletop/releases/1/manage.py"):
        site.machine.run(f"! runuser -u tabletop -- touch {place}\n")
    site.machine.run("! runuser -u tabletop -- ln -sfn /srv/tabletop/var /srv/tabletop/current\n")
    site.machine.run("runuser -u tabletop -- touch /srv/tabletop/var/x /srv/tabletop/backups/x\n")


def _staff_and_mail(site: Site) -> None:
    site.follow("The first member of staff")
    site.follow("Mail")
    assert [mail["To"] for mail in site.mail.taken] == ["staff@play.example"]
    with httpx.Client(base_url=site.machine.url, headers=site.http.headers, verify=False, timeout=30) as staff:
        staff.get("/account/login/")
        sent = {"login": "staff@play.example", "password": site.machine.environment["DJANGO_SUPERUSER_PASSWORD"]}
        sent["csrfmiddlewaretoken"] = staff.cookies["__Host-csrftoken"]
        assert staff.post("/account/login/?next=/admin/", data=sent).headers["Location"] == "/admin/"
        assert staff.get("/admin/", follow_redirects=True).url.path == "/account/second-factor/"


def _assert_served_from(site: Site, release: str) -> None:
    for unit, pid in site.machine.pids().items():
        if unit != "nginx":
            assert str(Path(f"/proc/{pid}/cwd").readlink()).endswith(release), unit


def _assert_files(site: Site, opened_before: list[str], *, name: str) -> None:
    """A page asks for the files of its own release, and one that was opened before has its own still."""
    asked = files_of(site.until_answered("/").text)
    assert [file for file in asked if f"/{name.removesuffix('.css')}." in file], asked
    missing = [file for file in (*asked, *opened_before) if site.http.get(file).status_code != 200]
    assert not missing


def _columns_of_people(site: Site) -> set[str]:
    with psycopg.connect(f"postgresql://postgres@/tabletop?host={site.postgres.folder}") as connection:
        asked = "SELECT column_name FROM information_schema.columns WHERE table_name = 'accounts_user'"
        return {name for (name,) in connection.execute(asked)}


def _restart_services(site: Site) -> None:
    """Servers and clock are restarted by the commands of the document."""
    before = site.machine.pids()["nginx"]
    site.machine.systemctl("restart", "nginx")
    assert site.machine.pids()["nginx"] != before
    site.assert_in_play()
    for service in (site.redis, site.postgres):
        service.restart()
        site.assert_in_play()
    _wait_for_processes(site)
    assert not re.findall(r'"level": "critical"', site.machine.logs())


def _wait_for_processes(site: Site) -> None:
    """Servers and clock are back at the database, each under its own name."""
    give_up_at = time.monotonic() + RECOVERED_SECONDS
    names: set[str] = set()
    with psycopg.connect(f"postgresql://postgres@/tabletop?host={site.postgres.folder}", autocommit=True) as connection:
        while not {"tabletop serve", "tabletop clock"} <= names:
            assert time.monotonic() < give_up_at, names
            time.sleep(0.2)
            asked = "SELECT DISTINCT application_name FROM pg_stat_activity WHERE usename = 'tabletop'"
            names = {name for (name,) in connection.execute(asked)}
