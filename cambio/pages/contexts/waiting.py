"""The room before the game."""

from cambio.pages.contexts.people import AVATARS
from cambio.pages.view import TableView
from cambio.plug import table
from tabletop.tables.waiting_room import WaitingRoom


def waiting(view: TableView) -> WaitingRoom:
    return WaitingRoom.build(table.plug, view, view.players, me=view.my_player_id, colours=AVATARS)
