"""Request bodies of all games: unknown fields are ignored, wrong types refused."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from tabletop.table import Choices, NewTableChoices
from tabletop.table.state import Watching


class Body(msgspec.Struct, kw_only=True, rename="camel"):
    expected_version: int | None = None

    @property
    def expected_seq(self) -> int | None:
        return None if self.expected_version is None else self.expected_version - 1


class OpenBody(Body):
    player_count: int
    creator_display_name: str
    bot_count: int = 0
    name: str = ""
    """Of the table."""
    is_open: bool = False
    watching: Watching = "link"
    takeover: bool = False
    turn_clock: int | UnsetType | None = UNSET
    """Left out it is what the game gives to a private table or an open one."""

    @property
    def choices(self) -> NewTableChoices:
        given = {name: getattr(self, name) for name in Choices.__struct_fields__}
        chosen = {name: value for name, value in given.items() if value is not UNSET}
        return NewTableChoices(**chosen, clock_is_chosen="turn_clock" in chosen)


class JoinBody(Body):
    display_name: str


class JoinByCodeBody(JoinBody):
    room_code: str


class AddBotBody(Body):
    level: str | None = None


class RevokeBody(Body):
    renew: bool = False
    """Whether the seat gets a new token in its place."""


class RemoveBotBody(Body):
    player_id: str


class RemovePersonBody(Body):
    player_id: str


class ChangeBotBody(Body):
    player_id: str
    level: str


class SeatBody(Body):
    player_id: str | None = None
    """Of another seat than the caller's own; left out by a nudge, it goes to all who are awaited."""


class TakeSeatBody(JoinBody):
    player_id: str | None = None
    """Of the seat that is meant; left out, it is the first of those that are offered."""


class SettingsBody(Body):
    """What is left out stays as it is."""

    name: str | UnsetType = UNSET
    is_open: bool | UnsetType = UNSET
    watching: Watching | UnsetType = UNSET
    takeover: bool | UnsetType = UNSET
    turn_clock: int | UnsetType | None = UNSET
    max_players: int | UnsetType = UNSET

    @property
    def own_choices(self) -> dict[str, Any] | UnsetType:
        """Of the game's own choices those that change; a game that has such adds its field `game`."""
        return UNSET
