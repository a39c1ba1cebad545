"""At a table that has chosen so a bot plays for whoever runs out of time (rules 2.5 of the table)."""

from uuid import UUID

import pytest

from imperial.models import Game
from imperial.plug import Clock
from imperial.replay import verify
from imperial.services import engine
from tabletop import clock
from tabletop.models import Deadline
from tabletop.table import Choices
from tests.imperial.kit import START, act, begun, people, seated, settle_at

pytestmark = pytest.mark.django_db
FIVE_MINUTES = Clock(increment=0, banked=300)


def bidding(*, takeover: bool) -> UUID:
    """The game waits for Mara alone."""
    game_id = begun(people(2), clock=FIVE_MINUTES, choices=Choices(takeover=takeover))
    act(game_id, "Juno", "bid", amount=1)
    return game_id


def test_a_bot_takes_the_seat_when_the_clock_runs_out_and_its_person_takes_it_back() -> None:
    game_id = bidding(takeover=True)
    assert Deadline.objects.get(game_id=game_id).due_at == START + 300
    clock.tick(now=START + 299)
    assert seated(game_id, "Mara").bot_level is None
    clock.tick(now=START + 300)
    assert (seated(game_id, "Mara").bot_level, seated(game_id, "Juno").bot_level) == ("sensible", None)
    settle_at(game_id, START + 302)
    verify(Game.objects.get(pk=game_id))
    act(game_id, "Mara", "take_back", now=START + 400)
    assert seated(game_id, "Mara").bot_level is None


def test_while_the_clock_is_stopped_nobody_runs_out_of_time() -> None:
    game_id = bidding(takeover=True)
    act(game_id, "Mara", "pause", now=START + 200)
    settle_at(game_id, START + 900)
    assert seated(game_id, "Mara").bot_level is None


def test_where_the_table_has_not_chosen_it_nothing_happens_by_time() -> None:
    game_id = bidding(takeover=False)
    assert engine.rules.next_deadline(engine.store.load(game_id).state) is None
    settle_at(game_id, START + 900)
    assert seated(game_id, "Mara").bot_level is None
