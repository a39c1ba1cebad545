"""What the home page says of a table of Cambio: its clock, and which game of the same people it is."""

import pytest

from cambio import queries, rules, services
from cambio.models import GameSession
from tabletop import timebase
from tabletop.games import TableKind
from tabletop.table import Choices
from tests.cambio.kit import act, dealt, people, position, settle_at
from tests.lobby.test_coming_back import finished

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


def test_an_open_table_with_a_clock_says_so() -> None:
    (host,) = people(1)
    for clock in (30, 120):
        services.create_table(person=host, player_count=2, choices=Choices(is_open=True, turn_clock=clock))
    notes = sorted(table.note for table in queries.open_tables())
    assert notes == ["1 free seat. 2 min a turn.", "1 free seat. 30 s a turn."]


def test_who_plays_again_reads_which_game_together_it_is() -> None:
    juno, mara = people(2)
    over = dealt([juno, mara])
    position(over, rules.arrange(HANDS, ["2c"], ["2d", "3d"]))
    act(over, 0, "call_cambio")
    act(over, 1, "draw", source="deck")
    act(over, 1, "discard")
    entry = services.rematch(game_id=over, person=juno)
    services.rematch(game_id=over, person=mara)
    act(entry.game_id, 0, "start", now=timebase.now())
    settle_at(entry.game_id, timebase.now() + 60)
    (running,) = (table for table in queries.tables_of(mara) if table.kind == TableKind.RUNNING)
    assert running.note == "Game 2 together. Juno has the turn."


def test_a_chair_that_is_kept_is_not_listed_as_free() -> None:
    persons = people(2)
    entry = services.rematch(game_id=finished(persons), person=persons[0])
    services.act(game_id=entry.game_id, seat=0, action={"type": "settings", "isOpen": True})
    assert list(queries.open_tables()) == []
    services.act(game_id=entry.game_id, seat=0, action={"type": "settings", "maxPlayers": 4})
    assert [table.note for table in queries.open_tables()] == ["2 free seats. 60 s a turn."]
    services.tables.decline(game_id=GameSession.objects.get(rematch=entry.game_id).pk, person=persons[1])
    assert [table.note for table in queries.open_tables()] == ["3 free seats. 60 s a turn."]
