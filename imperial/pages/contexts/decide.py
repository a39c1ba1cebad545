"""The decision panel: the decision, with faces, flags and shapes to draw it with."""

from math import pi

from imperial.map import rondel
from imperial.map.rondel import RIM_DISCS
from imperial.pages.contexts import council
from imperial.pages.contexts.board import import_id
from imperial.pages.contexts.people import face, with_widths
from tabletop.live.parts import View
from tabletop.rules import Json
from tabletop.translation import translate

CHOSEN_FOR = {"factory": "chosen", "production": "units", "import": "units"}
"""Actions that may be taken without choosing anything, and where the choice stands."""


SCREENS = {
    "bid": "auction",
    "offer": "auction",
    "proposal": "rondel",
    "vote": "government",
    "plan": "maneuver",
    "peace": "peace",
    "market": "market",
}
"""Section about each screen of a decision."""

ACTIONS = {
    "factory": "factory",
    "production": "production",
    "import": "import",
    "taxes": "taxation",
    "interest": "investor",
    "maneuver": "maneuver",
}
"""Section about each action on the rondel."""


def decide(view: View) -> Json:
    decision = view["decision"]
    dress = _DRESSED.get(decision["screen"])
    return {
        "gameId": view["gameId"],
        "country": view["marks"][decision.get("country") or view["countryUp"]],
        "section": ACTIONS[decision["details"]["kind"]] if decision.get("details") else SCREENS.get(decision["screen"]),
        "hint": _hint(view, decision),
        "draftNumber": view["draftNumber"],
    } | (dress(view, decision) if dress else {"decision": decision})


def _hint(view: View, decision: Json) -> str | None:
    # Once a sector is chosen, what it asks needs the room.
    name = None if decision.get("chosen") else "opposition" if decision.get("leading") else decision["screen"]
    return name if name in view["hints"] else None


def _proposal(view: View, decision: Json) -> Json:
    wheel = view["wheel"]
    shapes = rondel.sectors(tuple(wheel))
    width = 2 * pi / len(wheel)
    sectors = []
    for index, (shape, spot) in enumerate(zip(shapes, decision["spots"], strict=True)):
        x, y = rondel.on_circle(RIM_DISCS, -pi / 2 + index * width)
        sectors.append(shape | spot | {"rimX": x, "rimY": y})
    details, leading = decision["details"], decision["leading"]
    if details and details["kind"] == "production":
        details = details | {"units": details["fleets"] + details["armies"]}
    if details and details["kind"] == "import":
        details = details | {"places": _import_places(details)}
    chosen = CHOSEN_FOR.get(details["kind"]) if details else None
    return {
        "decision": {key: value for key, value in decision.items() if key != "spots"}
        | {"details": details, "leading": leading and council.proposal(view, leading)},
        "nothing": chosen is not None and not details[chosen],
        "sectors": sectors,
        "markers": rondel.markers(wheel, view["countryInfo"], up=decision["country"]),
    }


def _import_places(details: Json) -> list[Json]:
    if not details["left"]:
        return []
    return [
        {
            "place": place,
            "id": import_id(place),
            "army": place in details["armyPlaces"],
            "fleet": place in details["fleetPlaces"],
        }
        for place in dict.fromkeys([*details["armyPlaces"], *details["fleetPlaces"]])
    ]


def _market(view: View, decision: Json) -> Json:
    purchase = decision["purchase"]
    return {
        "country": view["marks"][purchase["country"] if purchase else view["countryUp"]],
        "decision": {key: decision[key] for key in ("screen", "turn", "money", "asSwiss")}
        | {
            "purchase": purchase and _deal(view, purchase),
            "within": any(cell["buyable"] for row in decision["rows"] for cell in row["cells"]),
        },
    }


def _deal(view: View, purchase: Json) -> Json:
    return (
        purchase
        | view["marks"][purchase["country"]]
        | {
            "shares": with_widths([share | view["faces"][share["name"]] for share in purchase["shares"]]),
            "youLead": purchase["leader"] == view["me"],
            "youOppose": purchase["opposition"] == view["me"],
        }
    )


def _plan(view: View, decision: Json) -> Json:
    rows = [
        council.worded(view, row) | {"number": number, "problem": row["problem"] and translate(row["problem"])}
        for number, row in enumerate(decision["rows"], start=len(decision["committed"]) + 1)
    ]
    groups: list[Json] = []
    for unit in ("fleet", "army"):
        of_kind = [row for row in rows if row["unit"] == unit]
        for position, row in enumerate(of_kind):
            row |= {"first": position == 0, "last": position == len(of_kind) - 1}
            # One thing to do is no choice, unless something else is planned.
            row |= {"choose": len(row["actions"]) > 1 or bool(row["actions"] and (row["problem"] or row["undecided"]))}
        if of_kind:
            groups.append({"unit": unit, "rows": of_kind})
    asked, step = decision["asks"], decision["step"]
    return {
        "decision": {
            key: decision[key] for key in ("screen", "turn", "inHand", "destinations", "outOfReach", "overtaken")
        }
        | {
            "committed": [council.worded(view, row) for row in decision["committed"]],
            "groups": groups,
            "needsPlace": [row["number"] for row in rows if row["problem"]],
            "needsChoice": [row["number"] for row in rows if row["undecided"]],
            "reach": max(0, len(decision["destinations"]) - 1),
            "asks": [view["marks"][country]["name"] for country in dict.fromkeys(asked)],
            "offers": len(asked),
            "askedTogether": [view["marks"][country] for country in decision["askedTogether"]],
            "step": step
            and {"number": rows[0]["number"], "problem": step["problem"] and translate(step["problem"])}
            | {"asks": step["asks"] and view["marks"][step["asks"]]["name"]},
        }
    }


_DRESSED = {
    "waiting": council.waiting,
    "proposal": _proposal,
    "market": _market,
    "vote": council.vote,
    "peace": council.peace,
    "plan": _plan,
}


def market(view: View) -> Json:
    """The table of bonds that takes the place of the map while somebody buys."""
    decision = view["decision"]
    rows = decision["rows"] if decision["screen"] == "market" else view["market"]
    return {
        "gameId": view["gameId"],
        "yours": decision["screen"] == "market",
        "rows": [
            row
            | view["marks"][row["country"]]
            | {"cells": [cell | {"holder": cell["holder"] and face(view, cell["holder"])} for cell in row["cells"]]}
            for row in rows
        ],
    }


def result(view: View) -> Json:
    decision = view["decision"]
    return {
        "gameId": view["gameId"],
        "seated": view["me"] is not None,
        "tableUrl": view["tableUrl"],
        "winner": decision["winner"],
        "second": decision["second"],
        "lead": decision["lead"],
        "decidedBy": decision["decidedBy"],
        "clocked": any(row["modifier"] for row in decision["rows"]),
        "country": view["marks"][decision["country"]],
        "countries": [entry | view["marks"][entry["country"]] for entry in decision["countries"]],
        "rows": [
            row
            | view["faces"][row["name"]]
            | {"values": [value | view["marks"][value["country"]] for value in row["values"]]}
            for row in decision["rows"]
        ],
    }
