"""Names that go out of a game: one column of one row holds each of them, and log and snapshots know none."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from imperial import queries, services
from imperial.models import CountryInfo, Game, GameHistory, ImperialAction, PlayerInfo
from imperial.replay import verify
from tabletop.accounts.services import erase_person
from tests.imperial.kit import begun, guest, people, play_randomly, rows_of, seat, seated_names, state_of

pytestmark = pytest.mark.django_db

TABLES: tuple[type[Model], ...] = (Game, PlayerInfo, CountryInfo, GameHistory, ImperialAction)
WORDS = ("name", "bid", "has", "player")
"""A field, an action, a word of the log, and all of that at once."""


def test_somebody_may_be_called_like_a_field_an_action_or_a_word_of_the_log() -> None:
    persons = [guest(name) for name in WORDS]
    game_id = begun(persons)
    play_randomly(game_id, seed=5, actions=80)
    for person in persons:
        erase_person(user=person)
    assert seated_names(game_id) == ["deleted player", *(f"deleted player ({number})" for number in (2, 3, 4))]
    verify(Game.objects.get(pk=game_id))


def all_rows() -> dict[tuple[str, str], dict[str, Any]]:
    return {(model.__name__, str(row["id"])): row for model in TABLES for row in model._default_manager.values()}


def test_forgetting_somebody_changes_name_and_token_in_one_row() -> None:
    persons = people(3)
    game_id = begun(persons)
    play_randomly(game_id, seed=5, actions=40)
    juno = seat(game_id, "Juno")
    services.hand_to_bot(game_id=game_id, seat_id=juno)
    before = all_rows()
    erase_person(user=persons[0])
    changed = {
        key: {name for name, value in row.items() if value != before[key][name]}
        for key, row in all_rows().items()
        if row != before[key]
    }
    assert changed == {("PlayerInfo", juno): {"display_name", "token_hash"}}
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


def test_a_long_game_takes_no_more_statements_to_forget_somebody_than_a_short_one() -> None:
    taken = []
    for actions in (15, 75):
        persons = people(3)
        game_id = begun(persons)
        play_randomly(game_id, seed=5, actions=actions)
        services.hand_to_bot(game_id=game_id, seat_id=seat(game_id, "Juno"))
        of_nobody = ImperialAction.objects.filter(game=game_id, actor__isnull=True)
        before = of_nobody.count()
        with CaptureQueriesContext(connection) as captured:
            erase_person(user=persons[0])
        taken.append(len(captured.captured_queries))
        assert of_nobody.count() == before
        assert "Juno" not in repr(rows_of(game_id))
        verify(Game.objects.get(pk=game_id))
    assert taken[0] == taken[1]


def test_all_games_of_a_person_are_locked_at_once_and_in_order() -> None:
    juno, mara = people(2)
    game_ids = [begun([juno, mara]) for _number in range(3)]
    with CaptureQueriesContext(connection) as captured:
        erase_person(user=juno)
    read = next(query["sql"] for query in captured.captured_queries if 'FROM "game"' in query["sql"])
    assert "LIMIT" not in read
    assert all(game_id.hex in read.replace("-", "") for game_id in game_ids)
    assert 'ORDER BY "game"."created_at" ASC, "game"."id" ASC' in read


def test_name_and_address_go_out_of_a_game_from_elsewhere() -> None:
    persons = [guest(name) for name in ("Quentin", "Mara", "Nils")]
    game_id = begun(persons)
    play_randomly(game_id, seed=5, actions=80)
    data = queries.export(Game.objects.get(pk=game_id))["game"]
    data["playerInfo"]["Quentin"]["email"] = "quentin@example.com"
    row = services.import_game(data=data, people={person.display_name: person for person in persons})
    play_randomly(row.pk, seed=6, actions=5)
    with_address = [name for name, kept in rows_of(row.pk).items() if "quentin@example.com" in repr(kept)]
    assert with_address == ["PlayerInfo"]
    assert PlayerInfo.objects.get(email="quentin@example.com").display_name == "Quentin"
    erase_person(user=persons[0])
    assert "quentin" not in repr(rows_of(row.pk)).lower()
    verify(Game.objects.get(pk=row.pk))
