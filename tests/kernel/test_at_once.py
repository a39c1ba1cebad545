"""Requests that reach the server at the same moment, in real threads."""

import threading
from collections.abc import Callable

import pytest
from django.db import connections

from tabletop.rules import RuleViolation
from tests.kernel.conftest import STARTED, any_move, logged_moves
from tests.kit.bulk import bulk
from tests.tinygame import services
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.rules import State

StateOf = Callable[[DuelGame], State]


def in_threads(number: int, run: Callable[[int], object]) -> list[object]:
    """Real threads with connections of their own, started together."""
    outcomes: list[object] = [None] * number
    barrier = threading.Barrier(number, timeout=60)

    def work(index: int) -> None:
        barrier.wait()
        try:
            outcomes[index] = run(index)
        except Exception as error:
            outcomes[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=(index,), daemon=True) for index in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repetition", range(bulk(10, least=3)))
def test_a_double_click_has_one_effect(duel: DuelGame, state_of: StateOf, repetition: int) -> None:
    action = any_move(state_of(duel))
    outcomes = in_threads(
        4, lambda _i: services.move(game_id=duel.pk, seat=0, action=action, key="click", expected_seq=STARTED)
    )
    assert sorted(receipt.changed for receipt in outcomes) == [False, False, False, True]  # type: ignore[attr-defined]
    assert {receipt.seq for receipt in outcomes} == {STARTED + 1}  # type: ignore[attr-defined]
    assert logged_moves().filter(game=duel).count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repetition", range(bulk(10, least=3)))
def test_of_many_moves_at_once_the_rules_accept_one(duel: DuelGame, state_of: StateOf, repetition: int) -> None:
    hand = state_of(duel).hands[0]
    outcomes = in_threads(
        3, lambda index: services.move(game_id=duel.pk, seat=0, action={"type": "play", "card": hand[index]})
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, RuleViolation)]
    assert [refusal.code for refusal in refused] == ["not_your_turn", "not_your_turn"]
    assert len(DuelSeat.objects.get(game=duel, place=0).hand) == 2
