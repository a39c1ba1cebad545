"""The statements of a step are sent together: all of them have an effect, or none."""

from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tabletop import play
from tabletop.accounts.models import User
from tabletop.batch import Batch, Condition
from tabletop.engine import Outdated
from tests.kernel.conftest import STARTED, any_move, game_of, logged_moves
from tests.kit.compared_batch import stored_rows
from tests.tinygame import services
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat

pytestmark = pytest.mark.django_db(transaction=True)


def a_batch(duel: DuelGame, *, seq: int = STARTED, logged: int | None = None, **options: Any) -> Batch:
    """Raises the number, empties the hands, logs."""
    batch = Batch(**options)
    batch.guard(DuelGame, {"seq": seq + 1}, ("id", "=", duel.pk), ("seq", "=", seq))
    batch.update(DuelSeat, {"hand": []}, ("game_id", "=", duel.pk), ("place", ">=", 0))
    row: tuple[Any, ...] = (duel.pk, seq + 1 if logged is None else logged, None, {"type": "x"}, [], None, 1.5, "1")
    batch.insert_where_proven(DuelAction, play.LOG_COLUMNS, row)
    batch.delete(DuelSeat, ("game_id", "=", duel.pk))
    return batch


def send(batch: Batch) -> None:
    with transaction.atomic():
        batch.send()


def test_a_batch_that_comes_too_late_writes_nothing(duel: DuelGame) -> None:
    before = stored_rows()
    for seq in (STARTED - 1, STARTED + 1):
        with pytest.raises(Outdated):
            send(a_batch(duel, seq=seq))
    assert stored_rows() == before


def test_nothing_is_sent_after_a_guard_that_finds_no_row(duel: DuelGame) -> None:
    with CaptureQueriesContext(connection) as captured, pytest.raises(Outdated):
        send(a_batch(duel, seq=STARTED + 1))
    verbs = [query["sql"].split()[0] for query in captured.captured_queries]
    assert verbs == ["BEGIN", "UPDATE", "ROLLBACK"]


def test_a_batch_whose_condition_does_not_hold_writes_nothing(duel: DuelGame) -> None:
    name = "tabletop_deadline"
    with pytest.raises(Outdated):
        send(a_batch(duel, conditions=[Condition(f"EXISTS (SELECT 1 FROM {name} WHERE task = %s)", ("none",))]))
    assert not logged_moves().exists()
    send(a_batch(duel, conditions=[Condition(f"NOT EXISTS (SELECT 1 FROM {name} WHERE task = %s)", ("none",))]))
    assert logged_moves().exists()


def test_a_statement_that_fails_in_the_middle_leaves_nothing_and_the_next_batch_works(duel: DuelGame) -> None:
    """Often enough for the statements to be prepared on PostgreSQL, some of them for the first time after a failure."""
    before = stored_rows()
    for round_ in range(8):
        seq = STARTED + round_
        with pytest.raises(IntegrityError):
            send(a_batch(duel, seq=seq, logged=STARTED))
        if round_ == 0:
            assert stored_rows() == before
        good = Batch()
        good.guard(DuelGame, {"seq": seq + 1}, ("id", "=", duel.pk), ("seq", "=", seq))
        good.update(DuelSeat, {"hand": [round_]}, ("game_id", "=", duel.pk), ("place", ">=", 0))
        send(good)
        assert DuelSeat.objects.filter(game=duel, hand=[round_]).count() == 2


def test_the_row_of_the_game_itself_may_be_refused(duel: DuelGame) -> None:
    batch = Batch()
    batch.guard(DuelGame, {"max_players": None}, ("id", "=", duel.pk), ("seq", "=", STARTED))
    with pytest.raises(IntegrityError):
        send(batch)


def test_every_statement_is_heard(duel: DuelGame) -> None:
    heard: list[str] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        heard.append(sql.split(maxsplit=1)[0])
        return execute(sql, params, many, context)

    with transaction.atomic(), connection.execute_wrapper(listen), CaptureQueriesContext(connection) as captured:
        a_batch(duel).send()
    assert heard == ["UPDATE", "UPDATE", "INSERT", "DELETE"]
    assert [query["sql"].split()[0] for query in captured.captured_queries] == heard
    assert str(STARTED + 1) in captured.captured_queries[0]["sql"]


@pytest.mark.production_only
@pytest.mark.parametrize("breaks_at", range(4))
def test_a_connection_that_breaks_in_the_middle_leaves_nothing_and_the_next_move_works(
    duel: DuelGame, breaks_at: int
) -> None:
    heard: list[str] = []

    def break_off(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.split(maxsplit=1)[0] != "SELECT":
            heard.append(sql)
        if len(heard) == breaks_at + 1:
            end_session(connection.connection.info.backend_pid)
        return execute(sql, params, many, context)

    state = game_of(duel)
    move = any_move(state)
    before = stored_rows()
    with connection.execute_wrapper(break_off), pytest.raises(OperationalError):
        # An earlier deadline is written, too.
        services.move(game_id=duel.pk, seat=0, action=move, now=state.due - 60)
    assert stored_rows() == before
    services.move(game_id=duel.pk, seat=0, action=move)
    assert [action.seq for action in logged_moves()] == [STARTED + 1]


def end_session(backend: int) -> None:
    """From another connection."""

    def end() -> None:
        with closing(connection), connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])

    thread = Thread(target=end)
    thread.start()
    thread.join()


@pytest.mark.production_only
def test_postgresql_answers_twice_for_the_guard_and_for_the_rest(duel: DuelGame, tmp_path: Path) -> None:
    """As the protocol of the driver tells, which begins the transaction besides: five statements, three answers."""
    with transaction.atomic(), (tmp_path / "protocol").open("w+") as protocol:
        batch = a_batch(duel)
        connection.ensure_connection()
        connection.connection.pgconn.trace(protocol.fileno())
        batch.send()
        connection.connection.pgconn.untrace()
        protocol.seek(0)
        told = protocol.read()
    assert (told.count("CommandComplete"), told.count("ReadyForQuery")) == (5, 3)


@pytest.mark.production_only
def test_what_every_move_writes_is_prepared_once(people: list[User]) -> None:
    for _game in range(4):
        duel = services.start_duel(people=people)
        services.move(game_id=duel.pk, seat=game_of(duel).turn, action=any_move(game_of(duel)))
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        prepared = [statement for (statement,) in cursor.fetchall()]
    for table, verb in ((DuelGame._meta.db_table, "UPDATE"), (DuelAction._meta.db_table, "INSERT INTO")):
        assert [statement for statement in prepared if statement.startswith(f'{verb} "{table}"')], (verb, prepared)
