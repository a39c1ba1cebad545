"""The socket of a shared order, which shows it once it is locked and nothing while it is open."""

from channels.db import database_sync_to_async

from deckbuilder import queries
from deckbuilder.pages.parts import order_digest, shared_contexts
from deckbuilder.sharing import share_topic
from tabletop.live.consumers import GONE, LiveConsumer
from tabletop.live.parts import render_heartbeat, render_update


class SharedOrderConsumer(LiveConsumer):
    async def admit(self) -> bool:
        self.token: str = self.scope["url_route"]["kwargs"]["token"]
        self.topic = share_topic(self.token)
        self.shown = ""
        return await database_sync_to_async(queries.shared_order)(self.token) is not None

    async def send_everything(self) -> None:
        self.shown = ""
        await self._send_news()

    async def refresh(self, topic: str, seq: int) -> None:
        await self._send_news()

    async def on_heartbeat(self, seq: int | None) -> None:
        if not await self._send_news():
            await self.send(text_data=render_heartbeat(self.shown))

    async def _send_news(self) -> bool:
        """Returns False if the page is up to date."""
        order = await database_sync_to_async(queries.shared_order)(self.token)
        if order is None:
            await self.close(code=GONE)
            return True
        contexts = shared_contexts(order)
        mark = order_digest(contexts)
        if mark == self.shown:
            return False
        self.shown = mark
        await self.send(text_data=render_update(contexts, seq=mark))
        return True
