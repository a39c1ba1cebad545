"""A change of a table is read once per process, or not at all if the process made it."""

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from channels.db import database_sync_to_async
from django.utils.translation import get_language, override
from msgspec.structs import replace as replace_fields

from tabletop.engine import AnnouncedStep, Engine, Loaded, Receipt, fingerprint
from tabletop.live import announce, loading
from tabletop.live.loading import Loader
from tabletop.live.parts import NOTHING
from tabletop.live.snapshots import Snapshot, Snapshots
from tabletop.play import read
from tabletop.rules import Seat
from tests.kernel.conftest import STARTED, any_move, game_of
from tests.kit.frames import parts_in
from tests.tinygame import services, store
from tests.tinygame.models import DuelAction, DuelGame
from tests.tinygame.pages import DuelView
from tests.tinygame.pages import page as duel_page

pytestmark = pytest.mark.django_db(transaction=True)


@database_sync_to_async
def move(duel: DuelGame) -> Receipt:
    state = game_of(duel)
    return services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))


async def as_told(receipt: Receipt) -> dict[str, Any]:
    """The step as another process would tell it."""
    logged = await DuelAction.objects.aget(game=receipt.loaded.row.pk, seq=receipt.seq)
    told = {"seq": logged.seq, "actor": logged.actor, "payload": logged.payload, "at": logged.at}
    return told | {"version": page.engine.version, "fingerprint": fingerprint(receipt.loaded)}


@pytest.fixture
def topic(duel: DuelGame) -> Iterator[str]:
    topic = f"duel:{duel.pk}"
    announce.watch(topic)
    yield topic
    announce.unwatch(topic)


class Following(Loader):
    def follow(self, known: Loaded[Any], receipt: Receipt) -> Loaded[Any]:
        assert known.row.seq == receipt.before.row.seq, "only what follows on the known position is asked for"
        return receipt.loaded


page = replace(duel_page, loader=Following(duel_page.engine))


async def test_a_change_of_this_process_is_followed_without_reading(
    duel: DuelGame, topic: str, reads: list[UUID]
) -> None:
    kept = Snapshots()
    await kept.fresh(page, duel.pk)
    for seq in (STARTED + 1, STARTED + 2):
        receipt = await move(duel)
        followed = await kept.at_least(seq, page, duel.pk)
        assert (followed.seq, followed.loaded) == (seq, receipt.loaded)
    assert kept.kept[topic] is followed
    assert reads == [duel.pk]


@pytest.mark.parametrize("shown_moves", [0, 2])
async def test_a_change_of_another_position_than_the_known_one_is_not_followed(
    duel: DuelGame,
    topic: str,
    reads: list[UUID],
    monkeypatch: pytest.MonkeyPatch,
    *,
    caplog: pytest.LogCaptureFixture,
    shown_moves: int,
) -> None:
    """The receipt of the second move, while the sockets show the position before the first or after the second."""
    kept = Snapshots()
    first = Snapshot(await database_sync_to_async(store.load)(duel.pk))
    for _move in range(2):
        await move(duel)
    second = announce.latest_change(topic)
    assert isinstance(second, Receipt)
    if shown_moves == 2:
        first = Snapshot(second.loaded)
        await move(duel)
        monkeypatch.setitem(announce._watched, topic, second)
    kept.kept[topic] = first
    newest = await kept.at_least(STARTED + shown_moves + 1, page, duel.pk)
    assert newest.loaded.state == (await database_sync_to_async(store.load)(duel.pk)).state
    assert reads == [duel.pk]
    assert "could not be followed" not in caplog.text, "it was tried"


@pytest.mark.parametrize("lost", ["no receipt", "cannot follow"])
async def test_what_cannot_be_followed_is_read(duel: DuelGame, topic: str, reads: list[UUID], lost: str) -> None:
    lost_pages = {"cannot follow": replace(page, loader=Loader(page.engine))}
    kept = Snapshots()
    await kept.fresh(page, duel.pk)
    await move(duel)
    if lost == "no receipt":
        announce.unwatch(topic)
        announce.watch(topic)
    assert (await kept.at_least(STARTED + 1, lost_pages.get(lost, page), duel.pk)).seq == STARTED + 1
    assert len(reads) == 2


async def test_what_is_known_is_not_read_again(duel: DuelGame, topic: str, reads: list[UUID]) -> None:
    kept = Snapshots()
    await move(duel)
    first = await kept.at_least(STARTED + 1, page, duel.pk)
    assert await kept.at_least(STARTED + 1, page, duel.pk) is first
    assert await kept.at_least(STARTED, page, duel.pk) is first
    assert reads == [duel.pk]


async def test_a_change_that_leads_less_far_than_asked_for_is_not_enough(
    duel: DuelGame, topic: str, reads: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process made the second move; this process has the receipt of the first."""
    kept = Snapshots()
    await kept.fresh(page, duel.pk)
    await move(duel)
    first = announce.latest_change(topic)
    await move(duel)
    monkeypatch.setitem(announce._watched, topic, first)
    assert (await kept.at_least(STARTED + 2, page, duel.pk)).seq == STARTED + 2
    assert len(reads) == 2


async def test_a_read_that_a_move_has_overtaken_is_made_again(
    duel: DuelGame, topic: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    snapshots = Snapshots()
    before = await database_sync_to_async(read)(page.engine, duel.pk)
    receipt = await move(duel)
    answers = [before, receipt.loaded]

    def overtaken(_engine: Engine, _game_id: UUID, **_options: Any) -> Loaded[Any]:
        # While the first answer is on its way, the move is shown.
        snapshots.kept[topic] = Snapshot(receipt.loaded)
        return answers.pop(0)

    monkeypatch.setattr(loading, "read", overtaken)
    assert (await snapshots.fresh(page, duel.pk)).seq == STARTED + 1
    assert (snapshots.kept[topic].seq, answers) == (STARTED + 1, [])


async def test_rows_restored_from_a_backup_are_shown_though_a_later_move_was_known(duel: DuelGame, topic: str) -> None:
    snapshots = Snapshots()
    receipt = await move(duel)
    later = replace(receipt.loaded, row=await DuelGame.objects.aget(pk=duel.pk))
    later.row.seq += 1
    snapshots.kept[topic] = Snapshot(later)
    async with asyncio.timeout(10):
        assert (await snapshots.fresh(page, duel.pk)).seq == receipt.seq
    assert snapshots.kept[topic].seq == receipt.seq


async def test_a_step_of_another_process_is_followed_without_reading(
    duel: DuelGame, topic: str, reads: list[UUID], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = Snapshots()
    await kept.fresh(page, duel.pk)
    receipt = await move(duel)
    monkeypatch.setitem(announce._watched, topic, AnnouncedStep(**await as_told(receipt)))
    shown = await kept.at_least(receipt.seq, page, duel.pk)
    assert len(reads) == 1
    assert shown.loaded.state == (await database_sync_to_async(store.load)(duel.pk)).state
    assert shown.seq == receipt.seq


NOT_FOLLOWED = [{"seq": STARTED + 2}, {"version": "0"}, {"payload": {"type": "undo"}}, {"fingerprint": "0" * 32}]


@pytest.mark.parametrize("other", NOT_FOLLOWED)
async def test_a_step_that_does_not_follow_is_read(
    duel: DuelGame, topic: str, reads: list[UUID], monkeypatch: pytest.MonkeyPatch, other: dict[str, Any]
) -> None:
    kept = Snapshots()
    await kept.fresh(page, duel.pk)
    receipt = await move(duel)
    monkeypatch.setitem(announce._watched, topic, AnnouncedStep(**await as_told(receipt) | other))
    await kept.at_least(receipt.seq, page, duel.pk)
    assert len(reads) == 2


async def test_a_step_that_cannot_be_repeated_is_read_and_logged(
    duel: DuelGame, topic: str, reads: list[UUID], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    kept = Snapshots()
    await kept.fresh(page, duel.pk)
    receipt = await move(duel)
    broken = await as_told(receipt) | {"payload": {"type": "fly"}}
    monkeypatch.setitem(announce._watched, topic, AnnouncedStep(**broken))
    assert (await kept.at_least(receipt.seq, page, duel.pk)).seq == receipt.seq
    assert len(reads) == 2
    assert "a step could not be followed" in caplog.text


async def test_an_update_is_made_once_for_those_who_show_the_same_of_each_seat_and_language(duel: DuelGame) -> None:
    def view(loaded: Loaded[Any], seat: Seat | None, now: float) -> DuelView:
        return replace_fields(duel_page.view(loaded, seat, now), led=get_language())

    shown_to = replace(page, view=view)
    snapshot = Snapshot(await database_sync_to_async(store.load)(duel.pk))
    readers = [(seat, language) for seat in (None, 0, 1) for language in ("en", "de")]
    updates = []
    for seat, language in readers:
        with override(language):
            updates.append(snapshot.update(shown_to, seat, language, shown=NOTHING))
    for (seat, language), update in zip(readers, updates, strict=True):
        assert f"The {language} is led." in update.message.text
        hand = () if seat is None else snapshot.loaded.state.game.hands[seat]
        assert {int(card) for card in re.findall(r"Play the (\d)<", update.message.text)} == set(hand)
        assert snapshot.update(shown_to, seat, language, shown=NOTHING) is update
        up_to_date = snapshot.update(shown_to, seat, language, shown=update.shows)
        assert parts_in(up_to_date.message.text) == set()
    assert len({update.message.frame for update in updates}) == len(readers)
