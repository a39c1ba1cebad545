"""Questions that concern several players: what lies before them, who is asked, and who has answered."""

from imperial.pages.contexts.deeds import worded
from imperial.pages.contexts.people import face, mark, somebody, stock_in, with_widths
from imperial.pages.contexts.story import told
from tabletop.live.parts import View
from tabletop.rules import Json

TOLD_BESIDE = ("bid", "vote", "proposal-opp")
"""Where the panel itself shows what has just happened."""


def proposal(card: Json) -> Json:
    """With what every unit does where it arrives."""
    return card | {"moves": [worded(row) for row in card["moves"]]}


def vote(view: View, desk: Json) -> Json:
    voters = with_widths([voter | face(view, voter["name"]) for voter in desk["voters"]])
    cards = [{key: card[key] for key in ("number", "name", "spot")} for card in desk["proposals"]]
    return {"desk": desk | {"voters": voters, "proposals": [card | face(view, card["name"]) for card in cards]}}


def peace(view: View, desk: Json) -> Json:
    voters = with_widths([voter | face(view, voter["name"]) for voter in desk["voters"]])
    moves = [worded(row) for row in desk["moves"]]
    return {"desk": desk | {"moves": moves, "voters": voters}, "moving": mark(desk["movingCountry"])}


def waiting(view: View, desk: Json) -> Json:
    """For those who are not asked: what others are asked, as far as everybody may know it."""
    return {
        "desk": {key: desk[key] for key in ("screen", "mode", "watching")}
        | {
            "moves": [worded(row) for row in desk["moves"]],
            "faces": [somebody(view, name) for name in desk["awaited"]],
            "proposed": _proposed(view),
            "myVote": _own_vote(view),
            "voters": _voters(view, desk["answered"]),
            "offer": _offer(view),
            "buyer": _buyer(view, desk),
            "told": [] if view["mode"] in TOLD_BESIDE else told(view)["lines"],
        }
    }


def _proposed(view: View) -> Json | None:
    """The leader's proposal while the opposition thinks about it; those of a vote are drawn beside the panel."""
    return proposal(view["proposals"][0]) if view["mode"] == "proposal-opp" else None


def _own_vote(view: View) -> Json | None:
    chosen = view["voting"]["myVote"] if view["mode"] == "vote" else None
    return next(
        ({"number": chosen, "spot": card["spot"]} for card in view["proposals"] if card["number"] == chosen), None
    )


def _voters(view: View, answered: list[str]) -> list[Json]:
    if view["mode"] == "vote":
        country = view["countryUp"]
        shares = [(name, stock_in(view, name, country)) for name in view["countryInfo"][country]["leadership"]]
    else:
        shares = [(voter["name"], voter["stock"]) for voter in (view["offer"] or {"voters": []})["voters"]]
    voters = [somebody(view, name) | {"stock": stock, "voted": name in answered} for name, stock in shares]
    return with_widths(voters)


def _offer(view: View) -> Json | None:
    offer = view["offer"]
    if offer is None:
        return None
    return {key: offer[key] for key in ("mover", "unit", "origin", "destination", "voting", "accepted", "rejected")} | {
        "moving": mark(offer["movingCountry"]),
        "target": mark(offer["country"]),
    }


def _buyer(view: View, desk: Json) -> Json | None:
    if view["mode"] != "buy" or not desk["awaited"]:
        return None
    info = view["playerInfo"][desk["awaited"][0]]
    return {"money": info["money"], "asSwiss": not info["investor"]}
