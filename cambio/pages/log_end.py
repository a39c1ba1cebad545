"""How much of a log its table's page needs: the newest actions, and of those before them each seat's last move."""

from collections.abc import Collection
from itertools import islice

from cambio.pages.contexts.last_moves import KINDS
from cambio.pages.view import Events, Story

SHOWN_ACTIONS = 24
"""A round of four who all use a power takes sixteen; some more, for people who come and go in between."""
MOVES = {*KINDS, "CARD_DRAWN", "CAMBIO_CALLED"}


def shortened(story: Story) -> Story:
    """Without actions that no page needs any more.

    Of what is older than the newest only moves are kept: a connection that flickers writes an action each time.
    """
    newest, older = story[:SHOWN_ACTIONS], story[SHOWN_ACTIONS:]
    room = SHOWN_ACTIONS - sum(map(_is_move, newest)) if older else 0
    return (*newest, *islice(filter(_is_move, older), room))


def _is_move(events: Events) -> bool:
    return any(event.type in MOVES for event in events)


def tells_all_last_moves(story: Story, seat_ids: Collection[str]) -> bool:
    """Whether the last move of every seat is told from the draw on, or nobody has moved before."""
    moved: set[str | None] = set()
    told: set[str | None] = set()
    for event in (event for action in story for event in action):
        if event.type == "GAME_STARTED":
            return True
        if event.type in ("CAMBIO_CALLED", "TURN_FORFEITED"):
            told.add(event.actor_id)
        elif event.type == "SWAP_COMPLETED":
            told |= {event.player_id, event.target_player_id}
        elif event.type in ("CARD_SWAPPED", "CARD_DISCARDED"):
            moved.add(event.player_id)
        elif event.type == "CARD_DRAWN" and event.player_id in moved:
            told.add(event.player_id)
    return told.issuperset(seat_ids)
