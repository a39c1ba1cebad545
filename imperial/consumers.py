"""The socket of a table's page."""

from imperial.pages.table import page
from imperial.services import desk_topic
from tabletop.live.table_consumer import TableConsumer


class PageConsumer(TableConsumer):
    page = page

    async def admit(self) -> bool:
        if not await super().admit():
            return False
        if self.seat is not None:
            self.more_topics = (desk_topic(self.game_id, self.seat),)
        return True
