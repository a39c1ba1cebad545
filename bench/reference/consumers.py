from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer

from bench.reference.models import Player
from bench.reference.services import MoveRefused, make_move, render_table


class TableConsumer(AsyncJsonWebsocketConsumer):
    async def connect(self) -> None:
        self.game_id = self.scope["url_route"]["kwargs"]["game_id"]
        self.group = f"table_{self.game_id}"
        self.user = self.scope["user"]
        if not self.user.is_authenticated or not await self.is_seated():
            await self.close()
            return
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        await self.send_table()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive_json(self, content: dict[str, Any], **kwargs: Any) -> None:
        try:
            await database_sync_to_async(make_move)(self.game_id, self.user, content)
        except MoveRefused as refusal:
            await self.send_json({"error": str(refusal)})
            return
        await self.channel_layer.group_send(self.group, {"type": "table.changed"})

    async def table_changed(self, event: dict[str, Any]) -> None:
        await self.send_table()

    async def send_table(self) -> None:
        await self.send(text_data=await database_sync_to_async(render_table)(self.game_id, self.user))

    @database_sync_to_async
    def is_seated(self) -> bool:
        return Player.objects.filter(game_id=self.game_id, user=self.user).exists()
