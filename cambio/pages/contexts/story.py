"""What has happened: the log beside the table, and which cards travel in this update."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from cambio.pages.contexts.people import player_with
from cambio.pages.view import EventView, TableView
from cambio.rules.cards import Card
from tabletop.live.parts import EMPTY, Context, Line, NumberedLines

LINES = 9
KEPT_LINES = 4096

LOGGED = {
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
    "SEAT_TAKEN_BACK",
    "SEAT_OFFERED",
    "OFFER_WITHDRAWN",
    "SEAT_TAKEN",
    "TURN_TIMED_OUT",
    "CARD_REVEALED",
}


SAYS_ALREADY = {
    **dict.fromkeys(("SEAT_TAKEN", "SEAT_TAKEN_BACK"), "PLAYER_RECONNECTED"),
    "SEAT_OFFERED": "SEAT_TAKEN_OVER",
}
"""What each of these says besides, so that it is not said twice of one action."""

PRESENCE = {"PLAYER_DISCONNECTED", "PLAYER_RECONNECTED"}


class LogText(Context, frozen=True):
    """What a line says: often the same, so its HTML is kept apart from the moment it was said."""

    type: str
    name: str | None
    """None is the reader: the template says "you"."""
    card: Card | None
    discarded_card: Card | None
    position: int | None
    target: str | None
    target_position: int | None

    @property
    def template(self) -> str:
        """Each kind of event has a file of its own."""
        return f"cambio/log/_{self.type.lower()}.html"


class LogLine(Line, frozen=True):
    key: str
    """Tells the lines of one action apart."""
    at: str
    mine: bool
    text: LogText


class Log(NumberedLines, frozen=True):
    lines: tuple[LogLine, ...]


class Motion(Context, frozen=True):
    seq: int
    moves: str
    """Which places exchange cards in the newest action, as "from:to"; the page's script lets them travel."""


def log(view: TableView) -> Log:
    # Before is the waiting room.
    if view.phase == "setup":
        return Log(lines=())
    me, names = view.my_player_id, {player.player_id: player.display_name for player in view.players}
    lines: list[LogLine] = []
    told = {(SAYS_ALREADY[event.type], event.seq) for event in view.recent if event.type in SAYS_ALREADY}
    seq, nth = -1, 0
    for event in _of_the_game(view):
        seq, nth = event.seq, nth if event.seq == seq else 0
        if (event.type, event.seq) in told or not _is_in_log(event, me, names):
            continue
        # Of a look only the one who looks is told the place.
        actor = me if event.type == "CARD_REVEALED" else event.actor_id
        target = event.target_player_id or event.owner_id
        lines.append(
            _line(
                event,
                nth,
                mine=me is not None and actor == me,
                name=None if actor is None or actor == me else names.get(actor),
                target=None if target is None or target == me else names.get(target),
            )
        )
        nth += 1
        if len(lines) == LINES:
            break
    return Log(lines=tuple(lines))


def _of_the_game(view: TableView) -> Iterable[EventView]:
    """Without who has come or gone since the end: on the way to the next table that is no news."""
    if view.phase != "completed":
        return view.recent
    ended_at = next((event.seq for event in view.recent if event.type == "GAME_COMPLETED"), 0)
    return (event for event in view.recent if event.seq <= ended_at or event.type not in PRESENCE)


@lru_cache(KEPT_LINES)
def _line(event: EventView, nth: int, *, mine: bool, name: str | None, target: str | None) -> LogLine:
    """Kept, as most of the lines have been asked for before, and most read the same for several seats."""
    # A card drawn or looked at is on the table while its player may see it: the log stays fit for other eyes.
    is_shown = event.type != "CARD_REVEALED" and (event.type != "CARD_DRAWN" or event.source == "discard")
    text = LogText(
        type=event.type,
        name=name,
        card=event.card if is_shown else None,
        discarded_card=event.discarded_card,
        position=event.position,
        target=target,
        target_position=event.target_position,
    )
    return LogLine(seq=event.seq, key=f"{event.seq}-{nth}", at=str(int(event.at)), mine=mine, text=text)


def _is_in_log(event: EventView, me: str | None, names: Mapping[str, str]) -> bool:
    # A person who left before the deal is in the log, but not at the table.
    if event.player_id is not None and event.player_id not in names:
        return False
    # A blind swap, and to its player a look, is told with the place by the event that follows.
    is_told_with_its_place = event.power_type == "blind_swap" or event.player_id == me
    return event.type in LOGGED and not (event.type == "POWER_USED" and is_told_with_its_place)


def motion(view: TableView) -> Context:
    if not view.recent:
        return EMPTY
    newest = view.recent[0].seq
    moves = [move for event in view.recent if event.seq == newest for move in _moves(view, event)]
    return Motion(seq=newest, moves=" ".join(dict.fromkeys(moves))) if moves else EMPTY


def _moves(view: TableView, event: EventView) -> list[str]:
    if event.type == "CARD_DRAWN":
        return [f"{event.source}:held"]
    if event.type == "CARD_DISCARDED" or (event.type == "TURN_FORFEITED" and event.card is not None):
        return ["held:discard"]
    if event.type == "CARD_SWAPPED":
        place = _place(view, event.player_id, event.position)
        return [f"held:{place}", f"{place}:discard"]
    if event.type == "SWAP_COMPLETED":
        one = _place(view, event.player_id, event.position)
        other = _place(view, event.target_player_id, event.target_position)
        return [f"{one}:{other}", f"{other}:{one}"]
    return []


def _place(view: TableView, player_id: str | None, position: int | None) -> str:
    return f"{player_with(view, player_id).turn_order}-{position}"
