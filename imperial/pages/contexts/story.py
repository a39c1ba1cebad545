"""Where the game is, what happened, and the room before it starts."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from django.utils.translation import get_language

from imperial.rules import MIN_PLAYERS
from tabletop.live.parts import View
from tabletop.rules import Json, Sentence
from tabletop.tables.names import with_names
from tabletop.translation import translate

if TYPE_CHECKING:
    from imperial.store.reading import Line

MOST_TOLD = 6


def where(view: View) -> Json:
    return {
        "gameId": view["gameId"],
        "players": len(view["playerInfo"]),
        "round": view["round"],
        "turn": view["turnID"],
        "yourTurn": view["me"] in view["playersToAct"] and view["me"] not in view["bots"],
        "canUndo": view["canUndo"],
    }


def log(view: View) -> Json:
    """The newest first, each line with its turn and the countries it is about."""
    return {"lines": _lines(view, view["history"][::-1])}


def told(view: View) -> Json:
    """What the last turn brought, in the order in which it happened. All that happened to an imported game was one
    turn, so there is an end to it."""
    history = view["history"]
    return {"lines": _lines(view, [line for line in history[-MOST_TOLD:] if line.turn == history[-1].turn])}


def _lines(view: View, lines: "Sequence[Line]") -> list[Json]:
    language, countries = get_language(), list(view["countryInfo"])
    texts = [line.text if line.sentence is None else _translated(line.sentence, language) for line in lines]
    shown = []
    for line, text in zip(lines, with_names(texts, view["names"]), strict=True):
        about = [number for number, country in enumerate(countries, start=1) if country in line.text]
        country = view["marks"][countries[about[0] - 1]] if about else None
        shown.append({"text": text, "turn": line.turn, "about": about, "country": country})
    return shown


@lru_cache(maxsize=4096)
def _translated(sentence: bytes, _language: str | None) -> str:
    """With seat ids. All at a table read the same lines again and again: each is translated once per language."""
    return translate(msgspec.json.decode(sentence, type=Sentence))


def log_filter(view: View) -> Json:
    return {"countries": [view["marks"][country] for country in view["countryInfo"]]}


def waiting(view: View) -> Json:
    seated = len(view["seats"])
    return {key: view[key] for key in ("gameId", "roomCode", "joinUrl", "maxPlayers", "isHost", "isOpen", "clock")} | {
        "fingerprint": view["shuffleFingerprint"],
        "seats": [seat | {"you": seat["name"] == view["me"]} for seat in view["seats"]],
        "seated": seated,
        "sitting": view["me"] is not None,
        "free": view["maxPlayers"] - seated,
        "host": next((seat["name"] for seat in view["seats"] if seat["isHost"]), None),
        "mayStart": seated >= MIN_PLAYERS,
    }
