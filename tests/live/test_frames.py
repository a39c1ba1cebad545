"""Frames that are encoded once and written directly: what arrives, and in which order."""

import socket
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from twisted.internet.error import ConnectionLost
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from tabletop.live.frames import WireMessage, add_writer, write_frame, writer_of


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_client_reads_the_text_of_a_frame_of_any_size(size: int) -> None:
    text = "ä" + "x" * size if size % 2 else "x" * size
    reader = StreamReader()
    reader.feed_data(WireMessage(text).frame)
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as parsed:
        next(parsing)
    frame: Frame = parsed.value.value
    assert (frame.opcode, frame.fin, bytes(frame.data).decode()) == (Opcode.TEXT, True, text)


class Transport:
    """As Twisted's: has a socket, and a queue of what could not be sent yet."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.dataBuffer, self._tempDataBuffer = b"", list[bytes]()
        self.connected, self.disconnecting = True, False

    def writeSomeData(self, data: bytes) -> int | Exception:  # noqa: N802 - Twisted's name
        try:
            return self.line.send(data)
        except BlockingIOError:
            return 0
        except OSError as error:
            return error

    def write(self, data: bytes) -> None:
        if data:
            self._tempDataBuffer.append(data)


@pytest.fixture
def lines() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    ours.setblocking(False)
    with ours, theirs:
        yield ours, theirs


def protocol_on(line: socket.socket, *, state: str = "open") -> Any:
    return SimpleNamespace(state=state, STATE_OPEN="open", transport=Transport(line))


def test_a_frame_goes_out_at_once(lines: tuple[socket.socket, socket.socket]) -> None:
    protocol = protocol_on(lines[0])
    write_frame(protocol, b"one")
    write_frame(protocol, b"two")
    assert lines[1].recv(100) == b"onetwo"
    assert protocol.transport._tempDataBuffer == []


def test_a_frame_waits_behind_what_waits(lines: tuple[socket.socket, socket.socket]) -> None:
    protocol = protocol_on(lines[0])
    protocol.transport.write(b"before")
    write_frame(protocol, b"after")
    assert protocol.transport._tempDataBuffer == [b"before", b"after"]
    protocol.transport._tempDataBuffer, protocol.transport.dataBuffer = [], b"before"
    write_frame(protocol, b"after")
    assert protocol.transport._tempDataBuffer == [b"after"]


def test_what_a_slow_reader_does_not_take_waits_in_order(lines: tuple[socket.socket, socket.socket]) -> None:
    protocol = protocol_on(lines[0])
    sent = [bytes([number]) * 100_000 for number in range(20)]
    for frame in sent:
        write_frame(protocol, frame)
    waiting = b"".join(protocol.transport._tempDataBuffer)
    assert waiting
    lines[0].close()
    arrived = bytearray()
    while data := lines[1].recv(1 << 20):
        arrived += data
    assert bytes(arrived) + waiting == b"".join(sent)


def test_a_broken_line_is_left_to_twisted(lines: tuple[socket.socket, socket.socket]) -> None:
    protocol = protocol_on(lines[0])
    lines[1].close()
    write_frame(protocol, b"lost")
    assert protocol.transport._tempDataBuffer == [b"lost"]


@pytest.mark.parametrize("state", ["connecting", "closing", "closed"])
def test_nothing_is_written_before_the_handshake_or_after_the_end(
    lines: tuple[socket.socket, socket.socket], state: str
) -> None:
    protocol = protocol_on(lines[0], state=state)
    write_frame(protocol, b"too late")
    lines[0].close()
    assert lines[1].recv(100) == b""
    assert protocol.transport._tempDataBuffer == []


def test_a_socket_finds_the_writer_of_its_server(lines: tuple[socket.socket, socket.socket]) -> None:
    scope: dict[str, Any] = {"type": "websocket"}
    assert writer_of(scope) is None
    add_writer(scope, protocol_on(lines[0]))
    write = writer_of(scope)
    assert write is not None
    write(b"hello")
    assert lines[1].recv(100) == b"hello"


def test_a_connection_that_turns_out_to_be_reset_is_closed(lines: tuple[socket.socket, socket.socket]) -> None:
    lost: list[Any] = []
    protocol = protocol_on(lines[0])
    protocol.transport.dataBuffer, protocol.transport.connectionLost = b"before", lost.append

    def fail(data: bytes) -> None:
        # As uvloop does.
        raise RuntimeError("unable to perform operation on <UVPoll closed=True>; the handler is closed")

    protocol.transport.write = fail
    write_frame(protocol, b"after")
    assert [failure.type for failure in lost] == [ConnectionLost]


def test_another_failure_of_a_connection_is_none_of_a_reset(lines: tuple[socket.socket, socket.socket]) -> None:
    protocol = protocol_on(lines[0])
    protocol.transport.dataBuffer = b"before"

    def fail(data: bytes) -> None:
        raise RuntimeError("something else")

    protocol.transport.write = fail
    with pytest.raises(RuntimeError, match="something else"):
        write_frame(protocol, b"after")
