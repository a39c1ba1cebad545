"""A log-out that is committed while a move is being made: the move is refused."""

from dataclasses import dataclass

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from tabletop import play
from tabletop.accounts.models import User
from tabletop.batch import Condition
from tabletop.engine import Move
from tabletop.live.identity import Identity, SignedOut
from tests.kernel.conftest import any_move, duel, game_of, logged_moves, people
from tests.kernel.test_at_once import in_threads
from tests.tinygame import services
from tests.tinygame.models import DuelGame

__all__ = ["duel", "people"]

# SQLite has one writer at a time: nobody logs out in the middle of a move.
pytestmark = [pytest.mark.production_only, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True)
class CheckedTooEarly:
    """The proof of a socket whose person logs out right after it was checked."""

    identity: Identity

    def check(self) -> None:
        self.identity.check()
        in_threads(1, lambda _thread: Session.objects.filter(pk=self.identity.session_key).delete())

    def condition(self) -> Condition:
        return self.identity.condition()


def test_who_logs_out_between_the_check_and_the_write_has_not_moved(duel: DuelGame, people: list[User]) -> None:
    client = Client()
    client.force_login(people[0])
    identity = Identity(client.session.session_key, people[0].pk, people[0].password)
    move = Move(person=people[0].pk, action=any_move(game_of(duel)), proof=CheckedTooEarly(identity))
    with pytest.raises(SignedOut):
        play.submit(services.engine, duel.pk, move)
    assert not logged_moves()
