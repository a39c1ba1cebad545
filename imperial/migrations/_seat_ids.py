"""How stored games of Imperial were keyed by names, and how they are keyed by seat ids.

A person may be called like a field, an action or a word of the log: a name counts only where names stand. Where a seat
must stand, a name that nobody has is refused; texts alone may hold other words.
"""

import json
import re
from typing import Any

SEATS = {
    *("name", "host", "player", "players", "seats", "bids", "voters", "voters1", "voters2", "dictator", "winner"),
    *("audience", "undo", "bidBuyOrder", "swissSet", "leadership"),
}
"""Fields that hold a name, or several, and nothing else but numbers: of dollars in `bids`, of a proposal in `winner`."""
TEXTS = {"line", "history", "description", "proposal"}
"""Fields that hold English texts."""
PLAYER_GAPS = {"player", "players", "first", "leader", "opposition", "before"}
"""Gaps of sentences that are filled with names, or with nothing where the sentence leaves them out."""
LIST_GAPS = {"others", "last"}
"""Gaps of a list, of names or of places: that depends on the gap which the list fills."""
ACTIONS = {"start_game": "start", "resign": "hand_to_bot"}
TAKEOVER_LEVEL = "sensible"


class Rewriter:
    """Puts seat ids in place of names, in everything that is kept of one game."""

    def __init__(self, ids: Any, sentences: Any = ()) -> None:
        self.ids = dict(ids)
        self.texts = {_english(part): _english(self.sentence(part)) for whole in sentences for part in _parts(whole)}

    def seat_id(self, name: Any) -> Any:
        if name is None:
            return None
        if name not in self.ids:
            raise LookupError(f"nobody with a seat is called {name!r}")
        return self.ids[name]

    def data(self, kept: Any, field: Any = "") -> Any:
        """What was decoded from JSON and stands in this field."""
        if isinstance(kept, dict):
            if field == "playerInfo":
                return {self.seat_id(name): self._record(value) for name, value in kept.items()}
            return {key: self.data(value, key) for key, value in kept.items()}
        if isinstance(kept, list):
            return [self.data(item, field) for item in kept]
        if not isinstance(kept, str):
            return kept
        if field in SEATS:
            return self.seat_id(kept)
        return self.text(kept) if field in TEXTS else kept

    def _record(self, player: Any) -> Any:
        record = self.data(player)
        # Addresses, like names, stand in the rows of the seats alone.
        return record | {"email": ""} if "email" in record else record

    def json(self, text: Any) -> Any:
        return json.dumps(self.data(json.loads(text)), ensure_ascii=False, separators=(",", ":"))

    def text(self, text: Any) -> Any:
        """Where the sentence is not known, in games from elsewhere or in what was undone, a name is a word."""
        if text in self.texts:
            return self.texts[text]
        names = "|".join(re.escape(name) for name in sorted(self.ids, key=len, reverse=True))
        return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda found: self.ids[found[0]], text) if names else text

    def sentence(self, sentence: Any, fills: Any = "") -> Any:
        """`fills` is the gap of another sentence in which it stands."""
        names = PLAYER_GAPS | LIST_GAPS if fills in PLAYER_GAPS else PLAYER_GAPS
        values = {gap: self._filling(gap, value, names) for gap, value in sentence.get("values", {}).items()}
        return sentence | ({"values": values} if values else {})

    def _filling(self, gap: Any, filling: Any, names: Any) -> Any:
        if isinstance(filling, list):
            return [self._filling(gap, item, names) for item in filling]
        if isinstance(filling, dict):
            return self.sentence(filling, gap)
        return self.seat_id(filling) if gap in names and filling else filling

    def payload(self, payload: Any) -> Any:
        """An action of the log. Moves of the rules name no player."""
        kind = ACTIONS.get(payload["type"], payload["type"])
        if kind == "join":
            return {"type": kind, "seatId": payload["player_id"]}
        if kind == "add_bot":
            return {"type": kind, "seatId": payload["player_id"], "level": payload["kind"]}
        if "name" in payload and kind in ("remove_bot", "hand_to_bot"):
            return {"type": kind, "seatId": self.seat_id(payload["name"])}
        return payload | {"type": kind}

    def event(self, event: Any) -> Any:
        if event["type"] not in TABLE_EVENTS:
            return self.data(event)
        seat = {"type": event["type"], "playerId": self.seat_id(event["name"])}
        return seat | TABLE_EVENTS[event["type"]](self, event) | {"audience": self.data(event["audience"], "audience")}


def rewrite_log(entries: Any, opening: Any, now: Any) -> None:
    """In the waiting room a name may have been another person's before: the log itself says whose it was."""
    then = Rewriter(now.ids if "imported" in opening else now.ids | {opening["name"]: opening["playerId"]})
    then.texts = now.texts
    for entry in entries:
        if entry.payload["type"] in ("join", "add_bot"):
            then.ids[entry.payload["name"]] = entry.payload["player_id"]
        gone = [event["name"] for event in entry.events if event["type"] == "player_left"]
        entry.actor = then.seat_id(entry.actor)
        entry.payload = then.payload(entry.payload)
        entry.events = [then.event(event) for event in entry.events]
        for name in gone:
            del then.ids[name]


TABLE_EVENTS = {
    "player_joined": lambda _rewriter, event: {
        "playerType": event["playerType"],
        "turnOrder": event["totalPlayers"] - 1,
        "totalPlayers": event["totalPlayers"],
    },
    "player_left": lambda rewriter, event: {"hostPlayerId": rewriter.seat_id(event["host"])},
    "seat_taken_over": lambda _rewriter, _event: {"botLevel": TAKEOVER_LEVEL},
    "seat_taken_back": lambda _rewriter, _event: {},
    "undone": lambda _rewriter, event: {"turnId": event["turnId"]},
}


def _parts(sentence: Any) -> Any:
    """The sentence and those within it."""
    yield sentence
    for filling in sentence.get("values", {}).values():
        for inner in filling if isinstance(filling, list) else [filling]:
            if isinstance(inner, dict):
                yield from _parts(inner)


def _english(sentence: Any) -> Any:
    values = sentence.get("values", {})
    return sentence["template"] % {gap: _filled(value) for gap, value in values.items()} if values else sentence["template"]


def _filled(filling: Any) -> Any:
    if isinstance(filling, list):
        return ", ".join(_filled(item) for item in filling)
    return _english(filling) if isinstance(filling, dict) else str(filling)
