"""What a submission costs the database: at most twelve statements with begin and commit, late in a game as early."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from imperial import rules, services, store
from imperial.services import engine
from tabletop import play
from tests.imperial.kit import (
    NAMES,
    START,
    act,
    begun,
    member,
    overwrite,
    people,
    position,
    random_states,
    seat,
    seated,
)

pytestmark = pytest.mark.django_db(transaction=True)

MOST = 12


def statements(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [query["sql"] for query in captured.captured_queries]


def written(sql: list[str]) -> list[str]:
    """The tables written, between the four readings and the commit."""
    begin, lock, players, countries, *writes, commit = [line.replace('"', "").split() for line in sql]
    assert (begin[0], lock[0], players[0], countries[0], commit[0]) == ("BEGIN", *["SELECT"] * 3, "COMMIT")
    return [line[1] if line[0] == "UPDATE" else line[2] for line in writes]


def test_a_bid_writes_each_table_once_and_only_where_something_changed() -> None:
    game_id = begun(people(3))
    juno = seat(game_id, "Juno")
    assert written(statements(lambda: act(game_id, juno, "bid", amount=2))) == [
        *("game", "player_info", "game_history", "imperial_action")
    ]


def test_an_undo_reads_the_snapshot_forgets_later_drafts_and_cuts_the_history_back() -> None:
    game_id = begun(people(3))
    juno = seat(game_id, "Juno")
    act(game_id, juno, "bid", amount=2)
    sql = statements(lambda: services.undo(game_id=game_id, seat=juno, now=START))
    assert len(sql) <= MOST
    assert [line.split()[0] for line in sql] == [
        *("BEGIN", "SELECT", "SELECT", "SELECT", "SELECT"),
        *("UPDATE", "INSERT", "DELETE", "INSERT", "UPDATE", "COMMIT"),
    ]


def test_the_game_is_locked_alone_before_anything_else_is_read() -> None:
    game_id = begun(people(2))
    juno = seat(game_id, "Juno")
    _begin, lock, *_rest = statements(lambda: act(game_id, juno, "bid", amount=2))
    assert '"game"' in lock
    assert "JOIN" not in lock
    if connection.vendor == "postgresql":
        assert lock.endswith("FOR NO KEY UPDATE")


def test_a_reading_costs_four_statements() -> None:
    game_id = begun(people(4))
    assert len(statements(lambda: play.read(engine, game_id))) == 4


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (6, 4)])
def test_no_submission_of_a_game_costs_more_for_any_player_however_late(players: int, seed: int) -> None:
    """Everybody wants mail and half of the seats are played by bots, so that nothing is left out."""
    game_id = begun([member(name) for name in NAMES[:players]])
    for name in NAMES[1:players:2]:
        act(game_id, name, "hand_to_bot")
    states = random_states(players, seed=seed)
    for state in (*states[:30], *states[-31:-1]):
        assert _cost_of_any_action(game_id, state) <= MOST, state.mode


def _cost_of_any_action(game_id: UUID, state: rules.State) -> int:
    position(game_id, state)
    loaded = store.load(game_id)
    overwrite(loaded, replace(loaded.state, bot_due=START))
    name = rules.players_to_act(state)[0]
    own = seated(game_id, name)
    if own.bot_level is not None:
        return len(statements(lambda: play.settle(engine, game_id, now=START)))
    menu = rules.legal_actions(state, name, setup=loaded.state.settings.board)
    action: dict[str, Any] = rules.action_to_json(menu[-1])
    return len(statements(lambda: services.act(game_id=game_id, seat=own.seat_id, action=action, key=None, now=START)))
