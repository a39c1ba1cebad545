"""Envelopes of the auction: sealed while bids come in, opened once all are there."""

import msgspec

from imperial.pages.contexts.people import somebody, stock_in
from tabletop.live.parts import View
from tabletop.rules import Json, Sentence


def envelopes(view: View) -> Json:
    """A part of its own: news of others must not disturb whoever is typing."""
    match view["mode"]:
        case "bid":
            seated = view["playerInfo"].items()
            return {"people": [somebody(view, name) | {"sealed": not info["myTurn"]} for name, info in seated]}
        case "buy-bid":
            return _opened(view)
    return {}


def _opened(view: View) -> Json:
    """All bids in their order, and what has become of each. Who has answered has no bid any more: the log tells it."""
    waiting = {name: view["playerInfo"][name]["bid"] for name in view["bidBuyOrder"]}
    bids = _told_bids(view) or waiting
    serious = [bid for bid in bids.values() if bid]
    return {
        "bids": [
            somebody(view, name)
            | {
                "bid": bid,
                "asked": name in view["playersToAct"],
                "waits": name in waiting and name not in view["playersToAct"],
                "took": stock_in(view, name, view["countryUp"]),
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
