"""Programs that play duels."""

from typing import Any

import pytest

from tabletop.accounts.models import User
from tests.kit.program import Api, ProgramAtTable
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat

api = Api("/duel/api/game")
OPEN = {"playerCount": 2, "creatorDisplayName": "Juno"}


class Program(ProgramAtTable):
    api = api


Pair = tuple[Program, Program]


@pytest.fixture
def hosting(db: None) -> Program:
    """The host of a table where one seat is free."""
    return Program.create()


@pytest.fixture
def pair(hosting: Program) -> Pair:
    """The players of a duel that has just been dealt; the host is on turn."""
    other = Program.join(hosting, "Mara")
    assert hosting.post("move", {"type": "start"}).status == 200
    return hosting, other


def lowest(program: Program) -> dict[str, Any]:
    """Plays the lowest card of the program's seat."""
    return {"type": "play", "card": min(program.state["myHand"])}


def rows() -> list[Any]:
    """Everything that is stored of tables and people."""
    return [list(model._default_manager.order_by("pk").values()) for model in (DuelGame, DuelSeat, DuelAction, User)]
