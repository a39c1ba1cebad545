"""Rate limits: fixed windows counted in Django's cache, per process in memory or shared through Redis.

While Redis does not answer, every process counts for itself: a limit is then as many times as large as there are
processes, but it holds.
"""

import hashlib
import ipaddress
import logging
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from tabletop.error_codes import Text

MARK_LENGTH = 32
WARNING_SECONDS = 60

own_counts = LocMemCache("limits", {"OPTIONS": {"MAX_ENTRIES": 100_000}})
"""Of this process, while the shared ones cannot be reached; some make room for new ones."""

log = logging.getLogger(__name__)


class TooMany(Exception):
    """The limit is reached; a new window begins in `retry_after` seconds."""

    def __init__(self, retry_after: int, *, limit: "Limit | None" = None) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after
        self.limit = limit


@dataclass(frozen=True, kw_only=True)
class Limit:
    name: str
    times: int
    seconds: int
    sentence: Text = ""
    """What those are told who have reached it, with `times` and `wait`; without one, that they were quick."""

    def count_client(self, request: HttpRequest) -> None:
        self.count(client_network(request))

    def give_back(self, request: HttpRequest) -> None:
        """Takes a try off the count again: for tries that count only when they fail.

        They are counted first all the same, so that many at once are no more than many one after another.
        """
        self.count(client_network(request), tries=-1)

    def count(self, who: str, *, tries: int = 1) -> None:
        """Counts a try; raises TooMany if the window already had `times` tries."""
        window, elapsed = divmod(int(time.time()), self.seconds)
        # Hashed: `who` may be any text of any length, and the cache must hold no e-mail address.
        key = f"limit:{self.name}:{hashlib.sha256(who.encode()).hexdigest()}:{window}"
        try:
            counted = self._count_in(cache, key, tries)
        except Exception as error:
            # Every cache backend raises its own errors.
            _warning.tell(error)
            counted = self._count_in(own_counts, cache.make_key(key), tries)
        if counted > self.times and tries > 0:
            raise TooMany(retry_after=self.seconds - elapsed, limit=self)

    def _count_in(self, counts: BaseCache, key: str, tries: int) -> int:
        counts.add(key, 0, timeout=self.seconds)
        return int(counts.incr(key, tries))


@dataclass
class _Warning:
    """One line a minute: any visitor can make the site count."""

    told_at: float = -math.inf

    def tell(self, error: Exception) -> None:
        # Clocks may be set back.
        if abs(time.time() - self.told_at) > WARNING_SECONDS:
            self.told_at = time.time()
            log.warning("the cache does not answer: limits are counted by each process alone (%s)", error)


_warning = _Warning()


def client_address(request: HttpRequest) -> str:
    return visitor_address(request.headers.get("X-Forwarded-For", ""), str(request.META.get("REMOTE_ADDR", "")))


def scope_address(scope: Mapping[str, Any]) -> str:
    """The same for what has not come to Django: a socket, or a request that is asked to wait."""
    forwarded = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for")
    return visitor_address(forwarded.decode("latin-1"), str((scope.get("client") or [""])[0]))


def visitor_address(forwarded: str, peer: str) -> str:
    """Of the visitor, where the `peer` may be the proxy."""
    # The proxy appends the address it saw; the client wrote what stands before.
    seen_by_proxy = forwarded.rpartition(",")[2].strip() if settings.BEHIND_PROXY else ""
    return seen_by_proxy or peer


def client_mark(request: HttpRequest) -> str:
    """The visitor's network, keyed and hashed: rows can be counted by it, and nobody can read an address off it."""
    return salted_hmac("tabletop.network", client_network(request), algorithm="sha256").hexdigest()[:MARK_LENGTH]


def client_network(request: HttpRequest) -> str:
    return network_of(client_address(request))


def network_of(text: str) -> str:
    """The network counted as one visitor: an IPv4 address, or the IPv6 /64 of a household."""
    address = read_address(text)
    if address is None:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))


def read_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address as a visitor's machine has it; None for a text that is none."""
    # Some proxies append the port, which differs for every connection.
    if text.count(":") == 1 or "]:" in text:
        text = text.rpartition(":")[0].strip("[]")
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
