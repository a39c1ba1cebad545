"""The clock of a site as a process of its own: `manage.py clock`."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.kit.process import Server
from tests.kit.server import MANAGE, TROUBLE, Site

COUNTS = re.compile(rb"^The counts are at (http://\S+)/metrics\n", re.MULTILINE)


class ClockProcess(Server):
    name = "clock"

    def __init__(self, site: Site) -> None:
        super().__init__()
        self.site = site

    @property
    def url(self) -> str:
        """Where it tells its counts, at /metrics."""
        return COUNTS.findall(self.log.read_bytes())[-1].decode()

    def command(self) -> list[str]:
        return [sys.executable, str(MANAGE), "clock", "--metrics-port", "0"]

    def environment(self) -> dict[str, str]:
        return self.site.environment

    def is_ready(self) -> bool:
        return b"The clock is running.\n" in self.log.read_bytes()


@contextmanager
def running_clock(site: Site) -> Iterator[ClockProcess]:
    """Beside servers without one; complains about trouble in its log."""
    clock = ClockProcess(site)
    try:
        clock.start()
        yield clock
        clock.stop()
        trouble = [line for line in clock.log.read_text().splitlines() if TROUBLE.search(line)]
        assert not trouble, "The clock's log tells of trouble:\n" + "\n".join(trouble)
    finally:
        clock.close()
