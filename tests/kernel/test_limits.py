from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.test import RequestFactory

from tabletop import limits
from tabletop.limits import Limit, TooMany, client_address, client_network

pytestmark = pytest.mark.both_shapes

THREE_A_MINUTE = Limit(name="test", times=3, seconds=60)
START_OF_A_MINUTE = 1_800_000_000


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(START_OF_A_MINUTE + 10, tick=False) as clock:
        yield clock


def use_up(limit: Limit, who: str) -> None:
    for _ in range(limit.times):
        limit.count(who)


def test_the_try_after_the_last_allowed_one_is_refused(clock: time_machine.Traveller) -> None:
    use_up(THREE_A_MINUTE, "ada")
    with pytest.raises(TooMany):
        THREE_A_MINUTE.count("ada")


def test_a_refusal_says_how_many_seconds_are_left_of_the_window(clock: time_machine.Traveller) -> None:
    use_up(THREE_A_MINUTE, "ada")
    with pytest.raises(TooMany) as refusal:
        THREE_A_MINUTE.count("ada")
    assert refusal.value.retry_after == 50


def test_after_the_time_that_was_named_the_next_try_is_allowed(clock: time_machine.Traveller) -> None:
    use_up(THREE_A_MINUTE, "ada")
    with pytest.raises(TooMany) as refusal:
        THREE_A_MINUTE.count("ada")
    clock.shift(refusal.value.retry_after)
    THREE_A_MINUTE.count("ada")


def test_people_and_limits_are_counted_apart(clock: time_machine.Traveller) -> None:
    use_up(THREE_A_MINUTE, "ada")
    THREE_A_MINUTE.count("teo")
    Limit(name="other", times=1, seconds=60).count("ada")


def test_any_text_can_be_counted(clock: time_machine.Traveller) -> None:
    for who in ("", "with space\n", "ünïcödé", "x" * 100_000):
        use_up(THREE_A_MINUTE, who)
        with pytest.raises(TooMany):
            THREE_A_MINUTE.count(who)


def test_without_the_cache_each_process_counts_and_the_log_says_so_once_a_minute(
    settings: Any, caplog: pytest.LogCaptureFixture, clock: time_machine.Traveller
) -> None:
    gone = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": {**settings.CACHES["default"], **gone}}
    use_up(THREE_A_MINUTE, "ada")
    with pytest.raises(TooMany):
        THREE_A_MINUTE.count("ada")
    THREE_A_MINUTE.count("teo")
    THREE_A_MINUTE.count("teo", tries=-1)
    use_up(THREE_A_MINUTE, "teo")
    clock.shift(61)
    THREE_A_MINUTE.count("ada")
    told = [record for record in caplog.records if "limits are counted by each process alone" in record.message]
    assert [(record.levelname, record.exc_info) for record in told] == [("WARNING", None)] * 2


def test_counts_of_one_process_are_no_more_than_it_can_hold(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1"}
    }
    monkeypatch.setattr(limits.own_counts, "_max_entries", 30)
    for number in range(100):
        THREE_A_MINUTE.count(f"stranger {number}")
    assert len(vars(limits.own_counts)["_cache"]) <= 30


def test_the_address_is_the_one_of_the_connection(settings: Any, rf: RequestFactory) -> None:
    settings.BEHIND_PROXY = False
    request = rf.get("/", REMOTE_ADDR="192.0.2.7", headers={"X-Forwarded-For": "198.51.100.1"})
    assert client_address(request) == "192.0.2.7"


def test_behind_a_proxy_the_address_is_the_one_the_proxy_has_added(settings: Any, rf: RequestFactory) -> None:
    settings.BEHIND_PROXY = True
    forged = rf.get("/", REMOTE_ADDR="10.0.0.1", headers={"X-Forwarded-For": "1.2.3.4, 198.51.100.1"})
    assert client_address(forged) == "198.51.100.1"
    assert client_address(rf.get("/", REMOTE_ADDR="10.0.0.1")) == "10.0.0.1"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:51234", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("[2001:db8:1:2:aaaa::1]:51234", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_a_visitor_is_an_ipv4_address_or_an_ipv6_household(address: str, network: str, rf: RequestFactory) -> None:
    assert client_network(rf.get("/", REMOTE_ADDR=address)) == network


def test_a_try_that_is_given_back_counts_no_more(clock: time_machine.Traveller, rf: RequestFactory) -> None:
    request = rf.get("/", REMOTE_ADDR="192.0.2.77")
    for _number in range(2 * THREE_A_MINUTE.times):
        THREE_A_MINUTE.count_client(request)
        THREE_A_MINUTE.give_back(request)
    for _number in range(THREE_A_MINUTE.times):
        THREE_A_MINUTE.count_client(request)
    with pytest.raises(TooMany):
        THREE_A_MINUTE.count_client(request)


def test_a_count_is_kept_no_longer_than_its_window(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: dict[str, int | None] = {}

    def add(key: str, value: int, timeout: int | None) -> None:
        kept[key] = timeout

    monkeypatch.setattr(limits, "cache", SimpleNamespace(add=add, incr=lambda key, tries: tries))
    THREE_A_MINUTE.count("ada")
    assert list(kept.values()) == [60]
