"""What programs send. The fields of moves are those of the rules (rules 8), the others are written in camel case."""

from imperial import bots
from imperial.setups import STANDARD
from imperial.table import Clock
from tabletop.api.bodies import Body


class CreateBody(Body):
    player_count: int
    creator_display_name: str
    bot_count: int = 0
    bot_kind: str = bots.DEFAULT
    timer: Clock | None = None
    """Seconds."""
    is_open: bool = True
    setup: str = STANDARD


class AddBotBody(Body):
    kind: str = bots.DEFAULT


class RemoveBotBody(Body):
    name: str


class PlanBody(Body):
    """A unit, and the moves planned before it; with a destination the question is what it can do there."""

    unit: dict[str, str]
    plan: list[tuple[str, str, str]] = []
    destination: str | None = None
