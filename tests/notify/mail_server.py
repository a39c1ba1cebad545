"""A mail server small enough to break in the ways real ones do."""

import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage


class MailServer(socketserver.ThreadingTCPServer):
    """Accepts every mail until told otherwise, and keeps them in `taken`."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.taken: list[EmailMessage] = []
        self.connections = 0
        self.answer_to_recipient = "250 Fine"
        self.answer_to_data = "250 Taken"
        self.hangs_up_before_answering = False
        self.on_mail: Callable[[], None] = lambda: None

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def subjects(self) -> list[str]:
        return [mail["Subject"] for mail in self.taken]


class _Conversation(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.server.connections += 1
        self.say("220 Welcome")
        while line := self.rfile.readline():
            match line[:4].upper():
                case b"DATA":
                    self.say("354 Go ahead")
                    if not self.take_mail():
                        return
                case b"RCPT":
                    self.say(self.server.answer_to_recipient)
                case b"QUIT":
                    self.say("221 Bye")
                    return
                case _:
                    self.say("250 Fine")

    def take_mail(self) -> bool:
        lines = iter(self.rfile.readline, b".\r\n")
        mail = message_from_bytes(b"".join(lines), policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.server.on_mail()
        if self.server.answer_to_data.startswith("250"):
            self.server.taken.append(mail)
        if self.server.hangs_up_before_answering:
            return False
        self.say(self.server.answer_to_data)
        return True

    def say(self, line: str) -> None:
        self.wfile.write(line.encode() + b"\r\n")


@contextmanager
def running_mail_server() -> Iterator[MailServer]:
    with MailServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
