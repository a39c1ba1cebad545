"""What programs send. The fields of moves are those of the rules (rules 8), the others are written in camel case."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from imperial import bots
from imperial.plug import Clock
from imperial.rules.state import ManeuverTuple
from imperial.setups import STANDARD
from tabletop.api import bodies
from tabletop.api.bodies import Body, OpenBody


class CreateBody(OpenBody):
    bot_level: str | None = None
    bot_kind: str = bots.DEFAULT
    """The older spelling of `botLevel`."""
    timer: Clock | None = None
    """Seconds."""
    setup: str = STANDARD


class GameSettings(msgspec.Struct, kw_only=True, rename="camel"):
    """What is left out stays as it is."""

    clock: Clock | UnsetType | None = UNSET
    """Seconds; null for a game without a clock."""


class SettingsBody(bodies.SettingsBody):
    game: GameSettings | UnsetType = UNSET

    @property
    def own_choices(self) -> dict[str, Any] | UnsetType:
        return UNSET if self.game is UNSET else msgspec.to_builtins(self.game)


class AddBotBody(bodies.AddBotBody):
    kind: str = bots.DEFAULT
    """The older spelling of `level`."""

    def __post_init__(self) -> None:
        self.level = self.level or self.kind


class RemoveBotBody(Body):
    player_id: str | None = None
    name: str | None = None
    """The older spelling: the name shown for the bot."""


class PlannedUnit(msgspec.Struct, kw_only=True):
    """The next unit of this kind that stands there."""

    kind: str
    """Fleet or army; the rules refuse any other."""
    origin: str


class PlanBody(Body):
    """A unit, and the moves planned before it; with a destination the question is what it can do there."""

    unit: PlannedUnit
    plan: list[ManeuverTuple] = []
    destination: str | None = None


def move_body(kind: type[msgspec.Struct]) -> type[Body]:
    """The body of a move of the rules: its fields, without the `type` that the address gives, and `expectedVersion`."""
    fields = [(field.name, field.type, _as_optional_as(field)) for field in msgspec.structs.fields(kind)]
    made: Any = msgspec.defstruct(f"{kind.__name__}Body", fields, bases=(Body,), module=__name__, kw_only=True)
    body: type[Body] = made
    return body


def action_of(body: Body, kind: type[msgspec.Struct]) -> msgspec.Struct:
    """The move of the rules that a body made by `move_body` tells."""
    return kind(**{name: getattr(body, name) for name in kind.__struct_fields__})


def _as_optional_as(field: msgspec.structs.FieldInfo) -> Any:
    options: dict[str, Any] = {"default": field.default, "default_factory": field.default_factory}
    return msgspec.field(name=field.encode_name, **options)
