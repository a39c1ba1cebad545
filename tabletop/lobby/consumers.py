"""The socket of the home page."""

import asyncio
from math import inf

from channels.db import database_sync_to_async

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.live.consumers import LiveConsumer, shown_by_page
from tabletop.live.parts import Contexts
from tabletop.lobby.open_list import Listing
from tabletop.lobby.own_parts import kept_until, own_contexts
from tabletop.lobby.pace import Pace
from tabletop.lobby.parts import Digests, changed_since, digests_of, join_digests, render_own
from tabletop.lobby.room import room_of

HOME = "home"
"""The topic of all home pages. It never rings: the room hears of the open tables for them."""


class LobbyConsumer(LiveConsumer):
    """Sends a person's own tables; the open tables, all that a stranger gets, are sent by the room."""

    kind = "home"
    topic = HOME

    async def admit(self) -> bool:
        self.person: User | None = self.scope["user"] if self.scope["user"].is_authenticated else None
        self.more_topics = (own_topic(self.person),) if self.person else ()
        self.room = room_of(self.language)
        self.listing: Listing | None = None
        self.own_shown: Digests = {}
        self.own_pace = Pace(self._send_own_news)
        self.own_lock = asyncio.Lock()
        self.own_mark = ""
        self.own_until = inf
        return True

    async def on_open(self) -> None:
        self.room.enter(self)

    async def on_close(self) -> None:
        self.own_pace.stop()
        self.room.leave(self)

    async def sign_out(self) -> None:
        self.room.leave(self)
        await super().sign_out()

    async def send_first(self) -> None:
        """A page that has just been loaded shows mostly what there is: then nothing is drawn again."""
        await self._send_all(shows=shown_by_page(self.scope))

    async def send_everything(self) -> None:
        await self._send_all(shows="")

    async def _send_all(self, *, shows: str) -> None:
        """Open and own tables in one message, without those the page `shows`."""
        async with self.own_lock:
            own = await self._read_own()
            self.own_shown, news = digests_of(own), changed_since(own, seq=shows)
            self.own_until = kept_until(own)
            own_html = render_own(news, shown=self.own_shown) if news else ""
            async with self.room.lock:
                listing = await self.room.read()
                self.listing = None
                html = listing.heartbeat if listing.is_shown_by(shows) else listing.whole
                await self.send(text_data=html + own_html)
                self.listing = listing

    async def refresh(self, topic: str, seq: int) -> None:
        self.own_pace.ring()

    async def on_heartbeat(self, seq: int | None) -> None:
        """The room checks for all its pages at once whether they have missed a doorbell."""

    async def check_own(self, mark: str) -> None:
        """Sends what is new where the mark has changed, or a kept seat has run out: no doorbell tells of that."""
        if mark != self.own_mark or self.own_until <= timebase.now():
            await self._send_own_news()
            self.own_mark = mark

    async def _read_own(self) -> Contexts:
        return await database_sync_to_async(own_contexts)(self.person) if self.person else {}

    async def _send_own_news(self) -> None:
        # One query at a time: the answer of an earlier query must not overtake that of a later one.
        async with self.own_lock:
            own = await self._read_own()
            news = changed_since(own, seq=join_digests(self.own_shown))
            if news:
                shown = digests_of(own)
                await self.send(text_data=render_own(news, shown=shown))
                # Set after sending: what failed is sent again.
                self.own_shown = shown
            self.own_until = kept_until(own)


def own_topic(person: User) -> str:
    return f"person:{person.pk}"
