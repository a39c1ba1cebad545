"""Where the game is, what happened, and the room before it starts."""

from imperial.slices.people import Json, mark
from tabletop.live.parts import View


def where(view: View) -> Json:
    return {
        "gameId": view["gameId"],
        "players": len(view["playerInfo"]),
        "round": view["round"],
        "turn": view["turnID"],
        "yourTurn": view["me"] in view["playersToAct"] and view["me"] not in view["bots"],
        "canUndo": view["canUndo"],
        "over": view["mode"] == "game-over",
    }


def log(view: View) -> Json:
    """The newest first, each line with its turn and the countries it is about."""
    return {"lines": [_line(view, turn, text) for turn, text in reversed(view["history"])]}


def _line(view: View, turn: int, text: str) -> Json:
    about = [(number, country) for number, country in enumerate(view["countryInfo"], start=1) if country in text]
    return {
        "text": text,
        "turn": turn,
        "about": [number for number, _country in about],
        "country": mark(about[0][1]) if about else None,
    }


def log_filter(view: View) -> Json:
    return {"countries": [mark(country) for country in view["countryInfo"]]}


def waiting(view: View) -> Json:
    if view["mode"] != "waiting":
        return {}
    return {
        key: view[key] for key in ("gameId", "roomCode", "joinUrl", "seats", "maxPlayers", "isHost", "me", "isOpen")
    }
