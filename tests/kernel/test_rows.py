"""Rows that are read by statements composed once are those that the ORM reads."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.exceptions import ObjectDoesNotExist
from pytest_django import DjangoAssertNumQueries

from cambio.models import GameSession
from imperial.models import Game
from tabletop.rows import RowReader, read_seq
from tests.cambio import kit as cambio
from tests.imperial import kit as imperial

pytestmark = pytest.mark.django_db

MODELS = pytest.mark.parametrize("model", [GameSession, Game])


def played(model: Any) -> UUID:
    if model is GameSession:
        game_id = cambio.dealt(cambio.people(3))
        cambio.act(game_id, 0, "confirm_initial_view")
        return game_id
    game_id = imperial.begun(imperial.people(3))
    imperial.play_randomly(game_id, actions=30)
    return game_id


def columns(row: Any) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@MODELS
def test_a_row_is_the_one_of_the_orm_and_takes_one_statement(
    model: Any, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    game_id, reader = played(model), RowReader(model)
    for _time in range(2):
        with django_assert_num_queries(1):
            row = reader.get(game_id)
        expected = model.objects.get(pk=game_id)
        assert columns(row) == columns(expected)
        assert (row, row._state.db, row._state.adding) == (expected, expected._state.db, False)


@MODELS
def test_a_row_that_is_not_there_is_missing_as_for_the_orm(model: Any) -> None:
    with pytest.raises(ObjectDoesNotExist):
        RowReader(model).get(uuid4())


@MODELS
def test_the_place_in_the_log_is_read_alone(model: Any) -> None:
    game_id = played(model)
    assert read_seq(model, game_id) == model.objects.get(pk=game_id).seq > 0
    assert read_seq(model, uuid4()) is None
