"""What the database says of the tables that sockets show, by their topics: for the heartbeat of the hub."""

from collections import defaultdict
from collections.abc import Hashable
from uuid import UUID

from tabletop.games import get_engine
from tabletop.live.snapshots import Snapshot


def table_of(topic: str) -> tuple[str, str] | None:
    """Slug and game id of a table's topic; None for the lobby, a person, or the topic of one seat of a table."""
    slug, _colon, game_id = topic.partition(":")
    return (slug, game_id) if game_id and ":" not in game_id and slug != "person" else None


def latest_seqs(topics: tuple[str, ...]) -> dict[str, int]:
    """The sequence number of each table among the topics, with one statement per kind of game."""
    seqs: dict[str, int] = {}
    for slug, game_ids in _games_of(topics).items():
        rows = get_engine(slug).store.games._default_manager.filter(pk__in=game_ids).values_list("pk", "seq")
        seqs |= {f"{slug}:{pk}": seq for pk, seq in rows}
    return seqs


def unnumbered(topics: tuple[str, ...]) -> dict[str, Hashable]:
    """What no number tells of each table among the topics, with one statement per kind of game."""
    return {
        f"{slug}:{pk}": shown
        for slug, game_ids in _games_of(topics).items()
        for pk, shown in get_engine(slug).store.unnumbered(game_ids).items()
    }


def unnumbered_of(topic: str, snapshot: Snapshot) -> Hashable:
    return get_engine(topic.partition(":")[0]).store.unnumbered_of(snapshot.loaded)


def _games_of(topics: tuple[str, ...]) -> dict[str, list[UUID]]:
    """The ids of the tables among the topics, by the kind of game."""
    ids: defaultdict[str, list[UUID]] = defaultdict(list)
    for slug, game_id in filter(None, map(table_of, topics)):
        ids[slug].append(UUID(game_id))
    return ids
