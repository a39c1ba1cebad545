"""Several people at once, with real threads: exactly one effect each time (rules 16)."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from cambio import rules, services
from cambio.models import CambioAction, Card, GameSession, Player, SpecialPower, Turn
from tabletop.rules import RuleViolation
from tests.cambio.kit import act, dealt, guest, people, position
from tests.kernel.test_play import in_threads

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]
# SQLite lets one writer in at a time, so there is little to race for; on PostgreSQL it is serious.
REPETITIONS = 20 if connection.vendor == "postgresql" else 3


def repeated(test: Callable[..., None]) -> Callable[..., None]:
    """Many tables in one test: emptying the database between them would take longer than the race."""

    @wraps(test)
    def many(*args: Any, **kwargs: Any) -> None:
        for _repetition in range(REPETITIONS):
            test(*args, **kwargs)

    return many


def codes(outcomes: list[Any]) -> list[str]:
    """The refusals; anything else that went wrong fails the test."""
    for outcome in outcomes:
        if isinstance(outcome, Exception) and not isinstance(outcome, RuleViolation):
            raise outcome
    return sorted(outcome.code for outcome in outcomes if isinstance(outcome, RuleViolation))


def arranged(top: str) -> UUID:
    game_id = dealt(people(2))
    position(game_id, rules.arrange(HANDS, [top, "3c", "4c"], ["2d", "3d"]))
    return game_id


@pytest.mark.parametrize(("top", "code"), [("2c", "not_your_turn"), ("7c", "power_pending")])
@repeated
def test_a_discard_sent_twice_is_one_discard(top: str, code: str) -> None:
    game_id = arranged(top)
    act(game_id, 0, "draw", source="deck")
    outcomes = in_threads(2, lambda _thread: act(game_id, 0, "discard"))
    assert codes(outcomes) == [code]
    assert Turn.objects.filter(game_session=game_id, action="discard").count() == 1
    assert Card.objects.filter(game_session=game_id, location="discard").count() == 3


@repeated
def test_of_two_activations_one_takes_effect() -> None:
    game_id = arranged("7c")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    outcomes = in_threads(2, lambda thread: act(game_id, 0, "use_power", position=thread))
    assert codes(outcomes) == ["power_already_used"]
    assert SpecialPower.objects.filter(game_session=game_id).count() == 1
    assert Card.objects.filter(game_session=game_id, visibility="peeking").count() == 1


@repeated
def test_of_two_blind_swaps_one_takes_effect() -> None:
    game_id = arranged("Qc")
    act(game_id, 0, "draw", source="deck")
    act(game_id, 0, "discard")
    swap = {"targetSeat": 1, "targetPosition": 0}
    outcomes = in_threads(2, lambda thread: act(game_id, 0, "use_power", position=thread, **swap))
    assert codes(outcomes) == ["not_your_turn"]
    assert SpecialPower.objects.filter(game_session=game_id).count() == 1


@repeated
def test_of_two_calls_one_counts() -> None:
    game_id = arranged("2c")
    outcomes = in_threads(2, lambda thread: act(game_id, thread, "call_cambio"))
    # The player on turn calls, or, if the other one asked first, that one was told to wait.
    assert codes(outcomes) in (["cambio_already_called"], ["not_your_turn"])
    row = GameSession.objects.get(pk=game_id)
    assert (row.phase, row.cambio_caller_id) == ("final_round", row.players.get(turn_order=0).pk)
    assert Turn.objects.filter(game_session=game_id, action="cambio").count() == 1


@repeated
def test_the_last_seat_is_taken_once() -> None:
    host, *others = people(4)
    entry = services.create_table(person=host, player_count=2)
    outcomes = in_threads(3, lambda thread: services.join_table(game_id=entry.game_id, person=others[thread]))
    assert codes(outcomes) == ["game_full", "game_full"]
    assert list(Player.objects.filter(game_session=entry.game_id).values_list("turn_order", flat=True)) == [0, 1]


@repeated
def test_a_person_in_a_hurry_takes_one_seat() -> None:
    host, other = people(2)
    entry = services.create_table(person=host, player_count=4)
    outcomes = in_threads(3, lambda _thread: services.join_table(game_id=entry.game_id, person=other))
    assert codes(outcomes) == ["already_in_game", "already_in_game"]


@repeated
def test_seats_that_move_up_never_let_one_act_for_another() -> None:
    host, *others = people(3)
    entry = services.create_table(person=host, player_count=4)
    seats = [services.join_table(game_id=entry.game_id, person=person) for person in others]
    last = services.join_table(game_id=entry.game_id, person=guest("Pia"))

    def leave(thread: int) -> object:
        own = seats[thread]
        return services.act(
            game_id=entry.game_id, seat=own.seat, action={"type": "leave_game"}, player_id=own.player_id
        )

    outcomes = in_threads(2, leave)
    assert codes(outcomes) in ([], ["stale_state"])
    assert Player.objects.filter(pk=last.player_id).exists()


@repeated
def test_whatever_happens_at_once_is_numbered_without_a_gap() -> None:
    game_id = arranged("7c")
    menu: list[tuple[int, dict[str, Any]]] = [
        (0, {"kind": "draw", "source": "deck"}),
        (0, {"kind": "draw", "source": "discard"}),
        (0, {"kind": "call_cambio"}),
        (1, {"kind": "leave_game"}),
    ]
    in_threads(4, lambda thread: act(game_id, menu[thread][0], **menu[thread][1]))
    row = GameSession.objects.get(pk=game_id)
    assert row.seq == CambioAction.objects.filter(game=row).count()
