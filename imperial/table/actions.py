"""What can be done at a table: the moves of the rules, and coming, going and starting."""

from typing import Any, get_args

import msgspec

from imperial import rules
from imperial.rules.actions import Action as Move
from imperial.table.refusals import refusal
from tabletop.rules import Json


class _Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    pass


class Join(_Action, frozen=True, tag="join"):
    """By somebody who has no seat yet: the seat argument is None."""

    player_id: str
    name: str


class AddBot(_Action, frozen=True, tag="add_bot"):
    player_id: str
    name: str
    kind: str


class RemoveBot(_Action, frozen=True, tag="remove_bot"):
    name: str


class Leave(_Action, frozen=True, tag="leave"):
    """Before the start; afterwards a seat can be resigned."""


class StartGame(_Action, frozen=True, tag="start_game"):
    pass


class Resign(_Action, frozen=True, tag="resign"):
    """A bot plays on for this seat."""


class TakeBack(_Action, frozen=True, tag="take_back"):
    """The person plays the own seat again."""


class HandToBot(_Action, frozen=True, tag="hand_to_bot"):
    """By the staff, who have no seat: the seat argument is None."""

    name: str


LobbyAction = Join | AddBot | RemoveBot | Leave | StartGame
SeatAction = Resign | TakeBack | HandToBot
TableAction = LobbyAction | SeatAction
Action = Move | TableAction

_OWN = {kind.__struct_config__.tag for kind in get_args(TableAction)}


def action_from_json(data: Any) -> Action:
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in _OWN:
        return rules.action_from_json(data)
    try:
        return msgspec.convert(data, TableAction)
    except msgspec.ValidationError:
        raise refusal("invalid_request") from None


def action_to_json(action: Action) -> Json:
    if isinstance(action, TableAction):
        data: Json = msgspec.to_builtins(action)
        return data
    return rules.action_to_json(action)
