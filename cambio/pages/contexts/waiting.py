"""The room before the game."""

from cambio.pages.view import TableView
from cambio.plug import table
from tabletop.live.parts import EMPTY, Context
from tabletop.tables.waiting_room import WaitingRoom


def waiting(view: TableView) -> Context:
    """Nobody waits where the page deals."""
    if view.deals:
        return EMPTY
    colours = [player.colour for player in view.players]
    return WaitingRoom.build(table.plug, view, view.players, me=view.my_player_id, colours=colours, again=view.again)
