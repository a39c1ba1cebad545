"""Messages that come in over sockets are bounded as a whole, however many frames they have.

The limit of Autobahn would bound those that are sent, too, which are larger.
"""

import daphne.server
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from tabletop.live.consumers import MAX_MESSAGE_BYTES

MAX_INCOMING_BYTES = 2 * MAX_MESSAGE_BYTES
"""Before the connection is closed; a message in between is refused with a sentence."""


class BoundedSocket(WebSocketProtocol):
    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802 - Autobahn's name
        super().onMessageFrameBegin(length)
        if not self.failedByMe and self.message_data_total_length > MAX_INCOMING_BYTES:
            self._max_message_size_exceeded(self.message_data_total_length, MAX_INCOMING_BYTES, "message too large")


class BoundedSocketFactory(WebSocketFactory):
    protocol = BoundedSocket


def bound_messages() -> None:
    """To be called before the server runs: it makes its factory by this name."""
    daphne.server.WebSocketFactory = BoundedSocketFactory
