"""What has happened: the log beside the table, and which cards travel in this update."""

from cambio.pages.contexts.people import name_for, player_with
from cambio.pages.view import EventView, TableView
from cambio.rules.cards import Card
from tabletop.live.parts import EMPTY, Context, Line, Lines

LINES = 9

TOLD = {
    "GAME_STARTED",
    "CARD_DRAWN",
    "CARD_SWAPPED",
    "CARD_DISCARDED",
    "POWER_USED",
    "SWAP_COMPLETED",
    "POWER_SKIPPED",
    "POWER_CANCELLED",
    "CAMBIO_CALLED",
    "TURN_FORFEITED",
    "DECK_RESHUFFLED",
    "PLAYER_DISCONNECTED",
    "PLAYER_RECONNECTED",
    "SEAT_TAKEN_OVER",
    "TURN_STARTED",
}


class LogLine(Line, frozen=True):
    nth: int
    """Tells the lines of one action apart."""
    type: str
    at: int
    name: str | None
    mine: bool
    card: Card | None
    discarded_card: Card | None
    position: int | None
    target: str | None
    target_position: int | None


class Log(Lines, frozen=True):
    lines: tuple[LogLine, ...]


class Motion(Context, frozen=True):
    seq: int
    moves: str
    """Which places exchange cards in the newest action, as "from>to"; the page's script lets them travel."""


def log(view: TableView) -> Log:
    # Before is the waiting room, after the result.
    if view.phase in ("setup", "completed"):
        return Log(lines=())
    lines: list[LogLine] = []
    for event in view.recent:
        if _is_told(view, event):
            nth = lines[-1].nth + 1 if lines and lines[-1].seq == event.seq else 0
            lines.append(_line(view, event, nth=nth))
        if len(lines) == LINES:
            break
    return Log(lines=tuple(lines))


def _is_told(view: TableView, event: EventView) -> bool:
    if event.type == "TURN_STARTED":
        return event.player_id == view.my_player_id
    # A person who left before the deal is in the log, but not at the table.
    if event.player_id is not None and all(player.player_id != event.player_id for player in view.players):
        return False
    # A blind swap is told with its two places by the event that follows.
    return event.type in TOLD and not (event.type == "POWER_USED" and event.power_type == "blind_swap")


def _line(view: TableView, event: EventView, *, nth: int) -> LogLine:
    # The drawn card is on the table for those who may see it; the log stays fit for other eyes on the screen.
    is_shown = event.type != "CARD_DRAWN" or event.source == "discard"
    return LogLine(
        seq=event.seq,
        nth=nth,
        type=event.type,
        at=int(event.at),
        name=name_for(view, event.actor_id),
        mine=event.actor_id == view.my_player_id,
        card=event.card if is_shown else None,
        discarded_card=event.discarded_card,
        position=event.position,
        target=name_for(view, event.target_player_id),
        target_position=event.target_position,
    )


def motion(view: TableView) -> Context:
    if not view.recent:
        return EMPTY
    newest = view.recent[0].seq
    moves = [move for event in view.recent if event.seq == newest for move in _moves(view, event)]
    return Motion(seq=newest, moves=" ".join(dict.fromkeys(moves))) if moves else EMPTY


def _moves(view: TableView, event: EventView) -> list[str]:
    if event.type == "CARD_DRAWN":
        return [f"{event.source}>held"]
    if event.type == "CARD_DISCARDED" or (event.type == "TURN_FORFEITED" and event.card is not None):
        return ["held>discard"]
    if event.type == "CARD_SWAPPED":
        place = _place(view, event.player_id, event.position)
        return [f"held>{place}", f"{place}>discard"]
    if event.type == "SWAP_COMPLETED":
        one = _place(view, event.player_id, event.position)
        other = _place(view, event.target_player_id, event.target_position)
        return [f"{one}>{other}", f"{other}>{one}"]
    return []


def _place(view: TableView, player_id: str | None, position: int | None) -> str:
    return f"{player_with(view, player_id).turn_order}-{position}"
