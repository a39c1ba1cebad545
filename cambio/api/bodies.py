"""What programs send: the shape of every body. Unknown fields are ignored, wrong types are refused."""

from typing import Literal

from cambio.bots.levels import Level
from cambio.rules import PowerType
from tabletop.api.bodies import Body, OpenBody


class CreateBody(OpenBody):
    bot_level: Level | None = None
    bot_difficulty: Level = "easy"
    """The older spelling of `botLevel`."""


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
