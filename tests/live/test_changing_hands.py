"""What goes over the wire when a seat changes hands: each of the two people gets what is theirs from then on."""

from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core.exceptions import PermissionDenied

from tabletop.accounts.models import User
from tabletop.kept_games import take_game
from tests.kernel.conftest import any_move, game_of
from tests.kit.frames import parts_in
from tests.live.conftest import seq_in
from tests.tinygame import services
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]
tables = services.tables


@database_sync_to_async
def offer(duel: DuelGame, person: User) -> None:
    tables.act(game_id=duel.pk, person=person, action={"type": "offer_seat"})


@database_sync_to_async
def take(duel: DuelGame, person: User) -> int:
    return tables.take_seat(game_id=duel.pk, person=person).receipt.seq


@database_sync_to_async
def play(duel: DuelGame, person: User) -> int:
    return tables.act(game_id=duel.pk, person=person, action=any_move(game_of(duel))).seq


async def frame_of(socket: Any, seq: int) -> str:
    """What was sent for this position."""
    html = str(await socket.receive_from())
    while seq_in(html) < seq:
        html = str(await socket.receive_from())
    return html


async def test_the_open_page_of_the_former_person_is_that_of_one_who_looks_on(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    former, _accepted, _code = await open_socket(duel, people[1])
    watcher, _accepted, _code = await open_socket(duel, eve)
    for socket in (former, watcher):
        await socket.receive_from()
    await offer(duel, people[1])
    seq = await take(duel, eve)
    hand = (await database_sync_to_async(game_of)(duel)).hands[1]
    lost, gained = await frame_of(former, seq), await frame_of(watcher, seq)
    assert "actions" in parts_in(lost)
    assert "Play the" not in lost
    assert all(f"Play the {card}<" in gained for card in hand)
    # What comes later is for the new person alone.
    seq = await play(duel, people[0])
    lost, gained = await frame_of(former, seq), await frame_of(watcher, seq)
    assert "Play the" not in lost
    assert all(f"Play the {card}<" in gained for card in hand)


async def test_no_process_goes_on_from_the_people_as_they_were(
    open_socket: OpenSocket, duel: DuelGame, people: list[User], eve: User
) -> None:
    socket, _accepted, _code = await open_socket(duel, people[0])
    await socket.receive_from()
    await offer(duel, people[1])
    await frame_of(socket, await take(duel, eve))
    assert await database_sync_to_async(take_game)(services.engine, duel.pk) is None
    await frame_of(socket, await play(duel, people[0]))
    kept = await database_sync_to_async(take_game)(services.engine, duel.pk)
    assert kept is not None
    assert {sitter.person for sitter in kept.sitters.values()} == {people[0].pk, eve.pk}
    with pytest.raises(PermissionDenied):
        await play(duel, people[1])
