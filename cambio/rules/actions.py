"""Actions of players, typed and as JSON."""

from typing import Any, Literal

import msgspec

from cambio.rules.cards import PowerType
from cambio.rules.refusals import refusal
from cambio.rules.state import Source
from tabletop.rules import Json


class _Action(msgspec.Struct, frozen=True, kw_only=True, rename="camel", tag_field="type", omit_defaults=True):
    pass


class ConfirmInitialView(_Action, frozen=True, tag="confirm_initial_view"):
    pass


class Draw(_Action, frozen=True, tag="draw"):
    source: Source


class Swap(_Action, frozen=True, tag="swap"):
    position: int


class Discard(_Action, frozen=True, tag="discard"):
    pass


class UsePower(_Action, frozen=True, tag="use_power"):
    """The open power decides which fields are needed; others are ignored (rules 21.32)."""

    position: int | None = None
    target_seat: int | None = None
    target_position: int | None = None
    power_type: PowerType | Literal["none"] | None = None


class SkipPower(_Action, frozen=True, tag="skip_power"):
    pass


class DismissReveal(_Action, frozen=True, tag="dismiss_reveal"):
    pass


class CallCambio(_Action, frozen=True, tag="call_cambio"):
    pass


class Disconnected(_Action, frozen=True, tag="disconnected"):
    """Raised by the transport, like `Reconnected`."""


class Reconnected(_Action, frozen=True, tag="reconnected"):
    pass


_Power = UsePower | SkipPower | DismissReveal
_Presence = Disconnected | Reconnected
Action = ConfirmInitialView | Draw | Swap | Discard | _Power | CallCambio | _Presence


def action_from_json(data: Any) -> Action:
    try:
        return msgspec.convert(data, Action)
    except msgspec.ValidationError:
        raise refusal("invalid_request") from None


def action_to_json(action: Action) -> Json:
    data: Json = msgspec.to_builtins(action)
    return data
