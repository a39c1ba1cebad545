"""A player of Imperial gets another name in everything that is kept of a game.

Somebody may be called like a field, an action or a word of the log: a name is looked for only where names stand.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from tabletop.rules import Sentence

NAMES = {
    *("name", "host", "player", "players", "seats", "bids", "voters", "voters1", "voters2", "dictator", "winner"),
    *("audience", "undo", "bidBuyOrder", "swissSet", "leadership"),
}
"""The fields that hold a name, or several."""
KEYED_BY_NAME = {"playerInfo", "playerIds"}
TEXTS = {"line", "history", "description", "proposal"}
"""The fields that hold what was told in English."""


class Renaming:
    def __init__(self, old: str, new: str, *, told: Iterable[Sentence]) -> None:
        """`told` are the sentences that the texts were made from, as far as they are known."""
        self.old, self.new = old, new
        self.texts = {str(sentence): str(self.sentence(sentence)) for whole in told for sentence in _with_inner(whole)}

    def data(self, kept: Any, field: str = "") -> Any:
        """What was decoded from JSON and stands in this field."""
        if isinstance(kept, dict):
            if field in KEYED_BY_NAME:
                return {self.name(key): self._record(key, value) for key, value in kept.items()}
            return {key: self.data(value, key) for key, value in kept.items()}
        if isinstance(kept, list):
            return [self.data(item, field) for item in kept]
        if not isinstance(kept, str):
            return kept
        if field == "imported":
            return self.json(kept)
        return self.name(kept) if field in NAMES else self.text(kept) if field in TEXTS else kept

    def _record(self, name: str, kept: Any) -> Any:
        record = self.data(kept)
        # Games from elsewhere bring addresses along: they go with the name.
        is_own = name == self.old and isinstance(record, dict) and "email" in record
        return record | {"email": ""} if is_own else record

    def json(self, text: str) -> str:
        return msgspec.json.encode(self.data(msgspec.json.decode(text))).decode()

    def name(self, kept: str) -> str:
        return self.new if kept == self.old else kept

    def sentence(self, sentence: Sentence) -> Sentence:
        return Sentence(sentence.template, {gap: self._filling(filling) for gap, filling in sentence.values.items()})

    def _filling(self, filling: Any) -> Any:
        if isinstance(filling, tuple):
            return tuple(self._filling(item) for item in filling)
        if isinstance(filling, Sentence):
            return self.sentence(filling)
        return self.name(filling) if isinstance(filling, str) else filling

    def text(self, text: str) -> str:
        """Where the sentence is not known, in games from elsewhere or in what was taken back, the name is a word."""
        if text in self.texts:
            return self.texts[text]
        return re.sub(rf"(?<!\w){re.escape(self.old)}(?!\w)", lambda _found: self.new, text)


def _with_inner(sentence: Sentence) -> Iterator[Sentence]:
    yield sentence
    for filling in sentence.values.values():
        for inner in filling if isinstance(filling, tuple) else (filling,):
            if isinstance(inner, Sentence):
                yield from _with_inner(inner)
