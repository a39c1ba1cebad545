"""Tables of each game at a point where a player can move, and the moves."""

from dataclasses import dataclass

from tests.kit.ledger import Ledger
from tests.kit.players import Deed, Player, join, open_table
from tests.kit.server import SiteServer

SLUGS = ("cambio", "imperial", "duel")
START = Deed(path="start", fields={"do": "start"}, logged={"type": "start"})
LEAVE = Deed(path="leave", logged={"type": "leave"})
HAND_TO_BOT = Deed(path="hand_to_bot", fields={"do": "hand_to_bot"}, logged={"type": "hand_to_bot"})
CONFIRM = Deed(path="view-initial", fields={"do": "confirm_initial_view"}, logged={"type": "confirm_initial_view"})
UNDOS = {
    "imperial": Deed(path="undo", to="undo/", logged={"type": "undo"}),
    "duel": Deed(path="move", body={"type": "undo"}, fields={"type": "undo"}, logged={"type": "undo"}),
}


def draw(source: str) -> Deed:
    return Deed(path="draw", body={"source": source}, fields={"do": f"draw:{source}"}, logged={"source": source})


def bid(amount: int) -> Deed:
    return Deed(
        path="bid", body={"amount": amount}, fields={"type": "bid", "amount": amount}, logged={"amount": float(amount)}
    )


def play(card: int) -> Deed:
    body: dict[str, object] = {"type": "play", "card": card}
    return Deed(path="move", body=body, fields=body, logged=body)


@dataclass(frozen=True)
class Position:
    """A table where the first player is to move, who may do one or the other; then the second may answer."""

    players: tuple[Player, Player]
    one: Deed
    other: Deed

    @property
    def mover(self) -> Player:
        return self.players[0]


def seated(servers: list[SiteServer], slug: str, ledger: Ledger, *, seats: int = 2, taken: int = 2) -> list[Player]:
    """Players at a waiting table, the host first."""
    host = open_table(servers, slug, ledger, seats=seats)
    others = [join(host, f"Guest {number}") for number in range(1, taken)]
    return [host, *(player for player in others if isinstance(player, Player))]


def begun(servers: list[SiteServer], slug: str, ledger: Ledger, *, seats: int = 2) -> list[Player]:
    players = seated(servers, slug, ledger, seats=seats, taken=seats)
    assert players[0].do(START).is_accepted
    return players


def position(servers: list[SiteServer], slug: str, ledger: Ledger) -> Position:
    host, guest = begun(servers, slug, ledger)
    if slug == "imperial":
        return Position((host, guest), bid(4), bid(6))
    if slug == "duel":
        low, *_middle, high = host.look()["state"]["myHand"]
        return Position((host, guest), play(low), play(high))
    for player in (host, guest):
        assert player.do(CONFIRM).is_accepted
    on_turn = host.look()["state"]["currentTurnPlayerId"]
    pair = (host, guest) if on_turn == host.player_id else (guest, host)
    return Position(pair, draw("deck"), draw("discard"))
