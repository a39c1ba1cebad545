"""What the tables of the database show now, compared with what version 0.1.0 showed."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

import msgspec

from tabletop.rules import Sentence
from tests.stored.rows import expected

PLAYER_GAPS = ("player", "players", "first", "leader", "opposition", "before")
"""Gaps of sentences that tell of players; a list in one of them is a list of players."""


def differences() -> Iterator[str]:
    for game, tables in expected().items():
        if game != "now":
            for game_id, told in tables.items():
                for problem in (_of_cambio if game == "cambio" else _of_imperial)(UUID(game_id), told):
                    yield f"{game} {told['label']} ({game_id}): {problem}"


def _of_cambio(game_id: UUID, told: Any) -> Iterator[str]:
    from cambio import queries, store

    loaded = store.load(game_id)
    if [sitter.display_name for sitter in loaded.sitters.values()] != told["names"]:
        yield "other names"
    for seen in told["views"]:
        now = queries.page_view(loaded, seen["seat"], expected()["now"])
        then = seen["view"]
        for player in then["players"]:
            # Of two people with one name the later one is told apart now.
            player["displayName"] = loaded.names[player["playerId"]]
        for line in (then["scores"] or []) if isinstance(then["scores"], list) else []:
            line["displayName"] = loaded.names[line["playerId"]]
        yield from _differing(then, now, seen["seat"])


def _of_imperial(game_id: UUID, told: Any) -> Iterator[str]:
    from imperial import queries, store
    from tabletop.tables.names import with_names

    loaded = store.load(game_id)
    shown = loaded.names
    # Names that differ by case alone are told apart now; the stored views have them as they are.
    loaded.__dict__["names"] = {sitter.seat_id: sitter.display_name for sitter in loaded.sitters.values()}
    ids = {name: seat_id for seat_id, name in loaded.names.items()}
    if list(ids) != told["names"]:
        yield "other names"
    if queries.all_lines(loaded) != told["lines"]:
        yield "another log"
    yield from _names_left(game_id, set(loaded.names))
    for seen in told["views"]:
        seat = None if seen["seat"] is None else ids[seen["seat"]]
        now = with_names(queries.page_view(loaded, seat, expected()["now"]), loaded.names)
        # Spellings that came with the shared table stand beside the older ones.
        now["seats"] = [{key: shown[key] for key in ("name", "type", "bot", "isHost")} for shown in now["seats"]]
        yield from _differing(seen["view"], now, seen["seat"])
    document = queries.export(store.games.objects.get(pk=game_id))["game"]
    if shown == loaded.names and document != told["export"]["game"]:
        yield "another export"


def _names_left(game_id: UUID, seat_ids: set[str]) -> Iterator[str]:
    """Sentences that do not call every player by the seat, or that their line does not tell."""
    from imperial.models import GameHistory

    for turn in GameHistory.objects.filter(game=game_id, sentences__isnull=False):
        sentences = msgspec.json.decode(turn.sentences or "", type=list[Sentence])
        if turn.lines != [str(sentence) for sentence in sentences]:
            yield f"another line in turn {turn.turn_id}"
        for sentence in sentences:
            if strangers := set(_players_in(sentence)) - seat_ids:
                yield f"{strangers} in turn {turn.turn_id}"


def _players_in(sentence: Sentence, *, of_players: bool = False) -> Iterator[str]:
    for gap, filling in sentence.values.items():
        named = gap in PLAYER_GAPS or (of_players and gap in ("others", "last"))
        for item in filling if isinstance(filling, tuple) else (filling,):
            if isinstance(item, Sentence):
                yield from _players_in(item, of_players=named)
            elif named and item:
                yield str(item)


def _differing(then: Any, now: Any, seat: Any) -> Iterator[str]:
    """Fields may have been added, none may have gone or say something else."""
    for field, value in then.items():
        if field != "joinUrl" and (field not in now or now[field] != value):
            yield f"{field} for {seat}"
