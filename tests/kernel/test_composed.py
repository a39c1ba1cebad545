"""Queries whose SQL is composed once give what the ORM gives, for every id."""

from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from tabletop.accounts.models import User
from tabletop.composed import ComposedQuery
from tests.tinygame import services
from tests.tinygame.models import DuelSeat

pytestmark = pytest.mark.django_db


def seats_of(person: UUID) -> QuerySet[DuelSeat, tuple[object, ...]]:
    """Columns of several kinds, of two tables; the id stands there twice."""
    own = DuelSeat.objects.filter(user=person, game__in=DuelSeat.objects.filter(user=person).values("game")[:20])
    return own.order_by("game__created_at").values_list("pk", "hand", "game__updated_at", "game__abandoned", "game__pk")


def test_the_rows_are_those_of_the_orm_for_every_person() -> None:
    people = [User.objects.create(display_name=name, is_guest=True) for name in ("Juno", "Mara", "Nils")]
    for pair in (people[:2], people[1:], people[:2]):
        services.start_duel(people=pair)
    composed = ComposedQuery(seats_of)
    for person in people:
        rows = composed.rows(person.pk)
        assert [tuple(row) for row in rows] == list(seats_of(person.pk))
        assert rows
    assert composed.rows(uuid4()) == []


def test_each_use_is_one_statement() -> None:
    composed = ComposedQuery(seats_of)
    with CaptureQueriesContext(connection) as captured:
        composed.rows(uuid4())
        composed.rows(uuid4())
    first, second = (query["sql"] for query in captured.captured_queries)
    assert first != second


def test_a_key_may_be_a_text() -> None:
    User.objects.create(display_name="Juno", is_guest=True)
    named = ComposedQuery(lambda name: User.objects.filter(display_name=name).values_list("display_name"), stand_in="x")
    assert named.rows("Juno") == [["Juno"]]
    assert named.rows("Juno' OR 1=1 --") == []
