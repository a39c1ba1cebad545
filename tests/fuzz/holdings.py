"""What the visitors of the served world hold."""

import msgspec

from tests.access.visitors import Visitor


class TableOf(msgspec.Struct, frozen=True, kw_only=True):
    slug: str
    state: str
    """`running`, `waiting`, `over` or `elsewhere`."""
    game_id: str
    room_code: str
    token: str


class Holdings(msgspec.Struct, frozen=True, kw_only=True):
    people: dict[Visitor, str]
    """The ids of those who have a session."""
    cookies: dict[Visitor, str]
    tables: list[TableOf]
    deck_id: str
    share_token: str
