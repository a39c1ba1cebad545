"""What a button of the page costs the database, from the session to the answer, over whole games with bots too."""

import random
from collections.abc import Callable
from uuid import UUID

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cambio.plug import table
from cambio.queries import seats as seats_of_cambio
from tabletop import clock
from tabletop.rules import Json
from tests.cambio.api.program import Program
from tests.cambio.kit import START, game_of, people, seats_to_act, state_of
from tests.cambio.numbers.known import CALL_AFTER, KINDS, button, choose, dealt_alike
from tests.cambio.pages.visits import client_of

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE_A_MOVE = ["django_session", "accounts_user"]
"""Who asks; which seat that is, the move finds out itself."""
VISIT = [*BEFORE_A_MOVE, "game_session", "card", "game_session"]
"""Who asks; the table; and whether a move came between these statements. What happened the process has read."""
MOVE = 8
"""Of a draw or a swap: lock and load, session, card, turn and log, between BEGIN and COMMIT."""
MOST = 10
MOST_OF_A_LAST_BLIND_SWAP = 11


def statements(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [query["sql"] for query in captured.captured_queries]


def press(client: Client, game_id: UUID, action: Json) -> None:
    answer = client.post(f"/cambio/{game_id}/act/", button(action), headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.content


@pytest.mark.parametrize(("persons", "bots", "seed"), [(4, (), 1), (2, ("hard", "easy"), 2)])
def test_a_move_by_its_button_costs_few_statements_whatever_it_is(
    persons: int, bots: tuple[str, ...], seed: int
) -> None:
    chance, met, moves = random.Random(seed), set(), 0
    with time_machine.travel(START, tick=False) as clock_on_the_wall:
        players = people(persons)
        game_id = dealt_alike(players, bots=bots, seed=seed)
        seats = {taken.user_id: taken.seat for taken in seats_of_cambio.at(game_id)}
        clients = {seats[player.pk]: client_of(player) for player in players}
        for client in clients.values():
            assert client.get(f"/cambio/{game_id}/").status_code == 200
        while not table.is_over(state := state_of(game_id)):
            clock_on_the_wall.shift(4)
            seat = seats_to_act(state)[0]
            if clock.tick(now=START + 4 * (moves := moves + 1)) or seat not in clients:
                continue
            action = choose(state, seat, chance, call=moves > CALL_AFTER)
            sql = statements(lambda: press(clients[seat], game_id, action))  # noqa: B023
            begin, commit = sql.index(next(line for line in sql if line.startswith("BEGIN"))), sql.index("COMMIT")
            asked = [line.split(' FROM "')[1].split('"')[0] for line in sql[:begin]]
            assert asked == BEFORE_A_MOVE, sql
            is_final = game_of(game_id).phase in ("final_round", "completed")
            most = MOST_OF_A_LAST_BLIND_SWAP if is_final and action["type"] == "use_power" else MOST
            assert commit + 1 - begin <= most, (action, sql[begin:])
            # The answer needs nothing more; only the result looks for the place of the deal in the log.
            assert len(sql) - commit - 1 == (1 if game_of(game_id).phase == "completed" else 0), sql[commit:]
            met.add(action["type"])
    assert met == KINDS if not bots else met >= {"draw", "swap", "discard"}


def test_a_visit_takes_five_statements() -> None:
    persons = people(4)
    game_id = dealt_alike(persons)
    client = client_of(persons[0])
    client.get(f"/cambio/{game_id}/")
    sql = statements(lambda: client.get(f"/cambio/{game_id}/"))
    assert [line.split(' FROM "')[1].split('"')[0] for line in sql] == VISIT


def test_a_program_s_move_costs_one_statement_more_than_the_move() -> None:
    host = Program.create()
    other = Program.join(host, "Mara")
    host.post("start")
    for program in (host, other):
        program.post("view-initial")
    for path, body in (("draw", {"source": "deck"}), ("swap", {"position": 1})):
        sql = statements(lambda: host.post(path, body))  # noqa: B023
        assert '"player"' in sql[0]
        assert sql[1].startswith("BEGIN")
        assert sql[-1] == "COMMIT"
        assert len(sql) == 1 + MOVE
