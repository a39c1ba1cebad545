"""The envelopes of the auction: who has bid, then what was bid."""

import msgspec

from imperial.pages.view import PublicView
from imperial.rules.money import to_dollars
from tabletop.live.parts import EMPTY, Context
from tabletop.rules import Sentence


class Envelope(Context, frozen=True):
    name: str
    sealed: bool


class OpenedBid(Context, frozen=True):
    name: str
    bid: float
    asked: bool
    waits: bool
    took: int


class Envelopes(Context, frozen=True):
    """Sealed bids, or opened ones."""

    people: tuple[Envelope, ...] = ()
    bids: tuple[OpenedBid, ...] = ()
    by_lot: bool = False


def envelopes(public: PublicView) -> Context:
    """A part of its own: news of others must not disturb a person who is typing. Gone where the table was given up."""
    if public.closed:
        return EMPTY
    if public.game.mode == "buy-bid":
        return _opened(public)
    players = public.game.player_info
    people = (Envelope(name=public.faces[player].name, sealed=not info.my_turn) for player, info in players.items())
    return Envelopes(people=tuple(people))


def _opened(public: PublicView) -> Envelopes:
    """All bids in their order, and what has become of each. Who has answered has no bid any more: the log tells it."""
    game = public.game
    waiting = {player: to_dollars(game.player_info[player].bid or 0) for player in game.bid_buy_order}
    bids = _logged_bids(public) or waiting
    serious = [bid for bid in bids.values() if bid]
    return Envelopes(
        bids=tuple(
            OpenedBid(
                name=public.faces[player].name,
                bid=bid,
                asked=player in game.players_to_act,
                waits=player in waiting and player not in game.players_to_act,
                took=public.holdings[player][game.country_up],
            )
            for player, bid in bids.items()
        ),
        by_lot=len(set(serious)) < len(serious),
    )


def _logged_bids(public: PublicView) -> dict[str, float]:
    for line in reversed(public.lines):
        gaps = msgspec.json.decode(line.sentence, type=Sentence).values if line.sentence else {}
        bids = gaps.get("bids")
        if isinstance(bids, tuple):
            found = [bid.values for bid in bids if isinstance(bid, Sentence)]
            return {str(bid["player"]): float(str(bid["bid"])) for bid in found}
    return {}
