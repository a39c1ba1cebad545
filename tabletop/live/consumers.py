"""The consumer base every socket of the site stands on.

Identity comes from the session of the handshake, the origin is checked before (see `tabletop.asgi`). A socket speaks
little: it may ask for everything again (`sync`). Moves are POSTed.
"""

import time
from collections.abc import Awaitable
from uuid import UUID

import msgspec
from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import override

from tabletop.errors import toast
from tabletop.live.hub import get_hub, safely
from tabletop.live.identity import Identity, identity_of, language_of
from tabletop.live.pages import TablePage, load_for
from tabletop.live.parts import Part, for_swap, heartbeat
from tabletop.live.snapshots import Snapshot
from tabletop.play import UnknownGame
from tabletop.rules import Seat

MAX_MESSAGE_BYTES = 4096
MESSAGES_PER_SECOND = 10
STRIKES = 20
"""Refused messages after which the socket is closed."""

# Why the server closes a socket; live.js knows these numbers too.
SIGNED_OUT, GONE, TOO_MANY = 4401, 4404, 4429


class Message(msgspec.Struct):
    type: str


class LiveConsumer(AsyncWebsocketConsumer):
    """Limits, heartbeat and topics. Subclasses say who may come in and what to send."""

    # The hub listens for all sockets of the process; a channel of its own would cost each socket memory and a
    # subscription, and no socket could open while Redis is away.
    channel_layer_alias = "none"

    topic = ""
    more_topics: tuple[str, ...] = ()
    identity = Identity()
    language = settings.LANGUAGE_CODE
    seat: Seat | None = None

    async def connect(self) -> None:
        self.window, self.count, self.strikes = 0.0, 0, 0
        self.open = False
        self.language = language_of(self.scope)
        if not await self.admit():
            await self.close(code=GONE)
            return
        self.identity = identity_of(self.scope)
        await self.accept()
        self.open = True
        get_hub().join(self, self.topics)
        try:
            await self.arrived()
            with override(self.language):
                await self.send_everything()
        except Disconnected:
            # Somebody has clicked on before the page could tell anything.
            await self.disconnect(code=1001)
            raise StopConsumer from None
        except BaseException:
            # Channels does not call `disconnect` for a socket that fails here, and the hub would keep it for ever.
            await self.disconnect(code=1011)
            raise

    async def disconnect(self, code: int) -> None:
        if self.open:
            self.open = False
            get_hub().leave(self, self.topics)
            await safely(self.left())

    @property
    def topics(self) -> tuple[str, ...]:
        return (self.topic, *self.more_topics)

    async def admit(self) -> bool:
        """The access gate: sets what the socket shows; False closes it."""
        raise NotImplementedError

    async def arrived(self) -> None:
        """The socket is open."""

    async def left(self) -> None:
        """The socket is closed."""

    async def refresh(self, topic: str, seq: int) -> None:
        """Something has changed: send what is new."""
        raise NotImplementedError

    async def send_everything(self) -> None:
        raise NotImplementedError

    async def beat(self, seq: int | None) -> None:
        """Every few seconds, with how far the topic's game is; None if there is no such game."""
        raise NotImplementedError

    async def sign_out(self) -> None:
        await self.close(code=SIGNED_OUT)

    async def refuse(self, sentence: str) -> None:
        await self.send(text_data=toast(sentence))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        with override(self.language):
            await self._hear(text_data)

    async def _hear(self, text_data: str | None) -> None:
        if self._too_many():
            return await self._strike(_("That was quick. Try again in a moment."))
        if text_data is None or len(text_data.encode()) > MAX_MESSAGE_BYTES:
            return await self._strike(_("We could not read that message."))
        try:
            message = msgspec.json.decode(text_data, type=Message)
        except (msgspec.DecodeError, RecursionError):
            return await self._strike(_("We could not read that message."))
        if message.type == "sync":
            return await self.send_everything()
        return await self._strike(_("We do not know that kind of message."))

    def _too_many(self) -> bool:
        now = time.monotonic()
        if now - self.window >= 1:
            self.window, self.count = now, 0
        self.count += 1
        return self.count > MESSAGES_PER_SECOND

    async def _strike(self, sentence: str) -> None:
        self.strikes += 1
        if self.strikes > STRIKES:
            await self.close(code=TOO_MANY)
        else:
            await self.refuse(sentence)


class TableConsumer(LiveConsumer):
    """The socket of a table's page: sends the parts whose context has changed. A game sets `page`."""

    page: TablePage

    async def admit(self) -> bool:
        self.game_id: UUID = self.scope["url_route"]["kwargs"]["game_id"]
        self.topic = f"{self.page.engine.slug}:{self.game_id}"
        self.shown: dict[Part, int] = {}
        self.shown_seq = -1
        try:
            _loaded, self.seat = await database_sync_to_async(load_for)(self.page, self.game_id, self.scope["user"])
        except (Http404, PermissionDenied):
            return False
        return True

    async def arrived(self) -> None:
        await get_hub().sat_down(self.page.engine, self.game_id, self.seat)

    async def left(self) -> None:
        await get_hub().stood_up(self.page.engine, self.game_id, self.seat)

    async def send_everything(self) -> None:
        self.shown, self.shown_seq = {}, -1
        await self._show(get_hub().snapshots.fresh(self.page.engine, self.game_id))

    async def refresh(self, topic: str, seq: int) -> None:
        if seq > self.shown_seq:
            await self._show(get_hub().snapshots.at_least(seq, self.page.engine, self.game_id))

    async def beat(self, seq: int | None) -> None:
        if seq is None:
            await self.close(code=GONE)
        elif seq > self.shown_seq:
            await self.refresh(self.topic, seq)
        else:
            await self.send(text_data=heartbeat(seq))

    async def _show(self, loading: Awaitable[Snapshot], *, same_position: bool = False) -> None:
        """Sends what is new. With `same_position` also where no move was made since the last time."""
        try:
            snapshot = await loading
            # Asked each time: whoever has left the table may not see how it goes on.
            seat = self.page.seat_for(snapshot.loaded, self.scope["user"])
        except (UnknownGame, PermissionDenied):
            await self.close(code=GONE)
            return
        if snapshot.seq < self.shown_seq or (snapshot.seq == self.shown_seq and not same_position):
            return
        contexts = snapshot.contexts(self.page, seat)
        # A hash, not the context: a thousand idle sockets hold a thousand of these.
        prints = {part: hash(content) for part, content in contexts.items()}
        news = {part: content for part, content in contexts.items() if self.shown.get(part) != prints[part]}
        # Noted before sending: a second doorbell in the meantime must see how far this one has come.
        since = None if self.shown_seq < 0 else self.shown_seq
        self.shown, self.shown_seq = prints, snapshot.seq
        try:
            await self.send(text_data=for_swap(news, seq=snapshot.seq, since=since))
        except Exception:
            self.shown, self.shown_seq = {}, -1
            raise
        if seat != self.seat:
            # A spectator sat down, or somebody stood up and looks on.
            former, self.seat = self.seat, seat
            await get_hub().stood_up(self.page.engine, self.game_id, former)
            await self.arrived()
