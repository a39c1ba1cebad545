"""What can be done at a table: the moves of the rules, and coming, going and starting."""

from typing import Any

import msgspec

from cambio.bots.levels import Level
from cambio.rules import Action as Move
from cambio.table.refusals import refusal
from tabletop.rules import Json


class _Action(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type"):
    pass


class Join(_Action, frozen=True, tag="join"):
    """By somebody who has no seat yet: the seat argument is None."""

    player_id: str
    display_name: str


class AddBot(_Action, frozen=True, tag="add_bot"):
    player_id: str
    display_name: str
    level: Level


class RemoveBot(_Action, frozen=True, tag="remove_bot"):
    """By the host. The bot is named by its id: seats may have moved up meanwhile."""

    player_id: str


class LeaveGame(_Action, frozen=True, tag="leave_game"):
    pass


class StartGame(_Action, frozen=True, tag="start_game"):
    pass


class HandToBot(_Action, frozen=True, tag="hand_to_bot"):
    """By the staff, who have no seat: the seat argument is None."""

    seat: int
    level: Level


Action = Move | Join | AddBot | RemoveBot | LeaveGame | StartGame | HandToBot


def action_from_json(data: Any) -> Action:
    try:
        return msgspec.convert(data, Action)
    except msgspec.ValidationError:
        raise refusal("invalid_request") from None


def action_to_json(action: Action) -> Json:
    data: Json = msgspec.to_builtins(action)
    return data
