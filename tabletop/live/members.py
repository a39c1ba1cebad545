"""What the hub of a process knows of its sockets, and how it serves many of them."""

import logging
from collections.abc import Awaitable, Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Protocol, TypeVar

from autobahn.exception import Disconnected
from django.utils.translation import override

from tabletop.live.identity import Identity
from tabletop.live.watchers import Onlooker
from tabletop.rules import Seat

by_language = attrgetter("language")

log = logging.getLogger(__name__)


class Member(Protocol):
    """A socket, or a room that hears for many of them."""

    @property
    def topic(self) -> str: ...
    @property
    def identity(self) -> Identity: ...
    @property
    def language(self) -> str: ...
    @property
    def seat(self) -> Seat | None: ...
    @property
    def onlooker(self) -> Onlooker | None: ...
    async def refresh(self, topic: str, seq: int) -> None: ...
    async def on_heartbeat(self, seq: int | None) -> None: ...
    async def sign_out(self) -> None: ...


class InLanguage(Protocol):
    @property
    def language(self) -> str: ...


Served = TypeVar("Served", bound=InLanguage)


def in_order_of_languages(sockets: Iterable[Served]) -> Iterator[Served]:
    """Yields the sockets grouped by language, with that language active: switching costs more than a cached update."""
    for language, group in groupby(sorted(sockets, key=by_language), key=by_language):
        with override(language):
            yield from group


async def safely(work: Awaitable[object]) -> None:
    """Logs a failure instead of raising: one broken socket must not keep updates from the others.

    That somebody has just gone is no failure: the socket leaves the hub by itself.
    """
    try:
        await work
    except Disconnected:
        pass
    except Exception:
        log.warning("a socket could not be served", exc_info=True)
