"""Base classes of all sockets.

The session of the handshake gives the identity; `tabletop.asgi` has checked the origin. A page sends `sync`, which asks
for all parts again, and a table's page `move` (see `tabletop.live.moves`).
"""

import logging
import time
from contextlib import suppress
from typing import Any, Literal, TypeVar
from urllib.parse import parse_qs

import msgspec
from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from tabletop.error_codes import sentence_for_programs
from tabletop.errors import toast
from tabletop.live.frames import WireMessage, Writer, writer_of
from tabletop.live.hub import get_hub
from tabletop.live.identity import Identity, identity_of, language_of
from tabletop.live.members import safely
from tabletop.live.moves import MoveMessage
from tabletop.live.parts import render_answer
from tabletop.live.watchers import Onlooker
from tabletop.operation.access import note_socket
from tabletop.operation.counts import count_socket
from tabletop.rules import Seat

log = logging.getLogger(__name__)

MAX_MESSAGE_BYTES = 4096
"""Known to live.js as well: a page POSTs what is longer."""
MESSAGES_PER_SECOND = 10
MAX_REFUSED_MESSAGES = 20
"""One refused message more closes the socket."""

# Close codes, known to live.js as well.
SIGNED_OUT, GONE, FULL, TOO_MANY = 4401, 4404, 4409, 4429


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


def shown_by_page(scope: dict[str, Any]) -> str:
    """The mark of what the page shows that opens the socket; empty if it names none, or something that is no text."""
    return told_by_page(scope, "shows") or ""


def told_by_page(scope: dict[str, Any], name: Literal["shows", "said"]) -> str | None:
    """What the page tells that opens the socket; None if it does not tell it."""
    query = scope["query_string"].decode("latin-1")
    return parse_qs(query, keep_blank_values=True, errors="replace").get(name, [None])[0]


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
    kind = ""
    """Of the page or program at the other end, for counts and logs."""
    refused_with = GONE
    topic = ""
    more_topics: tuple[str, ...] = ()
    identity = Identity()
    language = settings.LANGUAGE_CODE
    seat: Seat | None = None
    onlooker: Onlooker | None = None
    """Who looks on by this socket at a table without a seat there."""
    open = False
    is_greeted = False
    """Whether the first message has been sent: a pulse before it would send everything twice."""
    write: Writer | None = None
    """Writes a frame to the connection, where the server offers it."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Leaves the hub however it ends: Channels calls `disconnect` neither after a failure nor when the server ends
        a socket that takes too long to go."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await self.disconnect(code=1011)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does, but without a hop to a thread that looks after connections no socket reads with.

        Who has gone before the answer is told nothing: that the socket is closed comes as a message of its own.
        """
        with suppress(Disconnected):
            await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        self.window, self.count, self.refused_messages = 0.0, 0, 0
        self.language = language_of(self.scope)
        self.write = writer_of(self.scope)
        is_admitted = await self.admit()
        note_socket(self.scope, game=self.game, page=self.kind)
        if not is_admitted:
            await self.refuse()
            return
        self.identity = identity_of(self.scope)
        await self.accept()
        self.open = True
        count_socket(self.game, self.kind, opened=True)
        get_hub().join(self, self.topics)
        await self.on_open()
        with override(self.language):
            await self.send_first()
        self.is_greeted = True

    async def refuse(self) -> None:
        """Turns away a socket that is not admitted."""
        await self.close(code=self.refused_with)

    async def disconnect(self, code: int) -> None:
        if self.open:
            self.open = False
            get_hub().leave(self, self.topics)
            try:
                await safely(self.on_close())
                await safely(get_hub().close_if_empty())
            finally:
                # Last: it counts until all that it causes is done.
                count_socket(self.game, self.kind, opened=False)

    @property
    def topics(self) -> tuple[str, ...]:
        return (self.topic, *self.more_topics)

    @property
    def game(self) -> str:
        """The slug of the table's game; empty for a page without a table."""
        return self.topic.partition(":")[0] if ":" in self.topic else ""

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
                move = read_message(text_data, MoveMessage) if self.takes_moves else None
                key = None if move is None else move.key
                return await self._refuse_message(sentence_for_programs("too_many"), key=key)
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

    async def send_message(self, message: WireMessage) -> None:
        """For what other sockets get as well."""
        if self.write is None:
            await self.send(text_data=message.text)
        else:
            self.write(message.frame)

    async def _refuse_message(self, sentence: str, *, code: str = "", key: str | None = None) -> None:
        self.refused_messages += 1
        if self.refused_messages > MAX_REFUSED_MESSAGES:
            await self.close(code=TOO_MANY)
        else:
            await self.send_refusal(sentence, code=code, key=key)

    async def send_refusal(self, sentence: str, *, code: str, key: str | None = None) -> None:
        """With the `key` of a move it is the answer to it: the page does not send the move again by itself."""
        answered = "" if key is None else render_answer(key)
        await self.send(text_data=answered + toast(sentence))
