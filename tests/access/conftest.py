from collections.abc import Iterator

import channels.db
import pytest
from channels.db import database_sync_to_async
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tabletop.kept_games import forget_game
from tabletop.live import hub, table_consumer
from tests.access.rows import Rows, all_rows
from tests.access.visitors import World, build_world


@pytest.fixture(scope="package")
def _built_world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """Built once, around the transactions of the tests."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build_world()
        transaction.set_rollback(True)


@pytest.fixture(scope="package")
def rows(_built_world: World, django_db_blocker: DjangoDbBlocker) -> Rows:
    """Of the world as it was built."""
    with django_db_blocker.unblock():
        return all_rows()


@pytest.fixture
def world(_built_world: World, db: None) -> Iterator[World]:
    yield _built_world
    for (slug, _state), table in _built_world.tables.items():
        forget_game(f"{slug}:{table.game_id}")


@pytest.fixture
def moves_on_this_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sockets see the test's transaction, and no heartbeat comes between."""
    monkeypatch.setattr(hub, "HEARTBEAT_SECONDS", 3600)
    monkeypatch.setattr(channels.db, "close_old_connections", lambda: None)
    monkeypatch.setattr(table_consumer, "write", lambda work, *given: database_sync_to_async(work)(*given))
