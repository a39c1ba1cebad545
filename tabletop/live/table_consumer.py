"""The socket of a table's page."""

import logging
from collections.abc import Awaitable
from copy import copy
from uuid import UUID

from channels.db import database_sync_to_async
from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import override

from tabletop.admission import NameNeeded, WatchRoomFull
from tabletop.engine import Receipt, UnknownGame
from tabletop.errors import REFUSALS, refusal_toast, toast
from tabletop.live.announce import NAMES, WATCHING
from tabletop.live.consumers import FULL, GONE, SIGNED_OUT, LiveConsumer, shown_by_page, told_by_page
from tabletop.live.frames import WireMessage
from tabletop.live.hub import get_hub
from tabletop.live.identity import SignedOut
from tabletop.live.missed import read_missed
from tabletop.live.moves import MoveMessage, make_move
from tabletop.live.pages import Person, TablePage, is_limited, load_for
from tabletop.live.parts import NOTHING, Contexts, render_answer, render_heartbeat
from tabletop.live.snapshots import Snapshot
from tabletop.live.talking import Heard
from tabletop.live.watchers import Onlooker, known_counts, render_watching, sentence_when_full
from tabletop.live.writer import write
from tabletop.talk.speakers import rooms_read

log = logging.getLogger(__name__)


class TableConsumer(LiveConsumer):
    """The socket of a table's page: sends the parts whose context changed. A game sets `page`."""

    page: TablePage
    takes_moves = True
    kind = "table"
    is_moving = False
    rung_seq = -1
    is_over = False
    """Whether the game that the page shows is over."""
    shown_watching: int | None = None
    """How many look on, as the page was told by this socket."""

    @property
    def onlooker(self) -> Onlooker | None:  # type: ignore[override] # not set, but told by seat and person
        if self.seat is not None or self.person is None:
            return None
        return Onlooker(self.page.engine.slug, self.game_id, self.person)

    async def admit(self) -> bool:
        self.game_id: UUID = self.scope["url_route"]["kwargs"]["game_id"]
        self.topic = f"{self.page.engine.slug}:{self.game_id}"
        # The user of a scope is a lazy object, slow to ask with each update; its copy is none.
        self.user: Person = copy(self.scope["user"])
        self.person: UUID | None = self.user.pk
        self.shown: Contexts = NOTHING
        self.shown_seq = -1
        try:
            loaded, self.seat = await database_sync_to_async(load_for)(self.page, self.game_id, self.user)
            self.is_over = self.page.engine.rules.is_over(loaded.state)
            if self.onlooker is not None:
                await get_hub().watch_rooms.enter(self.onlooker, is_limited=is_limited(self.page, loaded))
        except NameNeeded:
            self.refused_with = SIGNED_OUT
            return False
        except WatchRoomFull:
            self.refused_with = FULL
            return False
        except (Http404, PermissionDenied):
            return False
        return True

    async def refuse(self) -> None:
        if self.refused_with == FULL:
            # A browser is told neither the code nor the reason of a socket that was never opened.
            await self.accept()
            with override(self.language):
                await self.send(text_data=toast(sentence_when_full()))
        await super().refuse()

    async def on_open(self) -> None:
        await get_hub().seat_connected(self.page.engine, self.game_id, self.seat)

    async def on_close(self) -> None:
        await get_hub().seat_disconnected(self.page.engine, self.game_id, self.seat)

    async def send_first(self) -> None:
        """A page that has just been loaded shows mostly how the table stands: nothing is drawn under a hand."""
        told = await self._watching_anew() + await self._missed()
        try:
            snapshot = await get_hub().snapshots.fresh(self.page, self.game_id)
        except UnknownGame:
            return await self.close(code=GONE)
        if self.shown is not NOTHING or shown_by_page(self.scope) != self.page.mark(snapshot.loaded, self.seat):
            self.shown, self.shown_seq = NOTHING, -1
            return await self._show(_as_it_is(snapshot), answered=told)
        self.shown, self.shown_seq = snapshot.contexts(self.page, self.seat, self.language), snapshot.seq
        self.is_over = self.page.engine.rules.is_over(snapshot.loaded.state)
        return await self.send(text_data=render_heartbeat(snapshot.seq) + told)

    async def _missed(self) -> str:
        """What was said while the page had no socket: no doorbell rings for it again."""
        told = told_by_page(self.scope, "said")
        if told is None:
            return ""
        slug = self.page.engine.slug
        rooms = rooms_read(plays=self.seat is not None, is_over=self.is_over)
        missed = await database_sync_to_async(read_missed)(slug, self.game_id, self.person, rooms, told=told)
        return missed.render()

    async def send_everything(self) -> None:
        watching = await self._watching_anew()
        self.shown, self.shown_seq = NOTHING, -1
        await self._show(get_hub().snapshots.fresh(self.page, self.game_id), answered=watching)

    async def _watching_anew(self) -> str:
        """How many look on, whatever the page shows: its socket may be the second one."""
        await get_hub().watch_rooms.count(self.topic)
        self.shown_watching = None
        return self._watching()

    def _watching(self) -> str:
        """How many look on, unless the page shows it."""
        count = known_counts.get(self.topic, self.shown_watching or 0)
        if count == self.shown_watching:
            return ""
        self.shown_watching = count
        return render_watching(count, self.language)

    async def refresh(self, topic: str, seq: int) -> None:
        if topic == self.topic + WATCHING:
            if self.is_greeted and (watching := self._watching()):
                await self.send(text_data=render_heartbeat(self.shown_seq) + watching)
            return None
        if topic == self.topic + NAMES:
            # The position is the same; the hub has forgotten the snapshot, so the first socket reads for all.
            loading = get_hub().snapshots.at_least(self.shown_seq, self.page, self.game_id)
            return await self._show(loading, same_position=True)
        if topic != self.topic:
            return await self._show(get_hub().snapshots.fresh(self.page, self.game_id), same_position=True)
        self.rung_seq = max(self.rung_seq, seq)
        # The answer to one's own move, which comes at once, brings the news along.
        if seq > self.shown_seq and not self.is_moving:
            await self._show(get_hub().snapshots.at_least(seq, self.page, self.game_id))
        return None

    async def hear(self, heard: Heard) -> None:
        if heard.is_for(self.person, plays=self.seat is not None, is_over=self.is_over):
            await self.send(text_data=heard.rendered_for(self.person))

    async def move(self, message: MoveMessage | None) -> None:
        """What fails on our side stays without an answer: then the page POSTs the same move, and is told."""
        if message is None or message.to not in self.page.moves:
            return await self._refuse_message(_("We could not read that message."))
        self.is_moving = True
        try:
            await self._answer_move(message)
        finally:
            self.is_moving = False
        # Rung while the answer was made.
        if self.rung_seq > self.shown_seq and self.open:
            await self._show(get_hub().snapshots.at_least(self.rung_seq, self.page, self.game_id))
        return None

    async def _answer_move(self, message: MoveMessage) -> None:
        """The news comes with the answer: no doorbell is quicker."""
        answered = render_answer(message.key)
        try:
            self.rung_seq = max(self.rung_seq, (await write(self._make_move, message)).seq)
        except SignedOut:
            return await self.sign_out()
        except REFUSALS as refusal:
            answered += refusal_toast(refusal, help_url=self.page.help_url)
        except Exception:
            log.exception("a move over a socket failed")
            answered = ""
        if self.rung_seq > self.shown_seq:
            await self._show(get_hub().snapshots.at_least(self.rung_seq, self.page, self.game_id), answered=answered)
        elif answered:
            await self.send(text_data=answered)
        return None

    def _make_move(self, message: MoveMessage) -> Receipt:
        """On the writer's thread."""
        with override(self.language):
            move = message.read(self.user, self.identity)
            return make_move(self.page.moves[message.to], self.game_id, move)

    async def on_heartbeat(self, seq: int | None) -> None:
        if seq is None:
            await self.close(code=GONE)
        elif not self.is_greeted:
            return
        elif seq > self.shown_seq:
            await self.refresh(self.topic, seq)
        else:
            await self.send_message(WireMessage(render_heartbeat(seq) + self._watching()))

    async def _show(self, loading: Awaitable[Snapshot], *, same_position: bool = False, answered: str = "") -> None:
        """Sends the parts that changed since the last send, and records a change of seat as presence.

        Sends nothing but `answered` for a position already shown, unless `same_position`: drafts change without a move.
        """
        try:
            snapshot = await loading
            # Checked each time: a person who has left the table may not see how it goes on.
            seat = self.page.seat_for(snapshot.loaded, self.person)
        except (UnknownGame, PermissionDenied):
            await self.close(code=GONE)
            return
        if snapshot.seq < self.shown_seq or (snapshot.seq == self.shown_seq and not same_position):
            if answered:
                await self.send(text_data=answered)
            return
        update = snapshot.update(self.page, seat, self.language, shown=self.shown)
        # Set before sending: a doorbell during the send must not send the same parts again.
        self.shown, self.shown_seq = update.shows, snapshot.seq
        self.is_over = self.page.engine.rules.is_over(snapshot.loaded.state)
        try:
            await self.send_message(WireMessage(answered + update.message.text) if answered else update.message)
        except Exception:
            self.shown, self.shown_seq = NOTHING, -1
            raise
        if seat != self.seat:
            former, self.seat = self.seat, seat
            await get_hub().seat_disconnected(self.page.engine, self.game_id, former)
            await self.on_open()


async def _as_it_is(snapshot: Snapshot) -> Snapshot:
    """Wraps a loaded snapshot for `_show`, which awaits the snapshot it is given."""
    return snapshot
