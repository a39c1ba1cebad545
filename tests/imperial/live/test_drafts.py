"""What a player chooses is shown on every page of that player, also when others move meanwhile."""

import asyncio
import random
from collections.abc import AsyncIterator
from uuid import UUID

import pytest
from asgiref.sync import sync_to_async

from imperial import services
from imperial.consumers import PageConsumer
from imperial.decisions import Draft
from imperial.decisions.draft import asked_since
from imperial.models import Game, PlayerInfo
from imperial.pages.loading import loader
from imperial.pages.table import page
from imperial.services import change_draft, draft_topic
from tabletop.accounts.models import User
from tabletop.live.announce import unwatch, watch
from tabletop.live.hub import get_hub
from tabletop.live.snapshots import Snapshot
from tabletop.replay import follow_step
from tests.imperial import kit
from tests.imperial.pages.visits import put
from tests.kernel.test_follow_steps import announced_step
from tests.live.conftest import PATIENCE_SECONDS

# What drafts need of the database differs between SQLite and PostgreSQL.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_shapes]

CAST = "Vote for 2: Investor"


class RecordedPage(PageConsumer):
    """A socket whose messages are kept instead of sent."""

    def __init__(self, game_id: UUID, seat: str, person: User) -> None:
        super().__init__()
        self.game_id, self.seat, self.person = game_id, seat, person.pk
        self.topic, self.more_topics = f"imperial:{game_id}", (draft_topic(game_id, seat),)
        self.shown, self.shown_seq = {}, -1
        self.sent: list[str] = []

    async def send(self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False) -> None:
        self.sent.append(text_data or "")


def voting() -> tuple[UUID, User]:
    persons = kit.people(3)
    game_id = kit.begun(persons)
    put(game_id, bonds={"Austria": {"Juno": [4], "Mara": [3], "Nils": [2]}})
    kit.act(game_id, "Juno", "propose", wheel_spot="Taxation")
    kit.act(game_id, "Mara", "propose", wheel_spot="Investor")
    return game_id, persons[2]


def choose_the_second(game_id: UUID) -> None:
    draft = Draft(turn_id=asked_since(kit.game_of(game_id)), choice=2)
    change_draft(game_id=game_id, seat=kit.seat(game_id, "Nils"), change=lambda _kept: draft)


def test_a_choice_made_while_somebody_moves_is_not_lost_in_the_news_of_that_move() -> None:
    game_id, _person = voting()
    juno, nils = kit.seat(game_id, "Juno"), kit.seat(game_id, "Nils")
    looked = loader.load(game_id)
    choose_the_second(game_id)
    shown = loader.load(game_id)
    receipt = services.act(game_id=game_id, seat=juno, action={"type": "vote", "choice": 1}, known=looked)
    after = loader.follow(shown, receipt)
    assert after is not None
    assert after.row.seq == receipt.seq
    assert page.contexts(after, nils) == page.contexts(loader.load(game_id), nils)


def test_who_wants_mail_is_known_as_it_was_read_last() -> None:
    """Such a table is kept for moves, once a move of another process has been followed from it."""
    game_id, person = voting()
    juno, nils = kit.seat(game_id, "Juno"), kit.seat(game_id, "Nils")
    looked = loader.load(game_id)
    User.objects.filter(pk=person.pk).update(notify_by_mail=not person.notify_by_mail)
    shown = loader.load(game_id)
    receipt = services.act(game_id=game_id, seat=juno, action={"type": "vote", "choice": 1}, known=looked)
    after = loader.follow(shown, receipt)
    assert after is not None
    assert isinstance(after.row, Game)
    assert after.row.mail_to[nils].notify_by_mail is not person.notify_by_mail


@pytest.mark.parametrize("seed", range(3))
def test_a_page_that_follows_the_moves_shows_what_a_page_that_reads_them_shows(seed: int) -> None:
    chance, now = random.Random(seed), kit.START
    game_id = kit.begun(kit.people(2), bots=["random"])
    shown, followed, followed_there = loader.load(game_id), 0, 0
    for _step in range(60):
        now += 2
        receipt = kit.settle_at(game_id, now)
        if not receipt.changed:
            seat_id, action = kit.random_action(receipt.state, chance, now=now)
            receipt = services.act(game_id=game_id, seat=seat_id, action=action, now=now)
        after, read = loader.follow(shown, receipt), loader.load(game_id)
        followed += after is not None
        for seat in (*read.names, None):
            if after is not None:
                assert page.contexts(after, seat) == page.contexts(read, seat)
        told = follow_step(services.engine, shown, announced_step(services.engine, read))
        there = None if told is None else loader.follow(shown, told)
        followed_there += there is not None
        for seat in (*read.names, None):
            if there is not None:
                assert page.contexts(there, seat) == page.contexts(read, seat), "as another process follows it"
        shown = read
    assert (followed, followed_there) == (60, 60)


@pytest.fixture
async def nils() -> AsyncIterator[RecordedPage]:
    """A page that shows the vote and hears of its draft."""
    game_id, person = await sync_to_async(voting)()
    nils = RecordedPage(game_id, await sync_to_async(kit.seat)(game_id, "Nils"), person)
    for topic in nils.topics:
        watch(topic)
    await nils.send_everything()
    yield nils
    for topic in nils.topics:
        unwatch(topic)


async def test_a_choice_made_at_this_process_is_shown_without_reading(nils: RecordedPage, reads: list[UUID]) -> None:
    await sync_to_async(choose_the_second)(nils.game_id)
    await nils.refresh(nils.more_topics[0], 1)
    assert CAST in nils.sent[-1]
    assert reads == []


async def test_a_choice_made_at_another_process_is_read(nils: RecordedPage, reads: list[UUID]) -> None:
    await sync_to_async(choose_the_second)(nils.game_id)
    written = PlayerInfo.objects.filter(pk=str(nils.seat))
    await written.aupdate(draft=None, draft_number=2)
    await nils.refresh(nils.more_topics[0], 2)
    assert CAST not in nils.sent[-1]
    assert reads == [nils.game_id]


async def test_a_choice_of_which_no_doorbell_has_told_comes_with_the_heartbeat(nils: RecordedPage) -> None:
    hub = get_hub()
    hub.join(nils, nils.topics)
    draft = {"turnId": asked_since(await sync_to_async(kit.game_of)(nils.game_id)), "choice": 2}
    await PlayerInfo.objects.filter(pk=str(nils.seat)).aupdate(draft=draft, draft_number=1)
    await hub._beat()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while CAST not in nils.sent[-1]:
            await asyncio.sleep(0)
    hub.leave(nils, nils.topics)


async def test_a_page_does_not_go_back_to_a_draft_that_was_read_before_the_last_choice(nils: RecordedPage) -> None:
    before = Snapshot(await sync_to_async(loader.load)(nils.game_id))
    await sync_to_async(choose_the_second)(nils.game_id)

    async def read_before() -> Snapshot:
        return before

    nils.shown = {}
    await nils._show(read_before(), same_position=True)
    assert CAST in nils.sent[-1]


async def test_a_choice_is_shown_even_if_somebody_elses_move_is_shown_while_it_is_looked_up() -> None:
    game_id, person = await sync_to_async(voting)()
    seat = await sync_to_async(kit.seat)(game_id, "Nils")
    nils = RecordedPage(game_id, seat, person)
    await nils.send_everything()
    await sync_to_async(kit.act)(game_id, "Juno", "vote", choice=1)
    moved = await get_hub().snapshots.fresh(page, game_id)
    await sync_to_async(choose_the_second)(game_id)

    async def looked_up_before() -> object:
        return moved

    choice = asyncio.create_task(nils.refresh(draft_topic(game_id, seat), 0))
    await asyncio.sleep(0)
    await nils._show(looked_up_before())  # type: ignore[arg-type]
    assert CAST not in nils.sent[-1]
    await choice
    assert CAST in nils.sent[-1]
