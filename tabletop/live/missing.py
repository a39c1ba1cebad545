from channels.generic.websocket import AsyncWebsocketConsumer

from tabletop.live.consumers import GONE


class NoSuchSocket(AsyncWebsocketConsumer):
    """Closes what nobody serves; without it an unknown address would be an error in the log."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.close(code=GONE)
