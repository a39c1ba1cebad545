"""The room before the game."""

from imperial.forms import PACES
from imperial.pages.view import RoomView
from imperial.plug import Clock, table
from tabletop.tables.waiting_room import WaitingRoom


class RoomWithClock(WaitingRoom, frozen=True):
    clock: Clock | None
    pace: str | None
    """Which of `PACES` this clock is; None for one that only programs choose."""


def waiting(view: RoomView) -> RoomWithClock:
    colours = [seat.colour for seat in view.seats]
    pace = next((name for name, (_label, clock) in PACES.items() if clock == view.clock), None)
    return RoomWithClock.build(
        table.plug,
        view,
        view.seats,
        me=view.my_player_id,
        colours=colours,
        again=view.again,
        clock=view.clock,
        pace=pace,
    )
