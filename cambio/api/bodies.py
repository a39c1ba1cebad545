"""What programs send: the shape of every body. Unknown fields are ignored, wrong types are refused."""

from typing import Literal

import msgspec

from cambio.bots.levels import Level
from cambio.rules import PowerType


class Body(msgspec.Struct, kw_only=True, rename="camel"):
    expected_version: int | None = None

    @property
    def expected_seq(self) -> int | None:
        return None if self.expected_version is None else self.expected_version - 1


class CreateBody(Body):
    player_count: int
    creator_display_name: str
    bot_count: int = 0
    bot_difficulty: Level = "easy"


class JoinBody(Body):
    display_name: str


class JoinByCodeBody(JoinBody):
    room_code: str


class DrawBody(Body):
    source: Literal["deck", "discard"]


class SwapBody(Body):
    position: int


class PowerBody(Body):
    skip: bool = False
    dismiss: bool = False
    power_type: PowerType | Literal["none"] | None = None
    position: int | None = None
    target_player_id: str | None = None
    target_position: int | None = None
