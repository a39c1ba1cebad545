"""What a move costs the database: pinned for every kind of action, the same late in a game as early."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from cambio import rules, services
from cambio.plug import table
from cambio.services import engine
from tabletop import play
from tests.cambio.kit import START, act, dealt, people, position, random_action, settle_at, state_of

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 10
"""BEGIN and COMMIT included."""
MOST_OF_A_LAST_BLIND_SWAP = 11
"""A blind swap in the final round writes a player, two cards, its turn and its power, and besides them
either the scores, if it is the last of the game, or the time at which a bot goes on."""

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


def statements(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [query["sql"] for query in captured.captured_queries]


def written(run: Callable[[], object]) -> list[str]:
    """The tables written, between the lock and the commit."""
    sql = statements(run)
    assert len(sql) <= MOST
    begin, lock, read, *writes, commit = [line.replace('"', "").split() for line in sql]
    assert (begin[0], lock[0], read[0], commit[0]) == ("BEGIN", "SELECT", "SELECT", "COMMIT")
    return [line[1] if line[0] == "UPDATE" else line[2] for line in writes]


MOVES: list[tuple[str, dict[str, Any], list[dict[str, Any]], list[str]]] = [
    ("2c", {"type": "draw", "source": "deck"}, [], ["card", "turn"]),
    ("2c", {"type": "draw", "source": "discard"}, [], ["card", "turn"]),
    ("2c", {"type": "swap", "position": 0}, [{"type": "draw", "source": "deck"}], ["card", "turn"]),
    ("2c", {"type": "discard"}, [{"type": "draw", "source": "deck"}], ["card", "turn"]),
    ("7c", {"type": "discard"}, [{"type": "draw", "source": "deck"}], ["card", "turn"]),
    ("2c", {"type": "call_cambio"}, [], ["player", "turn"]),
]
OPENED = [{"type": "draw", "source": "deck"}, {"type": "discard"}]
POWERS: list[tuple[str, dict[str, Any], list[dict[str, Any]], list[str]]] = [
    ("Kc", {"type": "discard"}, OPENED[:1], ["card", "turn", "special_power", "+deadline"]),
    ("7c", {"type": "use_power", "position": 0}, OPENED, ["card", "turn", "special_power", "+deadline"]),
    (
        "9c",
        {"type": "use_power", "targetSeat": 1, "targetPosition": 0},
        OPENED,
        ["card", "turn", "special_power", "+deadline"],
    ),
    (
        "Qc",
        {"type": "use_power", "position": 0, "targetSeat": 1, "targetPosition": 0},
        OPENED,
        ["card", "turn", "special_power"],
    ),
    ("7c", {"type": "skip_power"}, OPENED, ["turn"]),
    ("Kc", {"type": "dismiss_reveal"}, OPENED, ["card", "turn"]),
]


@pytest.mark.parametrize(("top", "action", "earlier", "tables"), [*MOVES, *POWERS])
def test_a_move_writes_each_table_once_and_only_where_something_changed(
    top: str, action: dict[str, Any], earlier: list[dict[str, Any]], tables: list[str]
) -> None:
    game_id = dealt(people(2))
    position(game_id, rules.arrange(HANDS, [top], ["2d", "3d"]))
    for step in earlier:
        services.act(game_id=game_id, seat=0, action=step, now=START)
    move = {"game_id": game_id, "seat": 0, "action": action, "key": "k", "now": START}
    expected = ["game_session", *tables, "cambio_action"]
    if tables[-1] == "+deadline":
        expected = ["game_session", *tables[:-1], "cambio_action", "tabletop_deadline"]
    assert written(lambda: services.act(**move)) == expected  # type: ignore[arg-type]


def test_the_session_is_locked_alone_before_anything_else_is_read() -> None:
    game_id = dealt(people(2))
    position(game_id, rules.arrange(HANDS, ["2c"], ["2d", "3d"]))
    _begin, lock, *_rest = statements(lambda: act(game_id, 0, "draw", source="deck"))
    assert '"game_session"' in lock
    assert "JOIN" not in lock
    if connection.vendor == "postgresql":
        assert lock.endswith("FOR NO KEY UPDATE")


def test_a_reading_costs_three_statements() -> None:
    game_id = dealt(people(4))
    assert len(statements(lambda: play.read(engine, game_id))) == 3


@pytest.mark.parametrize("seed", range(4))
def test_no_move_of_a_game_costs_more_for_any_seat_however_late(seed: int) -> None:
    chance = random.Random(seed)
    game_id = dealt(people(2 + seed % 2), bots=("hard", "medium")[: seed % 3], takeover=seed == 3)
    now, costs = START, []
    while not table.is_over(before := state_of(game_id)):
        now += 2

        def one_step() -> None:
            receipt = settle_at(game_id, now)  # noqa: B023
            if receipt.changed or table.is_over(receipt.state):
                return
            seat, action = random_action(receipt.state, chance, now=now)  # noqa: B023
            if receipt.state.seats[seat].bot_level is None:
                settling = len(connection.queries)
                services.act(game_id=game_id, seat=seat, action=action, now=now)  # noqa: B023
                costs.append((action["type"], len(connection.queries) - settling, before))

        sql = statements(one_step)
        if not costs or costs[-1][2] is not before:
            costs.append(("settle", len(sql), before))
    for kind, cost, state in costs:
        assert state.game is not None
        swaps_blindly = state.game.phase == "final_round" and kind in ("use_power", "settle")
        assert cost <= (MOST_OF_A_LAST_BLIND_SWAP if swaps_blindly else MOST), (kind, cost)
    assert len(costs) > 10
