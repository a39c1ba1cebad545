"""A log-out while a move is being made: it comes before the move, which is refused, or waits for its commit."""

import threading
import time
from dataclasses import dataclass

import pytest
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client

from tabletop import play
from tabletop.accounts.models import User
from tabletop.batch import Condition
from tabletop.engine import Move
from tabletop.live.identity import Identity, SignedOut
from tests.kernel.conftest import any_move, duel, game_of, logged_moves, people
from tests.kernel.test_at_once import in_threads
from tests.kit.people import PATIENCE_SECONDS
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame

__all__ = ["duel", "people"]

# SQLite has one writer at a time: nobody logs out in the middle of a move.
pytestmark = [pytest.mark.production_only, pytest.mark.django_db(transaction=True)]


@dataclass
class LoggingOutAfterTheCheck:
    """The proof of a socket whose person logs out right after it was checked."""

    identity: Identity
    leaving: threading.Thread | None = None

    def check(self) -> None:
        self.identity.check()
        self.leaving = threading.Thread(target=in_threads, args=(1, self._log_out))
        self.leaving.start()
        wait_until_somebody_waits_for_a_row()

    def _log_out(self, _thread: int) -> None:
        Session.objects.filter(pk=self.identity.session_key).delete()

    def condition(self) -> Condition:
        return self.identity.condition()


def wait_until_somebody_waits_for_a_row() -> None:
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    deadline = time.monotonic() + PATIENCE_SECONDS
    with connection.cursor() as cursor:
        while True:
            # Inside of a transaction the first look would be kept.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return
            assert time.monotonic() < deadline, "nobody waits"
            time.sleep(0.01)


def test_who_logs_out_while_a_move_waits_for_the_table_has_not_moved(duel: DuelGame, people: list[User]) -> None:
    """Somebody holds the row, and leaves it as it was."""
    client = Client()
    client.force_login(people[0])
    identity = Identity(client.session.session_key, people[0].pk, people[0].password)
    move = Move(person=people[0].pk, action=any_move(game_of(duel)), proof=identity)
    known, held = store.load(duel.pk), threading.Event()

    def hold_the_row() -> None:
        with transaction.atomic():
            DuelGame.objects.select_for_update().get(pk=duel.pk)
            held.set()
            wait_until_somebody_waits_for_a_row()
            # By another connection: it is committed before the row is let go.
            in_threads(1, lambda _thread: Session.objects.filter(pk=identity.session_key).delete())

    def move_meanwhile() -> None:
        held.wait(PATIENCE_SECONDS)
        play.submit(services.engine, duel.pk, move, known=known)

    works = (hold_the_row, move_meanwhile)
    _held, moved = in_threads(2, lambda number: works[number]())
    assert isinstance(moved, SignedOut)
    assert not logged_moves()


def test_who_logs_out_between_the_check_and_the_write_is_signed_out_after_the_move(
    duel: DuelGame, people: list[User]
) -> None:
    client = Client()
    client.force_login(people[0])
    proof = LoggingOutAfterTheCheck(Identity(client.session.session_key, people[0].pk, people[0].password))
    move = Move(person=people[0].pk, action=any_move(game_of(duel)), proof=proof)
    play.submit(services.engine, duel.pk, move)
    assert proof.leaving is not None
    proof.leaving.join(PATIENCE_SECONDS)
    assert logged_moves().count() == 1
    assert not Session.objects.filter(pk=proof.identity.session_key).exists()
