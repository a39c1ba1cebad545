"""How often somebody may try something: fixed windows, counted in Django's cache.

One process counts in its own memory; with Redis all processes share the count.
"""

import hashlib
import ipaddress
import logging
import time
from dataclasses import dataclass

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

logger = logging.getLogger(__name__)


class TooMany(Exception):
    """The limit is reached; `retry_after` is the number of seconds until the next try counts afresh."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


@dataclass(frozen=True, kw_only=True)
class Limit:
    name: str
    times: int
    seconds: int

    def count(self, who: str) -> None:
        """Counts one more try of `who`; raises TooMany if this window already had as many as allowed."""
        self._count(who, tries=1)

    def count_client(self, request: HttpRequest) -> None:
        self.count(client_network(request))

    def check_client(self, request: HttpRequest) -> None:
        """Raises TooMany if no try is left, without counting one: for tries that count only when they fail."""
        self._count(client_network(request), tries=0)

    def _count(self, who: str, *, tries: int) -> None:
        window, elapsed = divmod(int(time.time()), self.seconds)
        # Hashed: the key may hold any text of any length, and no e-mail address lies about in the cache.
        key = f"limit:{self.name}:{hashlib.sha256(who.encode()).hexdigest()}:{window}"
        try:
            cache.add(key, 0, timeout=self.seconds)
            counted = cache.incr(key, tries)
        except Exception:
            # Each cache raises errors of its own. Without it nobody is counted, but everybody can still play.
            logger.exception("The cache does not answer: limit %s is not counted", self.name)
            return
        if counted > self.times or (counted == self.times and not tries):
            raise TooMany(retry_after=self.seconds - elapsed)


def client_address(request: HttpRequest) -> str:
    if settings.BEHIND_PROXY:
        # The proxy appends the address it saw; whatever stands before it was written by the client.
        forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        if forwarded:
            return forwarded
    return str(request.META.get("REMOTE_ADDR", ""))


def client_network(request: HttpRequest) -> str:
    """What is counted as one visitor: an IPv4 address, or the /64 a household gets of IPv6."""
    text = client_address(request)
    # Some proxies append the port, which is another one for every connection.
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
