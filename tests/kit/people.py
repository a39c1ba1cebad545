"""A person at the other end of a real HTTP connection."""

import re
import uuid
from typing import Self

import httpx

PATIENCE_SECONDS = 60


def get(url: str, *, headers: dict[str, str] | None = None) -> httpx.Response:
    """A request of somebody the site does not know."""
    return httpx.get(url, headers=headers, timeout=PATIENCE_SECONDS, verify=False)


class Person:
    def __init__(self, url: str, name: str) -> None:
        address = f"10.{uuid.uuid4().int % 250}.{uuid.uuid4().int % 250}.{uuid.uuid4().int % 250}"
        self.name = name
        # No certificates: reading those of the machine takes longer than the requests of most tests.
        self.http = httpx.Client(
            base_url=url, headers={"X-Forwarded-For": address}, timeout=PATIENCE_SECONDS, verify=False
        )
        self.http.get("/")
        self.post("/account/guest/", {"name": name})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.http.close()

    @property
    def url(self) -> str:
        return str(self.http.base_url).rstrip("/")

    @property
    def session(self) -> str:
        return str(self.http.cookies["sessionid"])

    def post(self, path: str, data: dict[str, object], **headers: str) -> httpx.Response:
        token = self.http.cookies.get("csrftoken") or ""
        return self.http.post(path, data=data, headers={"X-CSRFToken": token, "HX-Request": "true", **headers})

    def start_duel(self, other: "Person", *, turn_seconds: int = 900) -> str:
        """The path of the new table. Nobody loses a turn of 900 seconds because the machine is busy."""
        answer = self.post("/duel/start/", {"name": [self.name, other.name], "turn_seconds": str(turn_seconds)})
        assert answer.status_code == 302, answer.text
        return answer.headers["Location"]

    def hand(self, table: str) -> list[int]:
        return [int(card) for card in re.findall(r'id="play-(\d)"', self.http.get(table).text)]
