"""What can be read of the tables of Imperial."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from imperial import store
from imperial.exchange import write_game
from imperial.map.powers import POWERS
from imperial.models import CountryInfo, Game, PlayerInfo, PrivateInfo
from imperial.plug import DAY_SECONDS, table
from imperial.rules.scoring import ranking
from imperial.rules.state import Bond, Country, Player, State, Timer
from imperial.store import reading
from tabletop.engine import Loaded
from tabletop.games import TableSummary, table_url
from tabletop.rows import read_seq
from tabletop.rules import Json, Seat, gettext_noop, say
from tabletop.table import Table
from tabletop.table.state import SeatNote
from tabletop.tables.names import name_in_text, with_names
from tabletop.tables.own_tables import OwnTable, OwnTables, Words, goes_on_or_is_followed
from tabletop.tables.queries import exported, offers_seat, public_facts, tables_with_a_free_seat

OPEN_FOR = timedelta(days=2)
"""A person who still waits after that has left without a word; the code still leads to the table."""
SHOWN_LINES = 40
AFTER_THE_TURN = 1000
"""More than a turn has lines."""
SEAT_LINES = {
    "seat_taken_over": gettext_noop("A bot plays for %(player)s from now on."),
    "seat_taken_back": gettext_noop("%(player)s plays again in place of the bot."),
    "seat_offered": gettext_noop("The seat of %(player)s is free for somebody else. A bot plays it until then."),
    "offer_withdrawn": gettext_noop("The seat of %(player)s is kept again. A bot plays it meanwhile."),
    "seat_taken": gettext_noop("%(player)s has come in and plays on with this seat."),
}
"""What the public log says of seats, by the event."""


def how_far(game: State) -> str:
    """For those at the door."""
    return _("Round %(round)s.") % {"round": game.round}


TASKS = {
    "bid": gettext_lazy("Bid on %(country)s."),
    "buy-bid": gettext_lazy("Take a bond of %(country)s, or not."),
    "buy": gettext_lazy("Buy a bond, or not."),
    "proposal": gettext_lazy("Choose an action for %(country)s."),
    "proposal-opp": gettext_lazy("Answer a proposal for %(country)s."),
    "vote": gettext_lazy("Vote in %(country)s."),
    "continue-man": gettext_lazy("Plan a maneuver of %(country)s."),
    "peace-vote": gettext_lazy("Vote on an offer of peace."),
}
"""What somebody whose turn it is has to do."""

position_before = store.snapshot
"""The position in which a turn was submitted; None if there was no such turn."""
first_turn_kept = reading.first_position
"""The earliest turn whose position is known: of an imported game, the first that was played here."""
seats = store.seats
Line = reading.Line
Notes = Sequence[SeatNote]
"""What became of seats, as the table notes it."""


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
    lines = lines_before(loaded.row.pk, game.turn_id, loaded.state.waits.seat_notes)
    return [name_in_text(line.text, loaded.names) for line in lines]


def lines_before(game_id: UUID, turn_id: int, notes: Notes = ()) -> list[Line]:
    """The end of the public log as it stood then."""
    return whole_log(game_id, to_turn=turn_id, from_turn=turn_id - SHOWN_LINES, notes=notes)[-SHOWN_LINES:]


def whole_log(game_id: UUID, *, to_turn: int, from_turn: int = 0, notes: Notes = ()) -> list[Line]:
    """What these turns, the last one not counted, have added to the public log, with what became of seats."""
    told = reading.numbered_lines(game_id, from_turn=from_turn, to_turn=to_turn)
    of_seats = seat_lines(note for note in notes if from_turn <= note.turn < to_turn)
    return sorted((*told, *of_seats), key=lambda line: line[:2]) if of_seats else told


def seat_lines(notes: Iterable[SeatNote]) -> list[Line]:
    """As lines of the public log, after those of the turn that had ended."""
    said = [(note, say(SEAT_LINES[note.what], player=note.seat_id)) for note in notes]
    return [
        Line(note.turn, AFTER_THE_TURN + note.number, str(sentence), msgspec.json.encode(sentence))
        for note, sentence in said
    ]


def beginnings_of_rounds(game_id: UUID) -> list[reading.Moment]:
    """The positions in which the rounds began, as far as charts show them."""
    return reading.first_of_each_round(game_id)


def all_lines(loaded: Loaded[Table]) -> list[str]:
    turn_id = 0 if loaded.state.game is None else loaded.state.game.turn_id
    lines = whole_log(loaded.row.pk, to_turn=turn_id, notes=loaded.state.waits.seat_notes)
    return [name_in_text(line.text, loaded.names) for line in lines]


def address(game_id: UUID) -> str:
    return table_url("imperial", game_id)


def open_tables() -> Iterable[TableSummary]:
    waiting = Game.objects.filter(Q(mode="waiting") | offers_seat(), abandoned=False, is_open=True)
    waiting = waiting.filter(updated_at__gt=timezone.now() - OPEN_FOR)
    return tables_with_a_free_seat(waiting.prefetch_related("players"), game="imperial", seats=seats, title=_host_name)


def _host_name(row: Game) -> str:
    return next((player.display_name for player in row.players.all() if str(player.pk) == row.host), row.room_code)


def _own_seats(person: UUID) -> QuerySet[PlayerInfo]:
    return PlayerInfo.objects.filter(goes_on_or_is_followed("game"), user=person)


def _is_awaited(seat: Any) -> bool:
    return bool(seat.my_turn) and seat.bot is None and seat.game__mode != "waiting"


def _note(own: OwnTable) -> str:
    seat = own.seat
    if seat.game__mode == "waiting":
        return _("Waiting for players.")
    if seat.bot is not None:
        return _("A bot plays for you.")
    if own.your_turn:
        return TASKS[seat.game__mode] % {"country": gettext(POWERS[seat.game__country_up].name)}
    turn = own.others_turn({sitter.pk for sitter in own.sitting if sitter.my_turn})
    return _("Round %(number)d. %(turn)s") % {"number": seat.game__round, "turn": turn}


def _due(own: OwnTable) -> float | None:
    """Of the person, or of whom the others wait for the longest."""
    if own.seat.game__mode == "waiting" or not own.seat.game__timer:
        return None
    timer = msgspec.convert(own.seat.game__timer, Timer)
    asked = [sitter for sitter in own.sitting if sitter.my_turn and (sitter.pk == own.seat.pk) == own.your_turn]
    if not timer.timed or timer.pause or not asked:
        return None
    return timer.last_move / 1000 + timer.increment + max(sitter.banked for sitter in asked)


def _is_live(own: OwnTable) -> bool:
    """With a clock of less than a day."""
    timer = own.seat.game__timer
    return bool(timer) and timer.get("timed", True) and timer["increment"] + timer["banked"] < DAY_SECONDS


def _points(tables: Collection[UUID]) -> dict[UUID, dict[str, Country]]:
    """The countries of finished games, with their points alone; one statement."""
    found: defaultdict[UUID, dict[str, Country]] = defaultdict(dict)
    for game_id, name, points in CountryInfo.objects.filter(game__in=tables).values_list("game", "name", "points"):
        found[game_id][name] = Country(points=points)
    return dict(found)


def _outcome(own: OwnTable) -> tuple[str, str]:
    """Who won, and how the person did."""
    players = {
        str(sitter.pk): Player(
            money=sitter.money,
            order=sitter.order,
            stock=msgspec.convert(sitter.stock, tuple[Bond, ...]),
            score_modifier=sitter.score_modifier,
        )
        for sitter in own.sitting
    }
    final = ranking(State(mode="game-over", country_up="", setup="", player_info=players, country_info=own.ending))
    places = [UUID(line["player"]) for line in final]
    place = places.index(own.seat.pk)
    score = f"{final[place]['score']:g}"
    if place == 0:
        return _("You won with %(score)s") % {"score": score}, ""
    result = _("%(names)s won with %(score)s") % {"names": own.names[places[0]], "score": f"{final[0]['score']:g}"}
    place_words = {"place": place + 1, "number": len(places), "score": score}
    return result, _("You came in place %(place)d of %(number)d with %(score)s.") % place_words


tables_of = OwnTables(
    game="imperial",
    seats=seats,
    own=_own_seats,
    words=Words(is_awaited=_is_awaited, note=_note, outcome=_outcome, endings=_points, due=_due, is_live=_is_live),
    columns=("my_turn", "bot", "game__mode", "game__country_up", "game__round", "game__timer"),
    seat_columns=("my_turn", "banked", "money", "order", "stock", "score_modifier"),
    first=("-my_turn",),
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
