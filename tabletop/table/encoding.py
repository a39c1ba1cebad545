"""A table and what can be done at it as JSON."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from tabletop.rules import Json, RuleViolation
from tabletop.table.actions import NAMES, READ_AS, TableAction
from tabletop.table.plug import GamePlug
from tabletop.table.state import Table


class TableJson:
    plug: GamePlug
    game_rules: Any
    refusal: Callable[..., RuleViolation]

    def to_json(self, table: Table) -> Json:
        data: Json = msgspec.json.decode(msgspec.json.encode(replace(table, game=None)))
        return data | {"game": None if table.game is None else self.game_rules.to_json(table.game)}

    def from_json(self, data: Json) -> Table:
        # Through text, because only text can become `Raw`.
        table = msgspec.json.decode(msgspec.json.encode(data | {"game": None}), type=Table)
        settings = msgspec.convert(data["settings"], self.plug.settings)
        return replace(
            table, settings=settings, game=None if data["game"] is None else self.game_rules.from_json(data["game"])
        )

    def action_from_json(self, data: Any) -> Any:
        name = data.get("type") if isinstance(data, dict) else None
        if isinstance(name, str) and name in READ_AS:
            name = READ_AS[name]
            data = data | {"type": name}
        if not isinstance(name, str) or name not in NAMES:
            return self.game_rules.action_from_json(data)
        try:
            return msgspec.convert(data, TableAction)
        except msgspec.ValidationError:
            raise self.refusal("invalid_request") from None

    def action_to_json(self, action: Any) -> Json:
        to_json = msgspec.to_builtins if isinstance(action, TableAction) else self.game_rules.action_to_json
        data: Json = to_json(action)
        return data
