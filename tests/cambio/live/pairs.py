"""Two people at a table of three, and their tokens."""

from typing import Any

from asgiref.sync import sync_to_async

from cambio import rules, services
from tabletop.accounts.models import User
from tabletop.tables.seats import Entry
from tests.cambio import kit


class Pair:
    def __init__(self, people: list[User], entries: list[Entry]) -> None:
        self.people, self.entries = people, entries
        self.game_id = entries[0].game_id
        self.tokens = [entry.token for entry in entries]


def start(pair: Pair, top: str = "2c", **options: Any) -> None:
    services.act(game_id=pair.game_id, seat=0, action={"type": "start"})
    hands = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]
    kit.position(pair.game_id, rules.arrange(hands, [top], ["2d", "3d"], **options))


@sync_to_async
def act(pair: Pair, seat: int, kind: str, **fields: Any) -> None:
    services.act(game_id=pair.game_id, seat=seat, action={"type": kind, **fields})
