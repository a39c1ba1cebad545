"""Where the game is, what happened, and the room before it starts."""

from imperial.slices.people import Json, mark
from tabletop.live.parts import View


def where(view: View) -> Json:
    return {
        "gameId": view["gameId"],
        "players": len(view["playerInfo"]),
        "round": view["round"],
        "turn": view["turnID"],
        "yourTurn": view["me"] in view["playersToAct"],
        "canUndo": view["canUndo"],
        "over": view["mode"] == "game-over",
    }


def log(view: View) -> Json:
    """The newest first, each line with the country it is about."""
    return {"lines": [_line(view, text) for text in reversed(view["history"])]}


def _line(view: View, text: str) -> Json:
    about = [country for country in view["countryInfo"] if country in text]
    return {"text": text, "country": mark(about[0]) if about else None}


def waiting(view: View) -> Json:
    if view["mode"] != "waiting":
        return {}
    return {
        key: view[key] for key in ("gameId", "roomCode", "joinUrl", "seats", "maxPlayers", "isHost", "me", "isOpen")
    }
