"""What programs send: the shape of every body. Unknown fields are ignored, wrong types are refused."""

from typing import Literal, TypeVar

import msgspec
from django.http import HttpRequest

from cambio.api.refusals import ApiRefusal
from cambio.bots.levels import Level
from cambio.rules import PowerType

MAX_BODY_BYTES = 16 * 1024
MAX_KEY_CHARACTERS = 64


class Body(msgspec.Struct, kw_only=True, rename="camel"):
    expected_version: int | None = None

    @property
    def expected_seq(self) -> int | None:
        return None if self.expected_version is None else self.expected_version - 1


class CreateBody(Body):
    player_count: int
    creator_display_name: str
    bot_count: int = 0
    bot_difficulty: Level = "easy"


class JoinBody(Body):
    display_name: str


class JoinByCodeBody(JoinBody):
    room_code: str


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


B = TypeVar("B", bound=Body)


def read_body(request: HttpRequest, kind: type[B]) -> B:
    if request.method == "GET":
        return kind()
    try:
        announced = int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        raise ApiRefusal("validation_error") from None
    content = b"" if announced > MAX_BODY_BYTES else request.read(MAX_BODY_BYTES + 1)
    if announced > MAX_BODY_BYTES or len(content) > MAX_BODY_BYTES:
        raise ApiRefusal("body_too_large")
    # A form of another site cannot send this type: so nobody is brought to a table without knowing.
    if content and request.content_type != "application/json":
        raise ApiRefusal("validation_error", details={"contentType": "application/json"})
    try:
        return msgspec.json.decode(content or b"{}", type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise ApiRefusal("validation_error", details={"problem": str(error)}) from None


def read_key(request: HttpRequest) -> str | None:
    key = request.headers.get("Idempotency-Key") or None
    if key is not None and (len(key) > MAX_KEY_CHARACTERS or "\0" in key):
        raise ApiRefusal("validation_error", details={"problem": "Idempotency-Key"})
    return key
