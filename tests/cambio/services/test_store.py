"""The tables and the state are the same thing in two forms."""

import random
from typing import Any
from uuid import UUID

import pytest

from cambio import services, store
from cambio.models import Card, GameSession, Turn
from cambio.plug import table
from cambio.replay import verify
from cambio.services import engine
from tabletop.engine import Move
from tabletop.play import submit
from tests.cambio.kit import START, act, dealt, lobby_of, people, random_action, settle_at, state_of

pytestmark = pytest.mark.django_db


def agrees(game_id: UUID, receipt: Any) -> None:
    assert store.load(game_id).state == receipt.state


def check_rows(game_id: UUID) -> None:
    """What holds at every moment (rules 11)."""
    cards = Card.objects.filter(game_session=game_id)
    assert cards.count() == 52
    hands = [cards.filter(location="hand", owner=player).count() for player in GameSession(pk=game_id).players.all()]
    assert set(hands) == {4}
    seqs = list(Turn.objects.filter(game_session=game_id).order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, len(seqs) + 1))


@pytest.mark.parametrize("number", range(6))
def test_what_is_saved_is_loaded_after_every_action_of_random_games(number: int) -> None:
    chance = random.Random(number)
    humans = 2 + number % 3
    bots: list[Any] = ["hard", "medium"][: min(number, 4 - humans)]
    game_id = dealt(people(humans), bots=bots, takeover=bool(number % 2))
    seats, now = humans + len(bots), START
    while not table.is_over(state_of(game_id)):
        now += chance.choice([0.5, 1, 2, 7])
        agrees(game_id, receipt := settle_at(game_id, now))
        if table.is_over(receipt.state):
            break
        if chance.random() < 0.05:
            came_or_went = {"type": chance.choice(["left", "arrived"])}
            agrees(game_id, submit(engine, game_id, Move(seat=chance.randrange(seats), action=came_or_went), now=now))
            continue
        seat, action = random_action(receipt.state, chance, now=now)
        if receipt.state.seats[seat].bot_level is None:
            agrees(game_id, services.act(game_id=game_id, seat=seat, action=action, now=now))
        else:
            now += 3
    check_rows(game_id)
    verify(GameSession.objects.get(pk=game_id))


def test_the_lobby_is_saved_and_loaded_too() -> None:
    persons = people(4)
    game_id = lobby_of(persons)
    for seat in (1, 0, 1):
        agrees(game_id, act(game_id, seat, "leave"))
    state = state_of(game_id)
    assert list(store.load(game_id).names.values()) == ["Nils"]
    assert state.host == state.seats[0].seat_id


def test_only_rows_that_changed_are_written() -> None:
    game_id = dealt(people(2))
    act(game_id, 0, "confirm_initial_view")
    act(game_id, 1, "confirm_initial_view")
    before = {card.pk: card.updated_at for card in Card.objects.filter(game_session=game_id)}
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "swap", position=3)
    changed = [card for card in Card.objects.filter(game_session=game_id) if card.updated_at != before[card.pk]]
    assert sorted(card.location for card in changed) == ["discard", "hand"]
