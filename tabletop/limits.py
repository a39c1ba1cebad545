"""Rate limits: fixed windows counted in Django's cache, per process in memory or shared through Redis."""

import hashlib
import ipaddress
import logging
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

log = logging.getLogger(__name__)


class TooMany(Exception):
    """The limit is reached; a new window begins in `retry_after` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


@dataclass(frozen=True, kw_only=True)
class Limit:
    name: str
    times: int
    seconds: int

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
            cache.add(key, 0, timeout=self.seconds)
            counted = cache.incr(key, tries)
        except Exception:
            # Every cache backend raises its own errors. Play goes on without limits.
            log.exception("the cache does not answer: limit %s is not counted", self.name)
            return
        if counted > self.times and tries > 0:
            raise TooMany(retry_after=self.seconds - elapsed)


def client_address(request: HttpRequest) -> str:
    if settings.BEHIND_PROXY:
        # The proxy appends the address it saw; the client wrote what stands before.
        forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        if forwarded:
            return forwarded
    return str(request.META.get("REMOTE_ADDR", ""))


def client_network(request: HttpRequest) -> str:
    """The network counted as one visitor: an IPv4 address, or the IPv6 /64 of a household."""
    text = client_address(request)
    # Some proxies append the port, which differs for every connection.
    if text.count(":") == 1 or "]:" in text:
        text = text.rpartition(":")[0].strip("[]")
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(address), 64), strict=False))
