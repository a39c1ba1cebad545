"""Rules 20: the mistakes others made with this game that are the business of tables and services.

Those of the rules are in `tests/cambio/rules/test_traps.py`.
"""

import random
from uuid import UUID

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from pytest_django import DjangoCaptureOnCommitCallbacks

from cambio import rules, services
from cambio.models import Card
from cambio.plug import table
from tabletop import play
from tabletop.rules import RuleViolation
from tests.cambio.kit import START, act, dealt, guest, people, position, random_action, rows_of, state_of

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


def test_trap_3_the_game_does_not_start_by_itself_when_the_second_player_arrives() -> None:
    entry = services.create_table(person=guest("Juno"), player_count=4)
    services.join_table(game_id=entry.game_id, person=guest("Mara"))
    assert state_of(entry.game_id).game is None
    services.join_table(game_id=entry.game_id, person=guest("Nils"))
    assert len(state_of(entry.game_id).seats) == 3


@pytest.mark.parametrize("seats", [2, 3])
def test_trap_4_full_is_the_number_chosen_and_not_four(seats: int) -> None:
    persons = people(4)
    game_id = services.create_table(person=persons[0], player_count=seats).game_id
    for person in persons[1:seats]:
        services.join_table(game_id=game_id, person=person)
    with pytest.raises(RuleViolation) as refusal:
        services.join_table(game_id=game_id, person=persons[3])
    assert refusal.value.code == "game_full"


def numbers_in_pile(game_id: UUID) -> list[int]:
    pile = Card.objects.filter(game_session=game_id, location="discard")
    return [number for number in pile.values_list("order_in_pile", flat=True) if number is not None]


def test_trap_19_a_card_taken_from_the_pile_and_one_laid_down_never_make_two_tops() -> None:
    game_id = dealt(people(2))
    position(game_id, rules.arrange(HANDS, ["2c"], ["9d", "2d", "3d"]))
    for turn in range(8):
        seat = turn % 2
        act(game_id, seat, "draw", source="discard")
        act(game_id, seat, "swap", position=turn % 4)
        numbers = numbers_in_pile(game_id)
        assert len(numbers) == len(set(numbers)) == 3
        top = Card.objects.get(game_session=game_id, location="discard", order_in_pile=max(numbers))
        assert str(top) == table.view(state_of(game_id), 0, now=START)["discardTop"]


@pytest.mark.parametrize("name", ["J_uno", "\u3164\u3164\u3164", "Jun\u200bo", "x" * 21, "\u0301\u0302", "Ju\0no"])
def test_trap_20_names_are_of_letters_digits_and_spaces_that_can_be_seen(name: str) -> None:
    with pytest.raises(ValidationError):
        services.create_table(person=guest("Juno"), player_count=2, display_name=name)
    assert services.create_table(person=guest("Juno"), player_count=2, display_name="z\u0323\u030c" * 20)


def test_trap_21_a_game_never_touches_another_one() -> None:
    games = [dealt(people(3)) for _table in range(2)]
    for game_id in games:
        for seat in range(3):
            act(game_id, seat, "confirm_initial_view")
    before = rows_of(games[1])
    chance = random.Random(21)
    while not table.is_over(state := state_of(games[0])):
        seat, action = random_action(state, chance, now=START)
        services.act(game_id=games[0], seat=seat, action=action, now=START)
    assert rows_of(games[1]) == before


def test_trap_24_nothing_is_announced_before_the_commit(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_id = dealt(people(2))
    position(game_id, rules.arrange(HANDS, ["2c"], ["2d", "3d"]))
    rung: list[object] = []
    monkeypatch.setattr(play, "announce", lambda **doorbell: rung.append(doorbell))
    with django_capture_on_commit_callbacks(execute=True):
        act(game_id, 0, "draw", source="deck")
        assert rung == []
    assert len(rung) == 1
    # A move that is rolled back rings no bell.
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        act(game_id, 0, "discard")
        transaction.set_rollback(True)
    assert len(rung) == 1
