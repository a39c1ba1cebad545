"""Those who look on in this process, for its hub: its sockets let them in, its heartbeat keeps them counted."""

from collections import Counter
from collections.abc import Iterable
from uuid import UUID

from channels.db import database_sync_to_async

from tabletop import timebase
from tabletop.live import watchers
from tabletop.live.announce import WATCHING, announce
from tabletop.live.tables_shown import table_of
from tabletop.live.watchers import Onlooker, keep_count, known_counts


class WatchRooms:
    def __init__(self, process: UUID) -> None:
        self.process = process
        self._seen: dict[Onlooker, float] = {}
        """When a page of each who was admitted was open last; forgotten when it has left for good."""
        self._entering: Counter[Onlooker] = Counter()
        """How many sockets of each wait for the database to admit them."""

    async def enter(self, who: Onlooker, *, is_limited: bool) -> None:
        """Counts somebody before the socket opens, and announces it; raises WatchRoomFull."""
        now = timebase.now()
        seen_at = self._seen.get(who)
        if seen_at is not None and not watchers.is_past_grace(seen_at, now=now):
            self._seen[who] = now
            return
        # Noted before the row is written: a heartbeat between the two must not delete it.
        self._entering[who] += 1
        try:
            await database_sync_to_async(watchers.enter)(who, process=self.process, now=now, is_limited=is_limited)
            self._seen[who] = timebase.now()
        finally:
            self._entering[who] -= 1
            if not self._entering[who]:
                del self._entering[who]
        known_counts.pop(who.topic, None)
        announce(topics=(who.topic + WATCHING,))

    async def count(self, topic: str) -> int:
        """As this process knows it, else read."""
        return known_counts[topic] if topic in known_counts else await self.count_again(topic)

    async def count_again(self, topic: str) -> int:
        await self._read((topic,))
        return known_counts.get(topic, 0)

    async def beat(self, connected: Iterable[Onlooker], topics: tuple[str, ...]) -> None:
        """Refreshes the rows of this process, and reads how many look on at the tables that it shows."""
        now = timebase.now()
        had_any = bool(self._seen)
        self._seen |= dict.fromkeys(connected, now)
        for who in [who for who, at in self._seen.items() if watchers.is_past_grace(at, now=now)]:
            del self._seen[who]
        if had_any or self._seen:
            await self._reconcile(now=now)
        await self._read(topics)

    async def close(self) -> None:
        """The last socket of the process has left, and with it the heartbeat."""
        gone, self._seen = {who.topic for who in self._seen}, {}
        if gone:
            await self._reconcile(now=timebase.now())
            announce(topics=tuple(topic + WATCHING for topic in sorted(gone)))

    async def _reconcile(self, *, now: float) -> None:
        here, entering = frozenset(self._seen), frozenset(self._entering)
        await database_sync_to_async(watchers.reconcile)(here, entering=entering, process=self.process, now=now)

    async def _read(self, topics: Iterable[str]) -> None:
        tables = [(slug, UUID(game_id)) for slug, game_id in filter(None, map(table_of, topics))]
        if tables:
            counts = await database_sync_to_async(watchers.count_at)(tables, now=timebase.now())
            for topic, count in counts.items():
                keep_count(topic, count)
