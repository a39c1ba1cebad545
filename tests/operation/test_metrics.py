"""`/metrics`: what is counted, who may read it, and what it never tells."""

import re
import time
import timeit
import uuid
from ipaddress import ip_network
from threading import Thread

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client, override_settings
from pytest_django import DjangoAssertNumQueries, Settings

from tabletop.accounts.models import User
from tabletop.models import Deadline
from tabletop.notify.models import Notice
from tabletop.operation import gauges
from tabletop.operation.counts import COMMIT, LOAD, MOST_VALUES, OTHER, RULES, SAVE, STAGES, MoveWatch, count_refusal
from tabletop.rules import RuleViolation
from tests.kernel.conftest import any_move, duel, game_of, people
from tests.kit.clients import client_of
from tests.operation.told import Told
from tests.tinygame import services
from tests.tinygame.models import DuelGame

__all__ = ["duel", "people"]  # fixtures

pytestmark = pytest.mark.django_db
LABELS = {"game", "kind", "code", "stage", "status", "page", "phase", "room", "le", "state"}


@pytest.fixture(autouse=True)
def _read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gauges, "READ_SECONDS", 0.0)


def told(**extra: str) -> Told:
    answer = Client().get("/metrics", **extra)  # type: ignore[arg-type] # variables of the environment
    assert answer.status_code == 200
    return Told(answer.content.decode())


@pytest.mark.django_db(transaction=True)
def test_a_move_is_counted_by_game_and_kind_and_timed_in_its_stages(duel: DuelGame) -> None:
    before = told()
    services.move(game_id=duel.pk, seat=0, action=any_move(game_of(duel)))
    after = told()
    counted = {"game": "duel", "kind": "play"}
    assert after.value("tabletop_moves_total", **counted) == before.value("tabletop_moves_total", **counted) + 1
    seconds = {}
    for stage in STAGES:
        labels = {"game": "duel", "stage": stage}
        count = "tabletop_move_seconds_count"
        assert after.value(count, **labels) == before.value(count, **labels) + 1
        seconds[stage] = after.value("tabletop_move_seconds_sum", **labels) - before.value(
            "tabletop_move_seconds_sum", **labels
        )
    assert all(spent > 0 for spent in seconds.values())
    assert seconds.pop("whole") == pytest.approx(sum(seconds.values()))


def test_a_move_that_is_rolled_back_is_not_counted(duel: DuelGame) -> None:
    """The transaction of this test is never committed."""
    before = told()
    services.move(game_id=duel.pk, seat=0, action=any_move(game_of(duel)))
    counted = {"game": "duel", "kind": "play"}
    assert told().value("tabletop_moves_total", **counted) == before.value("tabletop_moves_total", **counted)


def test_refusals_are_counted_by_game_and_code(duel: DuelGame) -> None:
    before = told()
    with pytest.raises(RuleViolation):
        services.move(game_id=duel.pk, seat=1, action=any_move(game_of(duel)))
    stranger = User.objects.create(display_name="Eve", is_guest=True)
    with pytest.raises(PermissionDenied):
        services.tables.act(game_id=duel.pk, person=stranger, action=any_move(game_of(duel)))
    after = told()
    for code in ("not_your_turn", "not_allowed"):
        labels = {"game": "duel", "code": code}
        name = "tabletop_refusals_total"
        assert after.value(name, **labels) == before.value(name, **labels) + 1


def test_a_label_has_a_bounded_number_of_values() -> None:
    for number in range(MOST_VALUES + 10):
        count_refusal("flood", f"code-{number}")
    after = told()
    codes = {dict(labels)["code"] for name, labels in after.samples if ("game", "flood") in labels}
    assert len(codes) == MOST_VALUES + 1
    assert after.value("tabletop_refusals_total", game="flood", code=OTHER) == 10


def test_answers_are_counted_by_game_and_status(duel: DuelGame, people: list[User]) -> None:
    before, client = told(), client_of(people[0])
    client.get(f"/duel/{duel.pk}/")
    client.get(f"/duel/{uuid.uuid4()}/")
    client.get("/nowhere/")
    after = told()
    for game, status in (("duel", "200"), ("duel", "404"), ("", "404")):
        labels = {"game": game, "status": status}
        name = "tabletop_requests_total"
        assert after.value(name, **labels) == before.value(name, **labels) + 1, labels


def test_parts_are_counted_as_they_are_taken_from_the_cache(duel: DuelGame, people: list[User]) -> None:
    client = client_of(people[0])
    client.get(f"/duel/{duel.pk}/")
    before = told()
    client_of(people[0]).get(f"/duel/{duel.pk}/?again")
    after = told()
    assert after.value("tabletop_part_cache_bytes") > 0
    assert after.value("tabletop_part_cache_misses_total") > 0
    asked = [
        at.value("tabletop_part_cache_hits_total") + at.value("tabletop_part_cache_misses_total")
        for at in (before, after)
    ]
    assert asked[1] > asked[0]


def test_an_unhandled_exception_is_counted(duel: DuelGame, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    before = told()
    monkeypatch.setattr("tests.tinygame.rules.view", lambda *args, **kwargs: 1 / 0)
    assert client_of(people[0], raise_request_exception=False).get(f"/duel/{duel.pk}/").status_code == 500
    assert (
        told().value("tabletop_errors_total", room="requests")
        == before.value("tabletop_errors_total", room="requests") + 1
    )


def test_tables_deadlines_and_mails_are_told_from_the_database(duel: DuelGame) -> None:
    before = told()
    now = time.time()
    for late in (60.0, 1.0):
        Deadline.set(game_slug="duel", game_id=uuid.uuid4(), task="settle", due_at=now - late)
    Notice.objects.create(task="a mail", address="a@b.example", subject="s", body="b")
    after = told()
    assert after.value("tabletop_deadlines_late") == before.value("tabletop_deadlines_late") + 1
    assert after.value("tabletop_mails_waiting") == before.value("tabletop_mails_waiting") + 1
    with override_settings(MAIL_AVAILABLE=False):
        assert told().value("tabletop_mails_waiting") == 0, "nobody waits for what cannot be sent"
    tables = {phase: after.value("tabletop_tables", game="duel", phase=phase) for phase in gauges.PHASES}
    assert tables == {"waiting": 0, "playing": 1, "over": 0, "abandoned": 0}
    DuelGame.objects.update(abandoned=True)
    tables = {phase: told().value("tabletop_tables", game="duel", phase=phase) for phase in gauges.PHASES}
    assert tables == {"waiting": 0, "playing": 0, "over": 0, "abandoned": 1}


def test_the_database_is_asked_at_most_every_15_seconds(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    told()
    monkeypatch.undo()
    assert gauges.READ_SECONDS == 15
    with django_assert_num_queries(0):
        assert told().value("tabletop_database_up") == 1


def test_without_a_database_the_counts_of_the_process_are_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Deadline, "objects", None)
    after = told()
    assert after.value("tabletop_database_up") == 0
    assert not [name for name, _labels in after.samples if name == "tabletop_tables"]
    assert "tabletop_moves" in {family.name for family in after.families}


@pytest.mark.parametrize(
    ("address", "status"), [("127.0.0.1", 200), ("127.9.9.9", 200), ("::1", 200), ("10.0.0.7", 404), ("", 404)]
)
def test_by_default_only_this_machine_reads_the_counts(address: str, status: int) -> None:
    answer = Client().get("/metrics", REMOTE_ADDR=address)
    assert answer.status_code == status
    if status == 404:
        assert answer.content == b""
        assert "tabletop" not in str(answer.headers)


def test_configured_addresses_and_networks_may_read(settings: Settings) -> None:
    settings.METRICS_ADDRESSES = [ip_network("10.1.0.0/16"), ip_network("2001:db8::5")]
    answers = {
        address: Client().get("/metrics", REMOTE_ADDR=address).status_code
        for address in ("10.1.2.3", "::ffff:10.1.2.3", "2001:db8::5", "10.2.0.1", "127.0.0.1")
    }
    assert answers == {"10.1.2.3": 200, "::ffff:10.1.2.3": 200, "2001:db8::5": 200, "10.2.0.1": 404, "127.0.0.1": 404}


def test_behind_a_proxy_the_visitors_address_counts(settings: Settings) -> None:
    settings.BEHIND_PROXY = True
    status = {
        forwarded: Client().get("/metrics", headers={"X-Forwarded-For": forwarded}).status_code
        for forwarded in ("203.0.113.9", "127.0.0.1, 203.0.113.9", "203.0.113.9, 127.0.0.1", "garbage")
    }
    assert status == {"203.0.113.9": 404, "127.0.0.1, 203.0.113.9": 404, "203.0.113.9, 127.0.0.1": 200, "garbage": 404}


def test_prometheus_asks_by_address_and_without_tls(settings: Settings) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["tabletop.example"], True
    assert Client().get("/metrics", headers={"Host": "10.0.0.7:8001"}).status_code == 200
    assert Client().post("/metrics").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_no_id_no_name_no_code_and_nothing_hidden_is_told(duel: DuelGame, people: list[User]) -> None:
    client = client_of(people[0])
    client.get(f"/duel/{duel.pk}/")
    client.get(f"/duel/{duel.pk}/secret-{duel.pk}/?token=secret")
    client.generic("SECRET", "/secret/")
    for seat in (0, 1):
        services.move(game_id=duel.pk, seat=seat, action=any_move(game_of(duel)))
    with pytest.raises(RuleViolation):
        services.move(game_id=duel.pk, seat=1, action={"type": "secret", "card": 7})
    text = told().text
    assert "tabletop_moves_total" in text
    for secret in (str(duel.pk), duel.room_code, "Juno", "Mara", "secret", "SECRET"):
        assert secret not in text
    labels = [label for _name, labels in Told(text).samples for label in labels]
    assert {name for name, _value in labels} <= LABELS
    assert [value for _name, value in labels if not re.fullmatch(r"[a-z_]*|\d{3}|[\d.]+|\+Inf|code-\d+", value)] == []


def test_a_move_pays_less_than_25_microseconds_for_being_counted() -> None:
    def a_move() -> None:
        watch = MoveWatch("duel")
        for stage in (LOAD, RULES, SAVE, COMMIT):
            watch.mark(stage)
        watch.count("play")

    assert min(timeit.repeat(a_move, timer=time.thread_time, number=1000, repeat=7)) / 1000 < 25e-6


def test_threads_lose_no_count() -> None:
    labels = {"game": "threads", "code": "too_many"}
    before = told().value("tabletop_refusals_total", **labels)

    def count() -> None:
        for _time in range(2000):
            count_refusal("threads", "too_many")

    threads = [Thread(target=count) for _number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told().value("tabletop_refusals_total", **labels) == before + 16_000
