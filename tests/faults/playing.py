"""Tables at which programs play one game after the other, whatever happens to the site meanwhile."""

import threading
import time
from collections.abc import Callable
from random import Random
from typing import Any, TypeVar

import httpx

from tests.kit.ledger import Ledger
from tests.kit.players import RETRY_SECONDS, Deed, Player, Unavailable, join, open_table
from tests.kit.server import SiteServer
from tests.races.positions import START

Answer = TypeVar("Answer")
PAUSE_SECONDS = 0.2
WATCHED_PAUSE_SECONDS = 0.8
"""Between two moves at a table: programs that play as fast as they can would leave nothing to servers and browsers."""


class Over(Exception):
    """The test ends."""


class PlayingTable:
    """Two programs; `endless` ones, which are watched, play slowly and never end a game: a page stays at one table."""

    def __init__(self, servers: list[SiteServer], slug: str, ledger: Ledger, *, seed: int, endless: bool) -> None:
        self.servers, self.slug, self.ledger, self.endless = servers, slug, ledger, endless
        self.chance = Random(seed)
        self.over = threading.Event()
        self.players: list[Player] = []
        self.accepted_at = 0.0
        """When the last accepted move was answered."""
        self.games = 0
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name=f"{slug} {seed}", daemon=True)

    def start(self) -> None:
        self._open()
        self._thread.start()

    def end(self) -> None:
        self.over.set()

    def join(self) -> None:
        self._thread.join(timeout=120)
        assert not self._thread.is_alive()
        assert self.error is None, self.error

    def _run(self) -> None:
        try:
            while True:
                if not self._move():
                    assert not self.endless, f"{self.slug}: the game has ended, and its page stays behind"
                    self._open()
                time.sleep(WATCHED_PAUSE_SECONDS if self.endless else PAUSE_SECONDS)
        except Over:
            pass
        except BaseException as error:
            self.error = error

    def _until_answered(self, ask: Callable[[int], Answer]) -> Answer:
        """Asks one process after the other. Raises Over."""
        at = self.chance.randrange(2)
        while not self.over.is_set():
            try:
                return ask(at)
            except (httpx.TransportError, Unavailable):
                at = 1 - at
                time.sleep(RETRY_SECONDS)
        raise Over

    def _open(self) -> None:
        """A fresh table; what was left half opened when the site went away stays behind."""

        def sit_down(at: int) -> list[Player]:
            servers = self.servers[at:] + self.servers[:at]
            host = open_table(servers, self.slug, self.ledger)
            guest = join(host)
            assert isinstance(guest, Player), guest
            for player in (host, guest):
                player.servers = self.servers
            return [host, guest]

        self.players = self._until_answered(sit_down)
        self._insist(self.players[0], START)
        self.games += 1

    def _insist(self, player: Player, deed: Deed) -> None:
        if self.over.is_set():
            raise Over
        told = player.insist(deed, at=self.chance.randrange(2), is_over=self.over.is_set)
        if told.is_accepted:
            self.accepted_at = time.monotonic()

    def _move(self) -> bool:
        """Whether somebody could move."""
        for player in self.players:
            deed = self._until_answered(lambda at, player=player: self._choose(player, at))  # type: ignore[misc]
            if deed is not None:
                self._insist(player, deed)
                return True
        return False

    def _choose(self, player: Player, at: int) -> Deed | None:
        if self.slug == "imperial":
            legal = player.look(at=at, path="/options")["options"]["legalActions"]
            legal = [action for action in legal if action["type"] not in ("pause", "resume")]
            if not legal:
                return None
            action = self.chance.choice(legal)
            return Deed(path=action["type"], body=action, logged={"type": action["type"]})
        return self._choose_in_cambio(player.look(at=at)["state"])

    def _choose_in_cambio(self, state: Any) -> Deed | None:
        place = self.chance.randrange(4)
        deeds = {
            "confirm_initial_view": Deed(path="view-initial"),
            "draw_from_deck": Deed(path="draw", body={"source": "deck"}, logged={"source": "deck"}),
            "draw_from_discard": Deed(path="draw", body={"source": "discard"}, logged={"source": "discard"}),
            "swap_card": Deed(path="swap", body={"position": place}, logged={"position": place}),
            "discard_card": Deed(path="discard", logged={"type": "discard"}),
            "skip_power": Deed(path="power", body={"skip": True}, logged={"type": "skip_power"}),
            "dismiss_reveal": Deed(path="power", body={"dismiss": True}, logged={"type": "dismiss_reveal"}),
            "call_cambio": Deed(path="cambio", logged={"type": "call_cambio"}),
        }
        offered = [name for name in state["availableActions"] if name in deeds]
        if "call_cambio" in offered and (self.endless or self.chance.random() > 0.1):
            offered.remove("call_cambio")
        return deeds[self.chance.choice(offered)] if offered else None
