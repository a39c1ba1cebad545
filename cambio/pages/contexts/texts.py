"""The one line that says what is going on, and the dialog of a power."""

from cambio.pages.contexts.people import chip, kept_until, my_turn, name_for, others_after, player_with
from cambio.rules.cards import POINTS, POWERS
from cambio.rules.state import POSITIONS
from tabletop.live.parts import View
from tabletop.rules import Json


def status(view: View) -> Json:
    if view["abandoned"]:
        return {"line": "abandoned"}
    if view["phase"] == "initial_view":
        return _first_look(view)
    return _own_turn(view) if my_turn(view) else _turn_of_another(view)


def _first_look(view: View) -> Json:
    if "confirm_initial_view" in view["availableActions"]:
        return {"line": "remember", "until": f"{view['initialViewEndsAt']:.1f}"}
    waiting = [
        player["displayName"]
        for player in view["players"]
        if not player["hasViewedInitialCards"] and player["playerId"] != view["myPlayerId"]
    ]
    return {"line": "waiting", "names": waiting}


def _own_turn(view: View) -> Json:
    held, power = view["heldCard"], view["openPower"]
    last = view["phase"] == "final_round"
    if power:
        return {"line": f"own_{power['powerType']}", "card": view["discardTop"]}
    if held:
        # A card from the discard pile has to stay, so its power does not count.
        power = POWERS[held["card"]] if held["source"] == "deck" else None
        line = {"line": f"hold_{held['source']}", "card": held["card"], "last": last}
        return line | {"points": POINTS[held["card"]], "power": power}
    return {"line": "draw", "card": view["discardTop"], "last": last}


def _turn_of_another(view: View) -> Json:
    player = player_with(view, view["currentTurnPlayerId"])
    line: Json = {"name": player["displayName"]}
    kept = kept_until(view, player)
    power, held = view["openPower"], view["heldCard"]
    if kept:
        return {**line, "line": "away", "until": kept}
    if power:
        looking = view["stage"] == "power_reveal"
        return {**line, "line": "looking" if looking else f"choosing_{power['powerType']}"}
    if view["stage"] == "awaiting_draw":
        return {**line, "line": "drawing"}
    return {**line, "line": "holding", "card": held["card"] if held else None}


def modal(view: View) -> Json:
    """The power dialog, for its owner alone."""
    power = view["openPower"]
    if not power or power["playerId"] != view["myPlayerId"]:
        return {}
    reveal = power["reveal"]
    if reveal:
        return {
            "kind": "reveal",
            "name": name_for(view, reveal["ownerId"]),
            "position": reveal["position"],
            "card": reveal["card"],
            "glimpse": power["powerType"] == "look_own",
            "until": f"{view['peekExpiresAt']:.1f}",
        }
    # Who is connected is left out: a choice half made must not be lost because somebody's connection flickers.
    others = [chip(view, player) for player in others_after(view, view["mySeat"])]
    return {
        "kind": power["powerType"],
        "card": view["discardTop"],
        "seat": view["mySeat"],
        "others": [{key: other[key] for key in ("seat", "name", "initial", "colour", "bot")} for other in others],
        "positions": POSITIONS,
    }
