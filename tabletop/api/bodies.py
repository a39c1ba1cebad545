"""Request bodies of all games: unknown fields are ignored, wrong types refused."""

import msgspec


class Body(msgspec.Struct, kw_only=True, rename="camel"):
    expected_version: int | None = None

    @property
    def expected_seq(self) -> int | None:
        return None if self.expected_version is None else self.expected_version - 1


class OpenBody(Body):
    player_count: int
    creator_display_name: str
    bot_count: int = 0


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
