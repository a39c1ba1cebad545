"""The sockets of a table: one for its page, one for programs (rules 14)."""

import asyncio
from copy import copy
from typing import Any, cast
from uuid import UUID

from channels.db import database_sync_to_async
from django.core.exceptions import PermissionDenied

from cambio import queries, services
from cambio.api.answers import api, standing
from cambio.api.messages import SENT_TYPES, HeartbeatMessage, JoinGameMessage, SentMessage, SyncMessage, write_message
from cambio.api.wire import wire
from cambio.pages.table import page
from cambio.services import engine
from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.admission import NameNeeded, SeatNeeded
from tabletop.engine import AnnouncedStep, Loaded, Receipt, UnknownGame
from tabletop.error_codes import sentence_for_programs
from tabletop.live.announce import NAMES, latest_change
from tabletop.live.consumers import GONE, LiveConsumer, Message, read_message
from tabletop.live.hub import get_hub
from tabletop.live.identity import Identity, SignedOut
from tabletop.live.table_consumer import TableConsumer
from tabletop.play import read
from tabletop.rules import Json, RuleViolation
from tabletop.table import Table
from tabletop.tables.seats import TakenSeat, admit_program

LEFT_THE_TABLE = 1000


class PageConsumer(TableConsumer):
    page = page


class ProgramConsumer(LiveConsumer):
    """Speaks the messages of rules 14. Before `join_game` a socket hears nothing of the table."""

    kind = "program"

    async def admit(self) -> bool:
        self.game_id: UUID = self.scope["url_route"]["kwargs"]["game_id"]
        self.topic = f"{engine.slug}:{self.game_id}"
        self.player_id: str | None = None
        self.person: User | None = None
        """Whose session has the seat; None for a seat that is proved by its token."""
        self.owner: UUID | None = None
        """The person who had the seat when the socket joined."""
        self.sent_seq = -1
        self.names: dict[str, str] = {}
        # One after another: two doorbells at once must not tell the same event twice.
        self.telling = asyncio.Lock()
        return bool(await database_sync_to_async(queries.seats.at)(self.game_id))

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._too_many():
            return await self._refuse("too_many")
        message = read_message(text_data, cast("type[SentMessage]", SentMessage))
        if message is not None:
            return await self._answer(message)
        named = read_message(text_data, Message)
        is_unknown = named is not None and named.type not in SENT_TYPES
        return await self._refuse("unauthenticated" if is_unknown and self.player_id is None else "invalid_request")

    async def _answer(self, message: SentMessage) -> None:
        if isinstance(message, HeartbeatMessage):
            await self._send("HEARTBEAT_ACK", message.data or {})
        elif isinstance(message, JoinGameMessage):
            await self._join(message.token)
        elif self.player_id is None:
            await self._refuse("unauthenticated")
        elif isinstance(message, SyncMessage):
            await self.send_everything()
        else:
            await self._leave_game()

    async def _join(self, token: str | None) -> None:
        if self.player_id is not None:
            return await self.send_everything()
        try:
            own = await database_sync_to_async(self._find_seat)(token)
        except NameNeeded:
            return await self._refuse("unauthenticated")
        except SeatNeeded:
            return await self._refuse("player_not_in_game")
        self.player_id, self.owner = own.player_id, own.user_id
        if token is None:
            self.person = copy(self.scope["user"])
            self.person.proof = self.identity
        else:
            # The token is the seat, whatever becomes of the session of the handshake.
            self.identity = Identity(game=engine.slug, token_hash=own.token_hash or "")
            get_hub().renew_marks(self)
        return await self.send_everything()

    def _find_seat(self, token: str | None) -> TakenSeat:
        """Raises NameNeeded or SeatNeeded: this socket is for seats alone."""
        person, taken = self.scope["user"].pk, queries.seats.at(self.game_id)
        own = admit_program(queries.seats, taken, token=token, person=person)
        assert own is not None  # noqa: S101 - only a table that may be watched has spectators
        return own

    async def _leave_game(self) -> None:
        try:
            await database_sync_to_async(services.act)(
                game_id=self.game_id,
                action={"type": "leave"},
                seat_id=self.player_id,
                person=self.person,
                owner=self.owner,
            )
        except UnknownGame:
            return await self.close(code=GONE)
        except SignedOut:
            return await self.sign_out()
        except PermissionDenied:
            return await self._refuse("player_not_in_game")
        except RuleViolation as refusal:
            # The message names no position that could be outdated: the seat is another person's, or gone.
            if refusal.code == "stale_state":
                return await self._refuse("player_not_in_game")
            return await self._refuse(refusal.code, refusal.message)
        return await self.close(code=LEFT_THE_TABLE)

    async def send_everything(self) -> None:
        if self.player_id is None:
            return
        async with self.telling:
            loaded = await self._load()
            if loaded is None:
                return
            if loaded.former_people and not await self._still_owns_seat():
                return
            self.sent_seq = loaded.row.seq
            await self._follow_seat([info.seat_id for info in loaded.state.seats])
            if self.player_id is None:
                return
            snapshot = await database_sync_to_async(standing)(loaded, self.player_id)
            await self._send("STATE_SNAPSHOT", snapshot.state)

    async def _load(self) -> Loaded[Table] | None:
        """The table with its names; closes the socket of a table that is gone."""
        try:
            loaded = await database_sync_to_async(read)(engine, self.game_id)
        except UnknownGame:
            await self.close(code=GONE)
            return None
        self.names = loaded.names
        return loaded

    async def refresh(self, topic: str, seq: int) -> None:
        if self.player_id is None:
            return
        async with self.telling:
            if topic == self.topic + NAMES:
                await self._load()
            if self.player_id is None or seq <= self.sent_seq:
                return
            entries = await self._entries_up_to(seq)
            happened = {event["type"] for _number, _at, events in entries for event in events}
            if "seat_taken" in happened and not await self._still_owns_seat():
                return
            if happened & {"player_joined", "seat_taken"} and await self._load() is None:
                return
            for number, at, events in entries:
                for event in queries.visible_events_with_names(events, self.seat, self.names):
                    await self._tell(event, number, at)
                self.sent_seq = number
                if any(event["type"] == "player_left" for event in events):
                    taken = await database_sync_to_async(queries.seats.at)(self.game_id)
                    await self._follow_seat([row.player_id for row in sorted(taken, key=lambda row: int(row.seat))])

    async def _entries_up_to(self, seq: int) -> list[queries.Entry]:
        """What has not been told: read from the log, but for the next move, which the doorbell has brought along."""
        change = latest_change(self.topic)
        if isinstance(change, Receipt | AnnouncedStep) and seq <= change.seq == self.sent_seq + 1:
            return [(change.seq, change.at, list(change.events))]
        return await database_sync_to_async(queries.events_after)(self.game_id, self.sent_seq)

    async def _tell(self, event: Json, seq: int, at: float) -> None:
        data = {name: value for name, value in event.items() if name != "type"}
        if "playerType" in data:
            data["type"] = data.pop("playerType")
        await self._send(event["type"], wire(data), seq=seq, at=at)

    async def _follow_seat(self, player_ids: list[str]) -> None:
        """Before the start seats move up when somebody leaves; private events follow the player, not the number."""
        former = self.seat
        self.seat = player_ids.index(self.player_id) if self.player_id in player_ids else None
        if self.seat is None:
            self.player_id = None
            await self.close(code=GONE)
        if self.seat != former:
            await get_hub().seat_disconnected(engine, self.game_id, former)
            await get_hub().seat_connected(engine, self.game_id, self.seat)

    async def _still_owns_seat(self) -> bool:
        """Closes the socket of somebody whose seat another person has taken, before anything more is told."""
        taken = await database_sync_to_async(queries.seats.at)(self.game_id)
        own = next((row for row in taken if row.player_id == self.player_id), None)
        owner = None if own is None else own.token_hash if self.person is None else own.user_id
        if owner is not None and owner == (self.identity.token_hash if self.person is None else self.person.pk):
            return True
        self.player_id = None
        await self.close(code=GONE)
        return False

    async def on_heartbeat(self, seq: int | None) -> None:
        if seq is None:
            await self.close(code=GONE)
        else:
            await self.refresh(self.topic, seq)

    async def on_close(self) -> None:
        await get_hub().seat_disconnected(engine, self.game_id, self.seat)

    async def _refuse(self, code: str, sentence: str | None = None) -> None:
        await self._refuse_message(sentence_for_programs(code) if sentence is None else sentence, code=code)

    async def send_refusal(self, sentence: str, *, code: str, key: str | None = None) -> None:
        formatted = api.error_style.format_code(code)
        await self._send("ERROR", {"code": formatted, "message": sentence, "details": {}})

    async def _send(self, kind: str, data: Any, *, seq: int | None = None, at: float | None = None) -> None:
        """Sends a message; `seq` and `at` are those of an action, without them the newest sent and now."""
        known = self.sent_seq if seq is None else seq
        text = write_message(
            kind,
            data,
            game_id=str(self.game_id),
            version=None if self.player_id is None else known + 1,
            timestamp=timebase.now() if at is None else at,
        )
        await self.send(text_data=text)
