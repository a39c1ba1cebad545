"""A site of one page, for the tests of the browser helpers."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


class EchoSite:
    """Answers every request with the same page."""

    def __init__(self, page: str, *, policy: str = "") -> None:
        if not policy:
            # Otherwise the browser asks for one, and is cut off when the test ends first.
            page = f'<link rel="icon" href="data:,">{page}'

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                body = page.encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                if policy:
                    self.send_header("Content-Security-Policy", policy)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *arguments: Any) -> None:
                """Silence: these requests interest nobody."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.http.shutdown()
        self.http.server_close()
