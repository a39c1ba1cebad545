"""docs/operations.md leads to a running site: its commands are run, and the site is used meanwhile."""

import re
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.deploy.releases import COLUMN, NEW_NAME, RENAMED
from tests.deploy.sandbox import Machine, can_change_account
from tests.deploy.site import RECOVERED_SECONDS, Site, files_of
from tests.deploy.through_the_proxy import assert_proxy_keeps_its_promises
from tests.deploy.visitors import visited_meanwhile
from tests.kit.nginx import find_nginx
from tests.kit.postgres import PostgresServer
from tests.kit.process import ComponentMissingError, skip_or_fail
from tests.kit.redis import RedisServer
from tests.notify.mail_server import running_mail_server

pytestmark = [pytest.mark.production_only, pytest.mark.timeout(900)]
MIXED_SECONDS = 5
"""How long one server is of the new release and one of the old."""


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
    assert_proxy_keeps_its_promises(site)
    site.sit_down()
    site.assert_in_play()
    _staff_and_mail(site)
    counts = httpx.get(f"http://127.0.0.1:{machine.clock_port}/metrics", timeout=30).text
    assert "tabletop_clock_running 1.0" in counts.splitlines()
    site.follow("Backups")
    site.assert_in_play()
    opened_before = files_of(site.until_answered("/").text)
    with visited_meanwhile(site):
        site.follow("Updating", between=lambda: time.sleep(MIXED_SECONDS))
    _assert_served_from(site, "releases/2")
    site.assert_in_play()
    _assert_files(site, opened_before, name=NEW_NAME)
    with visited_meanwhile(site):
        site.follow("Rolling back")
    _assert_served_from(site, "releases/1")
    site.assert_in_play()
    _assert_files(site, opened_before, name=RENAMED)
    # The old code writes rows that have a column which it does not know.
    assert COLUMN in _columns_of_people(site)
    site.http.cookies.clear()
    site.sit_down()
    site.assert_in_play()
    site.machine.run("runuser -u tabletop -- /srv/tabletop/current/deploy/manage verify_cambio\n")
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
    with psycopg.connect(site.database_url) as connection:
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
    assert not re.findall(r'"level": "critical"', site.machine.logs(last=0))


def _wait_for_processes(site: Site) -> None:
    """Servers and clock are back at the database, each under its own name."""
    give_up_at = time.monotonic() + RECOVERED_SECONDS
    names: set[str] = set()
    with psycopg.connect(site.database_url, autocommit=True) as connection:
        while not {"tabletop serve", "tabletop clock"} <= names:
            assert time.monotonic() < give_up_at, names
            time.sleep(0.2)
            asked = "SELECT DISTINCT application_name FROM pg_stat_activity WHERE usename = 'tabletop'"
            names = {name for (name,) in connection.execute(asked)}
