"""The socket of a table's page."""

from imperial.pages.table import page
from imperial.services import desk_topic
from tabletop.live.hub import get_hub
from tabletop.live.table_consumer import TableConsumer


class PageConsumer(TableConsumer):
    page = page

    async def admit(self) -> bool:
        if not await super().admit():
            return False
        if self.seat is not None:
            self.more_topics = (desk_topic(self.game_id, self.seat),)
        return True

    async def refresh(self, topic: str, seq: int) -> None:
        if topic not in self.more_topics:
            return await super().refresh(topic, seq)
        # Another draft: chosen on another device, or here while somebody moved.
        return await self._show(get_hub().snapshots.fresh(self.page, self.game_id), same_position=True)
