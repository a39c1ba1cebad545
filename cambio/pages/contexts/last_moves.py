"""The last move of each seat, which stands under its cards until the next one. Nothing in it is a secret.

The answer to a move may tell of that move alone (`recent_is_whole`). So what the reader reads of their own moves is
told by one action, and no action of the reader's tells of another seat's move but a swap with it.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile

from msgspec.structs import replace

from cambio.pages.contexts.people import opponent_at
from cambio.pages.view import EventView, PlayerView, TableView
from cambio.rules.cards import Card
from tabletop.live.parts import EMPTY, Context

KINDS = {
    "CARD_SWAPPED": "placed",
    "CARD_DISCARDED": "let_go",
    "POWER_USED": "looked",
    "CARD_REVEALED": "looked",
    "SWAP_COMPLETED": "gave",
    "TURN_FORFEITED": "missed",
}


class LastMove(Context, frozen=True):
    kind: str = ""
    """Which sentence the template says; empty before the first move. The rest is what the sentence tells."""
    taken: Card | None = None
    """From the discard pile, for all to see."""
    gone: Card | None = None
    """To the discard pile."""
    position: int | None = None
    """The place of the seat that has another card since, or the place that the reader has looked at."""
    other: str | None = None
    """Where a card went, or whose card the reader has looked at; None is the reader."""
    yours: bool = False
    """Whether it stands in front of its own player, who is told more of it."""
    touched: int | None = None
    """The place that is marked: it says where, never what."""


def last_move(view: TableView, *, place: str) -> Context | None:
    """Of the seat at this place; None if the page shows it already."""
    player = opponent_at(view, place)
    return EMPTY if player is None else _last_move(view, player)


def own_last_move(view: TableView) -> Context | None:
    move = _last_move(view, view.front)
    return move if move is None or view.looks_on else replace(move, yours=True)


def _last_move(view: TableView, player: PlayerView) -> LastMove | None:
    if player.player_id == view.cambio_caller_id:
        return _called(view, player)
    told = _told_of(view.recent, player.player_id, is_reader=view.is_me(player))
    newest = next(told, None)
    if newest is not None:
        return _sentence(view, player, newest, told)
    return LastMove() if view.recent_is_whole else None


def _called(view: TableView, player: PlayerView) -> LastMove | None:
    """Stays for the rest of the game, with a mark at the newest card that somebody swapped with the caller since."""
    since = takewhile(lambda event: event.type != "CAMBIO_CALLED", view.recent)
    swaps = (event for event in since if event.type == "SWAP_COMPLETED")
    swap = next((each for each in swaps if player.player_id in (each.player_id, each.target_player_id)), None)
    if swap is not None:
        return LastMove(kind="called", touched=_gave(view, player, swap).touched)
    is_new = any(event.type == "CAMBIO_CALLED" for event in view.recent)
    return LastMove(kind="called") if is_new or view.recent_is_whole else None


def _told_of(recent: Iterable[EventView], player_id: str, *, is_reader: bool) -> Iterator[EventView]:
    """What can be told of the seat's moves, the newest first."""
    for event in recent:
        if event.type not in KINDS:
            continue
        if event.type == "CARD_REVEALED":
            # Only its reader is told of it, and only the place: the face is shown while the rules show it.
            is_told = is_reader
        elif event.type == "POWER_USED":
            is_told = event.player_id == player_id and event.power_type != "blind_swap" and not is_reader
        else:
            is_told = player_id in (event.player_id, event.target_player_id)
        if is_told:
            yield event


def _sentence(view: TableView, player: PlayerView, event: EventView, older: Iterator[EventView]) -> LastMove:
    kind, is_reader = KINDS[event.type], view.is_me(player)
    if kind == "gave":
        return _gave(view, player, event)
    if kind == "looked" and is_reader:
        return LastMove(kind=kind, position=event.position, other=_name(view, event.owner_id))
    if kind == "looked":
        let_go = next((before for before in older if before.type == "CARD_DISCARDED"), None)
        return LastMove(kind=kind, gone=None if let_go is None else let_go.card)
    if kind == "placed":
        taken = None if is_reader else _taken(view.recent, event)
        at = event.position
        return LastMove(kind=kind, taken=taken, gone=event.discarded_card, position=at, touched=at)
    return LastMove(kind=kind, gone=event.card)


def _gave(view: TableView, player: PlayerView, event: EventView) -> LastMove:
    """A swap of two cards is a move of both their owners."""
    if event.player_id == player.player_id:
        at, other = event.position, event.target_player_id
    else:
        at, other = event.target_position, event.player_id
    return LastMove(kind="gave", position=at, other=_name(view, other), touched=at)


def _taken(recent: Iterable[EventView], placed: EventView) -> Card | None:
    """The card that was put in its place, if all saw it: it came from the discard pile in the same turn."""
    if placed.incoming_from != "discard":
        return None
    drawn = (event for event in recent if event.type == "CARD_DRAWN" and event.seq < placed.seq)
    last = next(drawn, None)
    return last.card if last is not None and last.player_id == placed.player_id else None


def _name(view: TableView, player_id: str | None) -> str | None:
    names = (player.display_name for player in view.players if player.player_id == player_id)
    return None if player_id == view.my_player_id else next(names, None)
