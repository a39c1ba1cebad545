"""A page's table was read when reading began: what changes meanwhile is missing in it, and it is not kept."""

from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

import pytest

from cambio.pages.table import page as cambio_page
from imperial.pages.table import page as imperial_page
from tabletop.engine import Loaded
from tabletop.kept_games import forget_game, keep_game, outdate_games, take_game
from tabletop.live.announce import unwatch, watch
from tabletop.live.loading import LogLoader
from tabletop.live.pages import TablePage
from tabletop.tables.seats import Seats
from tests.conformance.served import SERVED
from tests.tinygame.pages import page as duel_page

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = {page.engine.slug: page for page in (duel_page, cambio_page, imperial_page)}


@pytest.fixture(params=PAGES)
def page(request: pytest.FixtureRequest) -> TablePage:
    return PAGES[request.param]


@pytest.fixture
def game_id(page: TablePage) -> Iterator[UUID]:
    """A running game that sockets of this process show."""
    slug = page.engine.slug
    game_id = SERVED[slug].begin()
    watch(f"{slug}:{game_id}")
    yield game_id
    unwatch(f"{slug}:{game_id}")
    forget_game(f"{slug}:{game_id}")


def is_kept(page: TablePage, loaded: Loaded[Any]) -> bool:
    keep_game(page.engine, loaded)
    return take_game(page.engine, loaded.row.pk) is not None


def overtaken(page: TablePage, game_id: UUID, monkeypatch: pytest.MonkeyPatch, target: type, name: str) -> Loaded[Any]:
    """The table, read while a name changes: just before this function is called."""
    called = getattr(target, name)

    def late(*arguments: Any) -> Any:
        outdate_games(f"{page.engine.slug}:{game_id}")
        return called(*arguments)

    monkeypatch.setattr(target, name, late)
    loaded = page.read(game_id)
    monkeypatch.undo()
    return loaded


def test_a_name_that_changes_after_the_seats_were_read(
    page: TablePage, game_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not is_kept(page, overtaken(page, game_id, monkeypatch, Seats, "sitters"))
    assert is_kept(page, page.read(game_id))


@pytest.mark.parametrize("page", [cambio_page, imperial_page], ids=["cambio", "imperial"])
def test_a_name_that_changes_before_the_log_is_read(
    page: TablePage, game_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(page.loader, LogLoader)
    assert not is_kept(page, overtaken(page, game_id, monkeypatch, type(page.loader), "read_log"))
    assert is_kept(page, page.read(game_id))


def test_a_receipt_shows_the_table_as_it_was_read(page: TablePage, game_id: UUID) -> None:
    receipt = SERVED[page.engine.slug].move(game_id)
    shown = page.loader.with_log(receipt)
    assert shown.loaded.read_at == shown.before.read_at == receipt.before.read_at


def test_what_no_number_tells_reads_the_same_in_a_loaded_table_and_in_all_tables_at_once(page: TablePage) -> None:
    """Otherwise every heartbeat would take the table for one with a new name, and read it."""
    store, served = page.engine.store, SERVED[page.engine.slug]
    other, game_id = served.begin(), served.begin()
    for _receipt in served.play_by_chance(game_id, Random(0), steps=20):
        loaded = page.read(game_id)
        assert store.unnumbered([game_id, other])[game_id] == store.unnumbered_of(loaded)
        assert store.unnumbered_of(page.read(other)) != store.unnumbered_of(loaded), "they have other seats"
