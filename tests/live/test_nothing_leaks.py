"""Twin worlds: two duels that differ only in what a viewer may not know must send that viewer the same bytes."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from tabletop.accounts.models import User
from tabletop.live.parts import render_heartbeat
from tests.kernel.conftest import STARTED, game_of
from tests.live.conftest import seq_in
from tests.tinygame import rules, services
from tests.tinygame.models import DuelGame, DuelSeat

pytestmark = pytest.mark.django_db(transaction=True)
OpenSocket = Callable[..., Any]

MINE, THEIRS, OTHERS = [2, 5, 7], [1, 4, 8], [3, 6, 8]


def twin_of(people: list[User], *, hidden: list[int]) -> DuelGame:
    """Juno holds the same three cards in both worlds; Mara's hand and the deck differ."""
    game = services.start_duel(people=people, now=1_000_000_000_000)
    deck = sorted(set(rules.CARDS) - {*MINE, *hidden})
    dealt: dict[str, Any] = game.game or {}
    DuelGame.objects.filter(pk=game.pk).update(game=dealt | {"deck": deck})
    for place, hand in enumerate((MINE, hidden)):
        DuelSeat.objects.filter(game=game, place=place).update(hand=hand)
    return game


def scrub(text: str, game: DuelGame) -> str:
    """Ids, tokens and codes differ between any two games; everything else must not."""
    text = text.replace(str(game.pk), "GAME")
    return re.sub(r'(csrfmiddlewaretoken" value="|x-csrftoken": ")[^"]+', r"\1TOKEN", text)


MOVES_OF_JUNO = [
    {"type": "play", "card": 99},
    {"type": "fly", "card": 2},
    {"type": "play", "card": 5},
    {"type": "play", "card": 2},
]


def everything_over_http(person: User | None, game: DuelGame) -> list[tuple[int, str, str]]:
    client = Client()
    if person:
        client.force_login(person)
    told = []
    for htmx in ({}, {"HX-Request": "true"}):
        for path in ("", "parts/"):
            answer = client.get(f"/duel/{game.pk}/{path}", headers=htmx)
            told.append((answer.status_code, scrub(answer.content.decode(), game), str(len(answer.content))))
    for action in MOVES_OF_JUNO:
        answer = client.post(f"/duel/{game.pk}/move/", action, headers={"HX-Request": "true"})
        told.append((answer.status_code, scrub(answer.content.decode(), game), str(len(answer.content))))
    if game_of(game).turn == 0:
        services.move(game_id=game.pk, seat=0, action={"type": "play", "card": 5})
    hand = DuelSeat.objects.get(game=game, place=1).hand
    services.move(game_id=game.pk, seat=1, action={"type": "redraw", "card": hand[0]})
    answer = client.get(f"/duel/{game.pk}/parts/")
    told.append((answer.status_code, scrub(answer.content.decode(), game), str(len(answer.content))))
    return told


@pytest.mark.parametrize("viewer", [0, None])
def test_pages_parts_answers_and_refusals_are_alike_in_twin_worlds(
    people: list[User], eve: User, viewer: int | None
) -> None:
    person = eve if viewer is None else people[viewer]
    worlds = [twin_of(people, hidden=hidden) for hidden in (THEIRS, OTHERS)]
    first, second = (everything_over_http(person, game) for game in worlds)
    assert first == second


def lead(game: DuelGame) -> None:
    services.move(game_id=game.pk, seat=0, action={"type": "play", "card": 5})


def redraw(game: DuelGame) -> None:
    """What Mara puts back differs between the worlds."""
    hand = DuelSeat.objects.get(game=game, place=1).hand
    services.move(game_id=game.pk, seat=1, action={"type": "redraw", "card": hand[0]})


async def test_sockets_are_alike_in_twin_worlds(open_socket: OpenSocket, people: list[User], eve: User) -> None:
    worlds = [await database_sync_to_async(twin_of)(people, hidden=hidden) for hidden in (THEIRS, OTHERS)]
    viewers = (people[0], eve)
    sockets = {
        (number, viewer): (await open_socket(game, person))[0]
        for number, game in enumerate(worlds)
        for viewer, person in enumerate(viewers)
    }
    heard: dict[tuple[int, int], list[str]] = {place: [] for place in sockets}
    # One move after another: two at once may reach a socket as one update or as two.
    for seq, move in enumerate((lead, redraw), start=STARTED + 1):
        for game in worlds:
            await database_sync_to_async(move)(game)
        for (number, viewer), socket in sockets.items():
            told = heard[number, viewer]
            while not told or f'data-seq="{seq}"' not in told[-1]:
                frame = await socket.receive_from()
                # A heartbeat comes when it is time, whatever has happened.
                if frame != render_heartbeat(seq_in(frame)):
                    told.append(scrub(frame, worlds[number]))
    for viewer in range(len(viewers)):
        assert "".join(heard[0, viewer]) == "".join(heard[1, viewer])


def test_the_twins_really_differ(people: list[User]) -> None:
    """Mara may know the difference and sees it: the comparison above can fail."""
    first, second = (everything_over_http(people[1], twin_of(people, hidden=hidden)) for hidden in (THEIRS, OTHERS))
    assert first != second
