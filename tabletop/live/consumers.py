"""Base classes of all sockets.

The session of the handshake gives the identity; `tabletop.asgi` has checked the origin. A page sends `sync`, which asks
for all parts again, and a table's page `move` (see `tabletop.live.moves`).
"""

import logging
import time
from collections.abc import Awaitable
from typing import Any, TypeVar
from urllib.parse import parse_qs
from uuid import UUID

import msgspec
from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import override

from tabletop.engine import Receipt, UnknownGame
from tabletop.errors import REFUSALS, refusal_toast, toast
from tabletop.live.hub import get_hub, safely
from tabletop.live.identity import Identity, SignedOut, identity_of, language_of
from tabletop.live.moves import MoveMessage
from tabletop.live.pages import TablePage, load_for
from tabletop.live.parts import NOTHING, Contexts, render_answer, render_heartbeat
from tabletop.live.snapshots import Snapshot
from tabletop.live.writer import write
from tabletop.rules import Seat

log = logging.getLogger(__name__)

MAX_MESSAGE_BYTES = 4096
MESSAGES_PER_SECOND = 10
MAX_REFUSED_MESSAGES = 20
"""One refused message more closes the socket."""

# Close codes, known to live.js as well.
SIGNED_OUT, GONE, TOO_MANY = 4401, 4404, 4429


MessageKind = TypeVar("MessageKind")


class Message(msgspec.Struct):
    type: str


def read_message(text: str | None, kind: type[MessageKind]) -> MessageKind | None:
    """None for a message that is too long or not of this kind."""
    if text is None or len(text.encode()) > MAX_MESSAGE_BYTES:
        return None
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError):
        return None


class NoSuchSocket(AsyncWebsocketConsumer):
    """Closes sockets at unknown addresses; without it Channels logs an error for each."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.close(code=GONE)


class LiveConsumer(AsyncWebsocketConsumer):
    """Limits, heartbeat and topics. A subclass decides who may connect and what is sent."""

    # The hub listens for all sockets of the process: a channel per socket would cost memory and a subscription, and no
    # socket could open while Redis is down.
    channel_layer_alias = "none"

    takes_moves = False
    topic = ""
    more_topics: tuple[str, ...] = ()
    identity = Identity()
    language = settings.LANGUAGE_CODE
    seat: Seat | None = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does, but without a hop to a thread that looks after connections no socket reads with."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self.window, self.count, self.refused_messages = 0.0, 0, 0
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
            await self.on_open()
            with override(self.language):
                await self.send_first()
        except Disconnected:
            # The browser left the page before the first send.
            await self.disconnect(code=1001)
            raise StopConsumer from None
        except BaseException:
            # Channels does not call `disconnect` after a failure here, and the hub would keep the socket for ever.
            await self.disconnect(code=1011)
            raise

    async def disconnect(self, code: int) -> None:
        if self.open:
            self.open = False
            get_hub().leave(self, self.topics)
            await safely(self.on_close())

    @property
    def topics(self) -> tuple[str, ...]:
        return (self.topic, *self.more_topics)

    async def admit(self) -> bool:
        """The access gate: sets the topic; False closes the socket."""
        raise NotImplementedError

    async def on_open(self) -> None:
        """Called when the socket has joined the hub."""

    async def on_close(self) -> None:
        """Called when the socket has left the hub."""

    async def refresh(self, topic: str, seq: int) -> None:
        """Sends what a doorbell for this topic made new."""
        raise NotImplementedError

    async def send_everything(self) -> None:
        raise NotImplementedError

    async def send_first(self) -> None:
        """Called when the socket has been opened."""
        await self.send_everything()

    async def on_heartbeat(self, seq: int | None) -> None:
        """Called every HEARTBEAT_SECONDS with the sequence number of the topic's game; None without such a game."""
        raise NotImplementedError

    async def sign_out(self) -> None:
        await self.close(code=SIGNED_OUT)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        with override(self.language):
            if self._too_many():
                return await self._refuse_message(_("That was quick. Try again in a moment."))
            message = read_message(text_data, Message)
            if message is None:
                return await self._refuse_message(_("We could not read that message."))
            if message.type == "sync":
                return await self.send_everything()
            if message.type == "move" and self.takes_moves:
                return await self.move(read_message(text_data, MoveMessage))
            return await self._refuse_message(_("We do not know that kind of message."))

    async def move(self, message: MoveMessage | None) -> None:
        """Makes a move of the page and answers it."""
        raise NotImplementedError

    def _too_many(self) -> bool:
        now = time.monotonic()
        if now - self.window >= 1:
            self.window, self.count = now, 0
        self.count += 1
        return self.count > MESSAGES_PER_SECOND

    async def _refuse_message(self, sentence: str, *, code: str = "") -> None:
        self.refused_messages += 1
        if self.refused_messages > MAX_REFUSED_MESSAGES:
            await self.close(code=TOO_MANY)
        else:
            await self.send_refusal(sentence, code=code)

    async def send_refusal(self, sentence: str, *, code: str) -> None:
        await self.send(text_data=toast(sentence))


class TableConsumer(LiveConsumer):
    """The socket of a table's page: sends the parts whose context changed. A game sets `page`."""

    page: TablePage
    takes_moves = True
    is_moving = False
    rung_seq = -1

    async def admit(self) -> bool:
        self.game_id: UUID = self.scope["url_route"]["kwargs"]["game_id"]
        self.topic = f"{self.page.engine.slug}:{self.game_id}"
        self.shown: Contexts = NOTHING
        self.shown_seq = -1
        try:
            _loaded, self.seat = await database_sync_to_async(load_for)(self.page, self.game_id, self.scope["user"])
        except (Http404, PermissionDenied):
            return False
        return True

    async def on_open(self) -> None:
        await get_hub().seat_connected(self.page.engine, self.game_id, self.seat)

    async def on_close(self) -> None:
        await get_hub().seat_disconnected(self.page.engine, self.game_id, self.seat)

    async def send_first(self) -> None:
        """A page that has just been loaded shows mostly how the table stands: nothing is drawn under a hand."""
        shows = parse_qs(self.scope["query_string"]).get(b"shows")
        try:
            snapshot = await get_hub().snapshots.fresh(self.page, self.game_id)
        except UnknownGame:
            return await self.close(code=GONE)
        if self.shown is not NOTHING or shows != [self.page.mark(snapshot.loaded, self.seat).encode()]:
            return await self.send_everything()
        self.shown, self.shown_seq = snapshot.contexts(self.page, self.seat), snapshot.seq
        return await self.send(text_data=render_heartbeat(snapshot.seq))

    async def send_everything(self) -> None:
        self.shown, self.shown_seq = NOTHING, -1
        await self._show(get_hub().snapshots.fresh(self.page, self.game_id))

    async def refresh(self, topic: str, seq: int) -> None:
        self.rung_seq = max(self.rung_seq, seq)
        # The answer to one's own move, which comes at once, brings the news along.
        if seq > self.shown_seq and not self.is_moving:
            await self._show(get_hub().snapshots.at_least(seq, self.page, self.game_id))

    async def move(self, message: MoveMessage | None) -> None:
        """What fails on our side stays without an answer: then the page POSTs the same move, and is told."""
        if message is None or message.to not in self.page.moves:
            return await self._refuse_message(_("We could not read that message."))
        self.is_moving, answered = True, render_answer(message.key)
        try:
            self.rung_seq = max(self.rung_seq, (await write(self._make_move, message)).seq)
        except SignedOut:
            return await self.sign_out()
        except REFUSALS as refusal:
            answered += refusal_toast(refusal, help_url=self.page.help_url)
        except Exception:
            log.exception("a move over a socket failed")
            answered = ""
        finally:
            self.is_moving = False
        if self.rung_seq > self.shown_seq:
            await self._show(get_hub().snapshots.at_least(self.rung_seq, self.page, self.game_id), answered=answered)
        elif answered:
            await self.send(text_data=answered)
        return None

    def _make_move(self, message: MoveMessage) -> Receipt:
        """On the writer's thread."""
        with override(self.language):
            return self.page.moves[message.to](self.game_id, message.read(self.scope["user"], self.identity))

    async def on_heartbeat(self, seq: int | None) -> None:
        if seq is None:
            await self.close(code=GONE)
        elif seq > self.shown_seq:
            await self.refresh(self.topic, seq)
        else:
            await self.send(text_data=render_heartbeat(seq))

    async def _show(self, loading: Awaitable[Snapshot], *, same_position: bool = False, answered: str = "") -> None:
        """Sends the parts that changed since the last send, and records a change of seat as presence.

        Sends nothing but `answered` for a position already shown, unless `same_position`: drafts change without a move.
        """
        try:
            snapshot = await loading
            # Checked each time: a person who has left the table may not see how it goes on.
            seat = self.page.seat_for(snapshot.loaded, self.scope["user"])
        except (UnknownGame, PermissionDenied):
            await self.close(code=GONE)
            return
        if snapshot.seq < self.shown_seq or (snapshot.seq == self.shown_seq and not same_position):
            if answered:
                await self.send(text_data=answered)
            return
        update = snapshot.update(self.page, seat, shown=self.shown, since=self.shown_seq)
        # Set before sending: a doorbell during the send must not send the same parts again.
        self.shown, self.shown_seq = update.shows, snapshot.seq
        try:
            await self.send(text_data=answered + update.html)
        except Exception:
            self.shown, self.shown_seq = NOTHING, -1
            raise
        if seat != self.seat:
            former, self.seat = self.seat, seat
            await get_hub().seat_disconnected(self.page.engine, self.game_id, former)
            await self.on_open()
