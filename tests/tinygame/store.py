from collections.abc import Sequence
from typing import Any
from uuid import UUID

from tabletop.play import Loaded, UnknownGame
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.rules import State

games = DuelGame
actions = DuelAction


def load(game_id: UUID, *, for_update: bool = False) -> Loaded[State]:
    rows = DuelGame.objects.select_for_update(no_key=True) if for_update else DuelGame.objects.all()
    try:
        row = rows.get(pk=game_id)
    except DuelGame.DoesNotExist:
        raise UnknownGame(game_id) from None
    seats = list(DuelSeat.objects.filter(game=row).order_by("number"))
    return Loaded(row=row, state=_state(row, seats), people={seat.number: seat.user_id for seat in seats})


def save(loaded: Loaded[State], after: State) -> None:
    row = loaded.row
    assert isinstance(row, DuelGame)
    row.deck, row.turn, row.due, row.led = list(after.deck), after.turn, after.due, after.led
    row.save(update_fields=["deck", "turn", "due", "led", "seq", "updated_at"])
    for number in (0, 1):
        columns = _seat_columns(after, number)
        if columns != _seat_columns(loaded.state, number):
            DuelSeat.objects.filter(game=row, number=number).update(**columns)


def _state(row: DuelGame, seats: Sequence[DuelSeat]) -> State:
    first, second = seats
    return State(
        hands=(tuple(first.hand), tuple(second.hand)),
        deck=tuple(row.deck),
        turn=row.turn,
        due=row.due,
        led=row.led,
        tricks=(first.tricks, second.tricks),
        redrawn=(first.redrawn, second.redrawn),
        connected=(first.connected, second.connected),
    )


def _seat_columns(state: State, number: int) -> dict[str, Any]:
    return {
        "hand": list(state.hands[number]),
        "tricks": state.tricks[number],
        "redrawn": state.redrawn[number],
        "connected": state.connected[number],
    }


def create(state: State, *, row: DuelGame, people: Sequence[Any]) -> None:
    row.deck, row.turn, row.due, row.led = list(state.deck), state.turn, state.due, state.led
    row.save(force_insert=True)
    DuelSeat.objects.bulk_create(
        DuelSeat(game=row, number=number, user=person, name=person.display_name, **_seat_columns(state, number))
        for number, person in enumerate(people)
    )
