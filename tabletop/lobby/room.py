"""The open home pages of one language: what they show alike is read, assembled and sent once for all of them."""

import asyncio
import logging
import time
from typing import Protocol
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.utils.translation import override

from tabletop.accounts.models import User
from tabletop.live.announce import LOBBY
from tabletop.live.frames import WireMessage
from tabletop.live.hub import get_hub
from tabletop.live.identity import Identity
from tabletop.live.members import safely
from tabletop.lobby import pace
from tabletop.lobby.open_list import Listing, open_list
from tabletop.lobby.queries import marks_of

log = logging.getLogger(__name__)
PAGES_AT_ONCE = 200
"""Sent to before moves at tables get their turn: takes a few milliseconds."""


class HomePage(Protocol):
    """The socket of a home page."""

    listing: Listing | None
    """The open tables that the page shows; None if nobody knows."""
    person: User | None

    async def check_own(self, mark: str) -> None:
        """Sends what is new of the person's own tables, if this mark of theirs is another than the last one, or if a
        seat that is kept for the person has run out.
        """

    async def send_message(self, message: WireMessage) -> None: ...


class Room:
    """Hears of the open tables for all pages of one language, as one member of the hub without a person."""

    topic = LOBBY
    identity = Identity()
    seat = onlooker = None

    def __init__(self, language: str) -> None:
        self.language = language
        self.pages: set[HomePage] = set()
        self.lock = asyncio.Lock()
        """Held while open tables are read and sent: an earlier list must not overtake a later one."""
        self.pace = pace.Pace(self.send_news)
        with override(language):
            self._list = open_list()

    def enter(self, page: HomePage) -> None:
        if not self.pages:
            get_hub().join(self, (LOBBY,))
        self.pages.add(page)

    def leave(self, page: HomePage) -> None:
        """Leaving again changes nothing."""
        if page not in self.pages:
            return
        self.pages.remove(page)
        if not self.pages:
            self.pace.stop()
            get_hub().leave(self, (LOBBY,))

    async def refresh(self, topic: str, seq: int) -> None:
        self.pace.ring()

    async def on_heartbeat(self, seq: int | None) -> None:
        await self.send_news(as_of=time.monotonic() - pace.PAUSE_SECONDS, beat=True)
        await self._check_own_tables()

    async def _check_own_tables(self) -> None:
        """For all pages at once: those whose doorbell was lost or has just rung, or whose kept seat has run out, read
        their tables, and no others.
        """
        people = {page.person.pk for page in self.pages if page.person is not None}
        marks = await database_sync_to_async(marks_of)(people) if people else {}
        for page in tuple(self.pages):
            if page.person is not None and page.person.pk in marks:
                await safely(page.check_own(marks[page.person.pk]))

    async def sign_out(self) -> None:
        raise NotImplementedError("a room has no session")

    async def read(self, *, as_of: float = float("-inf")) -> Listing:
        return self._list.kept(as_of=as_of) or await database_sync_to_async(self._read)(as_of)

    def _read(self, as_of: float) -> Listing:
        with override(self.language):
            return self._list.read(as_of=as_of)

    async def send_news(self, *, as_of: float = float("-inf"), beat: bool = False) -> None:
        """Sends each page what has changed since it was sent something; `beat` tells the others that nothing has."""
        async with self.lock:
            listing = await self.read(as_of=as_of)
            with override(self.language):
                updates: dict[Listing | None, WireMessage | None] = {
                    listing: WireMessage(listing.heartbeat) if beat else None
                }
                for number, page in enumerate(tuple(self.pages), start=1):
                    shown = page.listing
                    if shown not in updates:
                        updates[shown] = WireMessage(listing.update_from(shown))
                    message = updates[shown]
                    if message is not None and page in self.pages:
                        await self._send(page, listing, message)
                    if number % PAGES_AT_ONCE == 0:
                        await asyncio.sleep(0)

    @staticmethod
    async def _send(page: HomePage, listing: Listing, message: WireMessage) -> None:
        try:
            await page.send_message(message)
            page.listing = listing
        except Exception:
            # What failed may have arrived or not: the next time it gets the whole list.
            page.listing = None
            log.warning("a home page could not be served", exc_info=True)


_rooms: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Room]] = WeakKeyDictionary()


def room_of(language: str) -> Room:
    """The room of the running event loop: a server process has one loop, a test run has one per test."""
    rooms = _rooms.setdefault(asyncio.get_running_loop(), {})
    if language not in rooms:
        rooms[language] = Room(language)
    return rooms[language]
