"""Several people at once, with real threads: exactly one effect each time (rules 16)."""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from cambio import rules, services
from cambio.models import CambioAction, Card, GameSession, Player, SpecialPower, Turn
from tabletop.engine import Receipt, UnknownGame
from tests.cambio.kit import act, dealt, guest, people, position, state_of
from tests.kit.bulk import bulk
from tests.kit.racers import codes, racers

__all__ = ["racers"]

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]
# SQLite lets one writer in at a time, so there is little to race for; on PostgreSQL it is serious.
REPETITIONS = bulk(100) if connection.vendor == "postgresql" else 3
FEWER_REPETITIONS = bulk(20, least=5) if connection.vendor == "postgresql" else 3


@pytest.fixture
def game_id() -> UUID:
    """One game for all repetitions: dealing anew would take longer than the race."""
    return dealt(people(2))


def lay(game_id: UUID, held: str | None = None) -> None:
    """The same position again: seat 0 is to draw, or has drawn this card from the deck."""
    position(game_id, rules.arrange(HANDS, ["3c", "4c"], ["2d", "3d"], held=held, held_from="deck"))


def turns(game_id: UUID, action: str) -> int:
    return Turn.objects.filter(game_session=game_id, action=action).count()


def powers(game_id: UUID) -> int:
    return SpecialPower.objects.filter(game_session=game_id).count()


@pytest.mark.parametrize(("top", "code"), [("2c", "not_your_turn"), ("7c", "power_pending")])
def test_a_discard_sent_twice_is_one_discard(game_id: UUID, racers: Any, top: str, code: str) -> None:
    race = racers(2)
    for repetition in range(REPETITIONS):
        lay(game_id, top)
        assert codes(race(lambda _thread: act(game_id, 0, "discard"))) == [code]
        assert turns(game_id, "discard") == repetition + 1
        assert Card.objects.filter(game_session=game_id, location="discard").count() == 3
        if top == "7c":
            act(game_id, 0, "skip_power")


def test_of_two_activations_one_takes_effect(game_id: UUID, racers: Any) -> None:
    race = racers(2)
    for repetition in range(REPETITIONS):
        lay(game_id, "7c")
        act(game_id, 0, "discard")
        outcomes = race(lambda thread: act(game_id, 0, "use_power", position=thread))
        assert codes(outcomes) == ["power_already_used"]
        assert (powers(game_id), turns(game_id, "power")) == (repetition + 1, repetition + 1)
        assert Card.objects.filter(game_session=game_id, visibility="peeking").count() == 1
        act(game_id, 0, "dismiss_reveal")


def test_of_two_blind_swaps_one_takes_effect(game_id: UUID, racers: Any) -> None:
    race = racers(2)
    swap = {"targetSeat": 1, "targetPosition": 0}
    for repetition in range(FEWER_REPETITIONS):
        lay(game_id, "Qc")
        act(game_id, 0, "discard")
        outcomes = race(lambda thread: act(game_id, 0, "use_power", position=thread, **swap))
        assert codes(outcomes) == ["not_your_turn"]
        assert powers(game_id) == repetition + 1


def test_of_two_calls_one_counts(game_id: UUID, racers: Any) -> None:
    race = racers(2)
    caller = Player.objects.get(game_session=game_id, turn_order=0)
    for repetition in range(REPETITIONS):
        lay(game_id)
        outcomes = race(lambda thread: act(game_id, thread, "call_cambio"))
        # The player on turn calls, or, if the other one asked first, that one was told to wait.
        assert codes(outcomes) in (["cambio_already_called"], ["not_your_turn"])
        row = GameSession.objects.get(pk=game_id)
        assert (row.phase, row.cambio_caller_id) == ("final_round", caller.pk)
        assert turns(game_id, "cambio") == repetition + 1


def test_one_player_who_calls_twice_at_once_has_called_once(game_id: UUID, racers: Any) -> None:
    race = racers(2)
    for repetition in range(FEWER_REPETITIONS):
        lay(game_id)
        assert codes(race(lambda _thread: act(game_id, 0, "call_cambio"))) == ["cambio_already_called"]
        assert turns(game_id, "cambio") == repetition + 1


def test_the_last_seat_is_taken_once(racers: Any) -> None:
    host, *others = people(4)
    game_id = services.create_table(person=host, player_count=2).game_id
    race = racers(3)
    for _repetition in range(REPETITIONS):
        outcomes = race(lambda thread: services.join_table(game_id=game_id, person=others[thread]))
        assert codes(outcomes) == ["game_full", "game_full"]
        assert list(
            Player.objects.filter(game_session=game_id).order_by("turn_order").values_list("turn_order", flat=True)
        ) == [0, 1]
        act(game_id, 1, "leave")


def test_a_person_in_a_hurry_takes_one_seat(racers: Any) -> None:
    host, other = people(2)
    game_id = services.create_table(person=host, player_count=4).game_id
    race = racers(3)
    for _repetition in range(FEWER_REPETITIONS):
        outcomes = race(lambda _thread: services.join_table(game_id=game_id, person=other))
        assert codes(outcomes) == ["already_in_game", "already_in_game"]
        act(game_id, 1, "leave")


def test_seats_that_move_up_never_let_one_act_for_another(racers: Any) -> None:
    persons = [*people(3), guest("Pia")]
    game_id = services.create_table(person=persons[0], player_count=4).game_id
    race = racers(2)
    for _repetition in range(FEWER_REPETITIONS):
        seats = [services.join_table(game_id=game_id, person=person) for person in persons[1:]]
        last = seats.pop()

        def leave(thread: int) -> object:
            own = seats[thread]  # noqa: B023
            return services.act(game_id=game_id, action={"type": "leave"}, seat_id=own.player_id)

        assert codes(race(leave)) in ([], ["stale_state"])
        assert Player.objects.filter(pk=last.player_id).exists()
        while len(state_of(game_id).seats) > 1:
            act(game_id, 1, "leave")


def test_whatever_happens_at_once_is_numbered_without_a_gap(racers: Any) -> None:
    menu: list[tuple[int, dict[str, Any]]] = [
        (0, {"kind": "draw", "source": "deck"}),
        (0, {"kind": "draw", "source": "discard"}),
        (0, {"kind": "call_cambio"}),
        (1, {"kind": "leave"}),
    ]
    race = racers(4)
    for _repetition in range(FEWER_REPETITIONS):
        game_id = dealt(people(2))
        lay(game_id)
        race(lambda thread: act(game_id, menu[thread][0], **menu[thread][1]))  # noqa: B023
        row = GameSession.objects.get(pk=game_id)
        assert row.seq == CambioAction.objects.filter(game=row).count()


def test_a_table_that_is_taken_away_lets_a_move_in_the_making_come_first(racers: Any) -> None:
    race, persons = racers(2), people(2)

    def take_away_while_somebody_moves(game_id: UUID) -> list[Any]:
        moves: list[Callable[[], object]] = [
            partial(act, game_id, 0, "confirm_initial_view"),
            partial(services.remove_table, game_id=game_id),
        ]
        return race(lambda thread: moves[thread]())

    for _repetition in range(FEWER_REPETITIONS):
        moved, taken_away = take_away_while_somebody_moves(dealt(persons))
        assert taken_away is None
        assert isinstance(moved, Receipt | UnknownGame), moved
    assert not GameSession.objects.exists()
