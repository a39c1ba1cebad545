"""The socket of a table's page."""

from collections.abc import Awaitable
from typing import Any

from imperial.pages.loading import LoadedPage
from imperial.pages.table import page
from imperial.services import DraftChange, draft_topic
from tabletop.live.announce import latest_change
from tabletop.live.hub import get_hub
from tabletop.live.snapshots import Snapshot
from tabletop.live.table_consumer import TableConsumer


class PageConsumer(TableConsumer):
    page = page

    async def admit(self) -> bool:
        if not await super().admit():
            return False
        if self.seat is not None:
            self.more_topics = (draft_topic(self.game_id, self.seat),)
        return True

    async def refresh(self, topic: str, seq: int) -> None:
        """The number of a draft's topic is that of the draft; 0 if something else has changed."""
        if topic not in self.more_topics:
            return await super().refresh(topic, seq)
        if self.seat is None:
            # Somebody else has taken the seat: when they draft is their business.
            return None
        # Another draft: chosen on another device, or here while somebody moved.
        return await self._show(self._with_draft(seq), same_position=True)

    async def _with_draft(self, number: int) -> Snapshot:
        snapshots, written = get_hub().snapshots, self._written()
        if written is not None and 0 < number <= written.seq:
            return await snapshots.at_least(self.rung_seq, self.page, self.game_id)
        return await snapshots.fresh(self.page, self.game_id)

    async def _show(self, loading: Awaitable[Snapshot], **options: Any) -> None:
        await super()._show(self._with_written(loading), **options)

    async def _with_written(self, loading: Awaitable[Snapshot]) -> Snapshot:
        """With the newest draft that this process has written: what was read or followed may be older."""
        snapshot, written = await loading, self._written()
        loaded = snapshot.loaded
        if written is None or self.seat is None or not isinstance(loaded, LoadedPage):
            return snapshot
        if written.seq <= loaded.private_of(self.seat).draft_number:
            return snapshot
        drafted = loaded.with_private(self.seat, draft=written.draft, draft_number=written.seq)
        return get_hub().snapshots.replace(self.topic, snapshot, drafted)

    def _written(self) -> DraftChange | None:
        change = latest_change(self.more_topics[0]) if self.more_topics else None
        return change if isinstance(change, DraftChange) else None
