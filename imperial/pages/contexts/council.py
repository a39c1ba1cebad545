"""Questions that concern several players: what lies before them, who is asked, and who has answered."""

import msgspec

from imperial.pages.contexts.people import face, with_widths
from imperial.pages.contexts.story import told
from imperial.rules.maneuver import action_codes as codes
from tabletop.live.parts import View
from tabletop.rules import Json, Sentence

TOLD_BESIDE = ("bid", "vote", "proposal-opp")
"""Where the panel itself shows what has just happened."""


def proposal(view: View, card: Json) -> Json:
    """With what every unit does where it arrives."""
    return card | {"moves": [worded(view, row) for row in card["moves"]]}


def vote(view: View, decision: Json) -> Json:
    voters = with_widths([voter | face(view, voter["name"]) for voter in decision["voters"]])
    cards = [{key: card[key] for key in ("number", "name", "spot")} for card in decision["proposals"]]
    return {"decision": decision | {"voters": voters, "proposals": [card | face(view, card["name"]) for card in cards]}}


def peace(view: View, decision: Json) -> Json:
    voters = with_widths([voter | face(view, voter["name"]) for voter in decision["voters"]])
    moves = [worded(view, row) for row in decision["moves"]]
    return {
        "decision": decision | {"moves": moves, "voters": voters},
        "moving": view["marks"][decision["movingCountry"]],
    }


def waiting(view: View, decision: Json) -> Json:
    """For those who are not asked: what others are asked, as far as everybody may know it."""
    return {
        "decision": {key: decision[key] for key in ("screen", "mode", "watching")}
        | {
            "moves": [worded(view, row) for row in decision["moves"]],
            "faces": [view["faces"][name] for name in decision["awaited"]],
            # The proposals of a vote are drawn beside the panel.
            "proposed": proposal(view, view["proposals"][0]) if view["mode"] == "proposal-opp" else None,
            "myVote": _own_vote(view),
            "voters": _voters(view, decision["answered"]),
            "offer": _offer(view),
            "buyer": _buyer(view, decision),
            "told": [] if view["mode"] in TOLD_BESIDE else told(view)["lines"],
        }
    }


def _own_vote(view: View) -> Json | None:
    chosen = view["voting"]["myVote"] if view["mode"] == "vote" else None
    return next(
        ({"number": chosen, "spot": card["spot"]} for card in view["proposals"] if card["number"] == chosen), None
    )


def _voters(view: View, answered: list[str]) -> list[Json]:
    if view["mode"] == "vote":
        country = view["countryUp"]
        shares = [(name, view["holdings"][name][country]) for name in view["countryInfo"][country]["leadership"]]
    else:
        shares = [(voter["name"], voter["stock"]) for voter in (view["offer"] or {"voters": []})["voters"]]
    voters = [view["faces"][name] | {"stock": stock, "voted": name in answered} for name, stock in shares]
    return with_widths(voters)


def _offer(view: View) -> Json | None:
    offer = view["offer"]
    if offer is None:
        return None
    return {key: offer[key] for key in ("mover", "unit", "origin", "destination", "voting", "accepted", "rejected")} | {
        "moving": view["marks"][offer["movingCountry"]],
        "target": view["marks"][offer["country"]],
    }


def _buyer(view: View, decision: Json) -> Json | None:
    if view["mode"] != "buy" or not decision["awaited"]:
        return None
    info = view["playerInfo"][decision["awaited"][0]]
    return {"money": info["money"], "asSwiss": not info["investor"]}


def worded(view: View, row: Json) -> Json:
    """A row with what its unit does where it arrives, ready to be put into words."""
    offered = [choice["action"] for choice in row.get("actions", ())]
    return (
        row
        | _deed(view, row["action"])
        | {
            "actions": [choice | _deed(view, choice["action"], among=offered) for choice in row.get("actions", ())],
            "askNames": [view["marks"][country]["name"] for country in row.get("asks", ())],
        }
    )


def _deed(view: View, action: str, *, among: list[str] | None = None) -> Json:
    if codes.is_war(action):
        country, kind = codes.war_target(action)
        rivals = [other for other in among or () if codes.is_war(other) and codes.war_target(other)[0] == country]
        return {"deed": "war", "target": view["marks"][country]["name"], "kind": kind, "bothKinds": len(rivals) > 1}
    if codes.is_blow_up(action):
        return {"deed": "blow_up", "target": view["marks"][codes.blow_up_target(action)]["name"]}
    return {"deed": action}


def envelopes(view: View) -> Json:
    """A part of its own: news of others must not disturb a person who is typing."""
    if view["mode"] == "buy-bid":
        return _opened(view)
    seated = view["playerInfo"].items()
    return {"people": [view["faces"][name] | {"sealed": not info["myTurn"]} for name, info in seated]}


def _opened(view: View) -> Json:
    """All bids in their order, and what has become of each. Who has answered has no bid any more: the log tells it."""
    waiting = {name: view["playerInfo"][name]["bid"] for name in view["bidBuyOrder"]}
    bids = _told_bids(view) or waiting
    serious = [bid for bid in bids.values() if bid]
    return {
        "bids": [
            view["faces"][name]
            | {
                "bid": bid,
                "asked": name in view["playersToAct"],
                "waits": name in waiting and name not in view["playersToAct"],
                "took": view["holdings"][name][view["countryUp"]],
            }
            for name, bid in bids.items()
        ],
        "byLot": len(set(serious)) < len(serious),
    }


def _told_bids(view: View) -> dict[str, float]:
    for line in reversed(view["history"]):
        told = msgspec.json.decode(line.sentence, type=Sentence).values if line.sentence else {}
        bids = told.get("bids")
        if isinstance(bids, tuple):
            found = [bid.values for bid in bids if isinstance(bid, Sentence)]
            return {view["names"][str(bid["player"])]: float(str(bid["bid"])) for bid in found}
    return {}
