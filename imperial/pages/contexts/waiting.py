"""The room before the game."""

from imperial.pages.view import RoomView
from imperial.plug import Clock, table
from imperial.rules import MAX_PLAYERS
from tabletop.tables.waiting_room import WaitingRoom

AVATARS = range(1, MAX_PLAYERS + 1)


class RoomWithClock(WaitingRoom, frozen=True):
    clock: Clock | None


def waiting(view: RoomView) -> RoomWithClock:
    return RoomWithClock.build(table.plug, view, view.seats, me=view.my_player_id, colours=AVATARS, clock=view.clock)
