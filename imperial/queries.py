"""What can be read of the tables of Imperial."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from imperial import store
from imperial.exchange import write_game
from imperial.map.powers import POWERS
from imperial.models import Game, PlayerInfo, PrivateInfo
from imperial.plug import table
from imperial.store import reading
from tabletop.engine import Loaded
from tabletop.games import TableSummary, table_url
from tabletop.rows import read_seq
from tabletop.rules import Json, Seat
from tabletop.table import Table
from tabletop.tables.names import name_in_text, with_names
from tabletop.tables.queries import OwnTables, exported, public_facts, tables_with_a_free_seat

OPEN_FOR = timedelta(days=2)
"""A person who still waits after that has left without a word; the code still leads to the table."""
SHOWN_LINES = 40

TASKS = {
    "bid": gettext_lazy("Your turn: bid on %(country)s."),
    "buy-bid": gettext_lazy("Your turn: take a bond of %(country)s, or not."),
    "buy": gettext_lazy("Your turn: buy a bond, or not."),
    "proposal": gettext_lazy("Your turn: choose an action for %(country)s."),
    "proposal-opp": gettext_lazy("Your turn: answer a proposal for %(country)s."),
    "vote": gettext_lazy("Your turn: vote in %(country)s."),
    "continue-man": gettext_lazy("Your turn: a maneuver of %(country)s."),
    "peace-vote": gettext_lazy("Your turn: vote on an offer of peace."),
}
"""What somebody whose turn it is has to do."""

position_before = store.snapshot
"""The position in which a turn was submitted; None if there was no such turn."""
first_turn_kept = reading.first_position
"""The earliest turn whose position is known: of an imported game, the first that was played here."""
seats = store.seats
Line = reading.Line


def page_view(loaded: Loaded[Table], seat: Seat | None, now: float) -> Json:
    """What this seat may know: the rules' view, and what only the rows know; by seat ids.

    Of the log only what the state at hand brings along: see `recent_lines`.
    """
    facts = public_facts(loaded.row, is_over=table.is_over(loaded.state))
    shown: Json = {**table.view(loaded.state, seat, now=now), **facts, "now": now}
    if seat in shown["playerInfo"]:
        shown["playerInfo"][seat]["email"] = _game_row(loaded).private_info[str(seat)].email
    return shown


def is_one_position(loaded: Loaded[Table]) -> bool:
    """Whether no move has come between the statements that have just read the table."""
    return read_seq(Game, loaded.row.pk) == loaded.row.seq


def private_of(loaded: Loaded[Table], seat: Seat | None) -> PrivateInfo:
    """What the page keeps for this seat."""
    return _game_row(loaded).private_of(seat)


def _game_row(loaded: Loaded[Table]) -> Game:
    assert isinstance(loaded.row, Game)  # noqa: S101 - our store loaded it
    return loaded.row


def recent_lines(loaded: Loaded[Table]) -> list[str]:
    """The end of the public log."""
    game = loaded.state.game
    if game is None:
        return []
    lines = store.lines(loaded.row.pk, from_turn=game.turn_id - SHOWN_LINES)[-SHOWN_LINES:]
    return [name_in_text(line, loaded.names) for line in lines]


def lines_before(game_id: UUID, turn_id: int) -> list[Line]:
    """The end of the public log as it stood then."""
    return reading.numbered_lines(game_id, from_turn=turn_id - SHOWN_LINES, to_turn=turn_id)[-SHOWN_LINES:]


def whole_log(game_id: UUID, *, to_turn: int) -> list[Line]:
    """The public log from its beginning."""
    return reading.numbered_lines(game_id, from_turn=0, to_turn=to_turn)


def beginnings_of_rounds(game_id: UUID) -> list[reading.Moment]:
    """The positions in which the rounds began, as far as charts show them."""
    return reading.first_of_each_round(game_id)


def all_lines(loaded: Loaded[Table]) -> list[str]:
    return [name_in_text(line, loaded.names) for line in store.lines(loaded.row.pk)]


def address(game_id: UUID) -> str:
    return table_url("imperial", game_id)


def open_tables() -> Iterable[TableSummary]:
    waiting = Game.objects.filter(mode="waiting", abandoned=False, is_open=True)
    waiting = waiting.filter(updated_at__gt=timezone.now() - OPEN_FOR)
    return tables_with_a_free_seat(waiting.prefetch_related("players"), game="imperial", seats=seats, title=_host_name)


def _host_name(row: Game) -> str:
    return next((player.display_name for player in row.players.all() if str(player.pk) == row.host), row.room_code)


def _own_seats(person: UUID) -> QuerySet[PlayerInfo]:
    own = PlayerInfo.objects.filter(user=person, game__abandoned=False).exclude(game__mode="game-over")
    return own.order_by("-my_turn", "-game__updated_at")


def _is_awaited(seat: Any) -> bool:
    return bool(seat.my_turn) and seat.bot is None


def _note(seat: Any, your_turn: bool) -> str:
    if seat.game__mode == "waiting":
        return _("Waiting for players.")
    if seat.bot is not None:
        return _("A bot plays for you.")
    if your_turn:
        return TASKS[seat.game__mode] % {"country": gettext(POWERS[seat.game__country_up].name)}
    return _("Somebody else's turn.")


tables_of = OwnTables(
    game="imperial",
    seats=seats,
    own=_own_seats,
    columns=("my_turn", "bot", "game__mode", "game__country_up"),
    is_awaited=_is_awaited,
    note=_note,
)


def _document(loaded: Loaded[Table]) -> Json:
    """The unredacted game in the exchange format, keyed by names."""
    document: Json = write_game(loaded.state.game, history=store.lines(loaded.row.pk))
    for seat_id, private in _game_row(loaded).private_info.items():
        document["playerInfo"][seat_id]["email"] = private.email
    named: Json = with_names(document, loaded.names)
    return named


def export(row: Game) -> Json:
    """The game in the exchange format; None while the table waits."""
    loaded = store.load(row.pk)
    own = {"setupVersion": str(row.setup), "game": None if loaded.state.game is None else _document(loaded)}
    return exported(loaded, is_over=table.is_over(loaded.state), own=own)
