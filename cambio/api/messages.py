"""The messages of the socket for programs (rules 14.1)."""

from typing import Any, get_args

import msgspec

from cambio.api.event_shapes import EVENTS
from cambio.api.shapes import State
from tabletop.api.shapes import Refusal, Shape
from tabletop.api.sockets import ProgramSocket
from tabletop.api.typed import encode, typed


class _Sent(msgspec.Struct, kw_only=True, tag_field="type"):
    pass


class JoinGameMessage(_Sent, kw_only=True, tag="join_game"):
    """Joins with the token of a seat, or without one as the person of the session; answered with STATE_SNAPSHOT."""

    token: str | None = None


class SyncMessage(_Sent, kw_only=True, tag="sync"):
    """Asks for the whole state; answered with STATE_SNAPSHOT."""


class HeartbeatMessage(_Sent, kw_only=True, tag="heartbeat"):
    """Asks for a sign of life; answered with HEARTBEAT_ACK, which carries the same data."""

    data: Any = None


class LeaveMessage(_Sent, kw_only=True, tag="leave"):
    """Gives the seat up and closes the socket."""


class LeaveGameMessage(_Sent, kw_only=True, tag="leave_game"):
    """The older name of `leave`."""


SentMessage = JoinGameMessage | SyncMessage | HeartbeatMessage | LeaveMessage | LeaveGameMessage
SENT_TYPES = frozenset(str(message.__struct_config__.tag) for message in get_args(SentMessage))


class ServerMessage(Shape, kw_only=True):
    """Every message of the server; the version is null until the program has joined."""

    type: str
    game_id: str
    version: int | None
    timestamp: float
    data: Any


SOCKET = ProgramSocket(
    path="/cambio/ws/game/{id}/",
    sent=(JoinGameMessage, SyncMessage, HeartbeatMessage, LeaveMessage, LeaveGameMessage),
    envelope=ServerMessage,
    answers={"STATE_SNAPSHOT": State, "ERROR": Refusal, "HEARTBEAT_ACK": Any},
)
HEARD = {**EVENTS, **SOCKET.answers}
"""The type of the data of every message, by the message's."""


def write_message(kind: str, data: Any, *, game_id: str, version: int | None, timestamp: float) -> str:
    """A message of the server with its data as its type; `tabletop.api.typed` says what happens to other data."""
    told = typed(data, HEARD[kind])
    message = ServerMessage(type=kind, game_id=game_id, version=version, timestamp=timestamp, data=told)
    return encode(message).decode()
