"""A row by its id, read by a statement that is composed once."""

from functools import cache
from typing import Generic, TypeVar
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS
from django.db.models import Model

from tabletop.composed import ComposedQuery
from tabletop.models import GameRow

Row = TypeVar("Row", bound=Model)


class RowReader(Generic[Row]):
    """Reads what `model.objects.get(pk=id)` would, or locks the row."""

    def __init__(self, model: type[Row]) -> None:
        self._model = model
        self._columns = [field.attname for field in model._meta.concrete_fields]
        self._query = ComposedQuery(
            lambda id: model._default_manager.filter(pk=id).order_by().values_list(*self._columns)
        )

    def get(self, id: UUID, *, for_update: bool = False) -> Row:
        """Raises ObjectDoesNotExist."""
        if for_update:
            return self._model._default_manager.select_for_update(no_key=True).get(pk=id)
        for values in self._query.rows(id):
            return self._model.from_db(DEFAULT_DB_ALIAS, self._columns, values)
        raise ObjectDoesNotExist(id)


def read_seq(games: type[GameRow], game_id: UUID) -> int | None:
    """The place in its log where the game is now; None if there is no such game."""
    return next((seq for (seq,) in _seq_query(games).rows(game_id)), None)


@cache
def _seq_query(games: type[GameRow]) -> ComposedQuery:
    return ComposedQuery(lambda game_id: games._default_manager.filter(pk=game_id).values_list("seq"))
