"""A player's line to the site, to be cut and mended: a browser that goes offline leaves its open sockets alone."""

import socket
from contextlib import suppress
from threading import Thread

CHUNK = 65_536


class Cable:
    def __init__(self, *, port: int) -> None:
        self._site = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: list[socket.socket] = []
        self.is_cut = False
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _address = self._listener.accept()
                if self.is_cut:
                    near.close()
                    continue
                far = socket.create_connection(self._site)
                self._ends += [near, far]
                Thread(target=self._pass_on, args=(near, far), daemon=True).start()
                Thread(target=self._pass_on, args=(far, near), daemon=True).start()

    @staticmethod
    def _pass_on(source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(CHUNK):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def cut(self) -> None:
        self.is_cut = True
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def mend(self) -> None:
        self.is_cut = False

    def close(self) -> None:
        self._listener.close()
        self.cut()
