from collections.abc import Sequence
from typing import Any
from uuid import UUID

from tabletop.accounts.models import User
from tabletop.engine import Loaded, Sitter, UnknownGame
from tabletop.rules import Event
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
    sitters = {seat.number: Sitter(seat_id=str(seat.pk), person=seat.user_id, display_name=seat.name) for seat in seats}
    return Loaded(row=row, state=_state(row, seats), sitters=sitters)


def save(loaded: Loaded[State], after: State, _events: tuple[Event, ...]) -> None:
    row = loaded.row
    assert isinstance(row, DuelGame)
    columns = _game_columns(after)
    for name, value in columns.items():
        setattr(row, name, value)
    row.save(update_fields=[*columns, "seq", "updated_at"])
    for number in (0, 1):
        seat_columns = _seat_columns(after, number)
        if seat_columns != _seat_columns(loaded.state, number):
            DuelSeat.objects.filter(game=row, number=number).update(**seat_columns)


def create(state: State, *, row: DuelGame, people: Sequence[User]) -> None:
    for name, value in _game_columns(state).items():
        setattr(row, name, value)
    row.save(force_insert=True)
    DuelSeat.objects.bulk_create(
        DuelSeat(game=row, number=number, user=person, name=person.display_name, **_seat_columns(state, number))
        for number, person in enumerate(people)
    )


def _state(row: DuelGame, seats: Sequence[DuelSeat]) -> State:
    first, second = seats
    return State(
        hands=(tuple(first.hand), tuple(second.hand)),
        deck=tuple(row.deck),
        turn=row.turn,
        due=row.due,
        led=row.led,
        tricks=(row.tricks[0], row.tricks[1]),
        redrawn=(first.redrawn, second.redrawn),
        connected=(first.connected, second.connected),
    )


def _game_columns(state: State) -> dict[str, Any]:
    return {
        "deck": list(state.deck),
        "turn": state.turn,
        "due": state.due,
        "led": state.led,
        "tricks": list(state.tricks),
    }


def _seat_columns(state: State, number: int) -> dict[str, Any]:
    return {
        "hand": list(state.hands[number]),
        "redrawn": state.redrawn[number],
        "connected": state.connected[number],
    }
