"""Names that go out of a game: out of every table, and out of nothing that only looks like a name."""

import pytest

from imperial import queries, services
from imperial.models import Game
from imperial.replay import verify
from tabletop.accounts.services import erase_person
from tests.imperial.kit import begun, guest, play_randomly, rows_of, state_of

pytestmark = pytest.mark.django_db

WORDS = ("name", "bid", "has", "player")
"""A field, an action, a word of the log, and all of that at once."""


def test_somebody_may_be_called_like_a_field_an_action_or_a_word_of_the_log() -> None:
    persons = [guest(name) for name in WORDS]
    game_id = begun(persons)
    play_randomly(game_id, seed=5, actions=80)
    for person in persons:
        erase_person(user=person)
    names = [info.name for info in state_of(game_id).seats]
    assert names == ["deleted player", *(f"deleted player {number}" for number in (2, 3, 4))]
    verify(Game.objects.get(pk=game_id))


def test_a_name_goes_out_of_what_was_played_and_taken_back() -> None:
    persons = [guest(name) for name in ("Quentin", "Mara", "Nils")]
    game_id = begun(persons)
    play_randomly(game_id, seed=5, actions=80)
    last = state_of(game_id).game
    assert last is not None
    assert last.undo is not None
    services.undo(game_id=game_id, seat=last.undo)
    erase_person(user=persons[0])
    assert "Quentin" not in repr(rows_of(game_id))
    verify(Game.objects.get(pk=game_id))


def test_name_and_address_go_out_of_a_game_from_elsewhere() -> None:
    persons = [guest(name) for name in ("Quentin", "Mara", "Nils")]
    game_id = begun(persons)
    play_randomly(game_id, seed=5, actions=80)
    data = queries.export(Game.objects.get(pk=game_id))["game"]
    data["playerInfo"]["Quentin"]["email"] = "quentin@example.com"
    row = services.import_game(data=data, people={person.display_name: person for person in persons})
    play_randomly(row.pk, seed=6, actions=5)
    erase_person(user=persons[0])
    assert "quentin" not in repr(rows_of(row.pk)).lower()
    verify(Game.objects.get(pk=row.pk))
