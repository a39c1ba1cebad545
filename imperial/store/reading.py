"""From the tables to a state, and how a game went: its public log turn by turn, its positions from round to round."""

import re
import time
from collections.abc import Collection, Hashable
from functools import lru_cache
from typing import Any, NamedTuple, get_type_hints
from uuid import UUID

import msgspec
from django.db.models.functions import Substr

from imperial.models import CountryInfo, Game, GameHistory, PlayerInfo, PrivateInfo, Setup
from imperial.plug import Clock, Settings, board_of
from imperial.rules.state import Country, Player, State, Timer
from tabletop.accounts.models import User
from tabletop.composed import ComposedQuery
from tabletop.engine import Loaded
from tabletop.rows import RowReader
from tabletop.table import SeatInfo, Table
from tabletop.tables.reading import choices_of, read_table_row, series_of, waits_of
from tabletop.tables.seats import Seats

GAME_TYPES = {
    name: kind
    for name, kind in get_type_hints(State).items()
    if name not in ("setup", "history", "timer", "player_info", "country_info")
}
"""The fields of a state that stand in columns of the game's row under the same name."""
PLAYER_FIELDS = tuple(name for name in Player.__struct_fields__ if name != "email")
"""An address stands in the row of the seat alone."""
COUNTRY_FIELDS, COUNTRY_KEYS = Country.__struct_fields__, Country.__struct_encode_fields__
SEAT = ("id", "user_id", "display_name", "type", "bot", "draft", "draft_number", "seen_turn", "hints", "email")
PERSON = ("id", "email", "notify_by_mail", "is_active")

SENTENCES = msgspec.json.Decoder(list[msgspec.Raw])
HEAD = 160
"""Letters of a stored position that surely hold its round: mode and country come before it."""
ROUND = re.compile(r'"round":(\d+)')

PLAYER_KEYS = tuple(
    key
    for name, key in zip(Player.__struct_fields__, Player.__struct_encode_fields__, strict=True)
    if name in PLAYER_FIELDS
)

seats = Seats(players=PlayerInfo, game="game", place_column="seat")
ROW = RowReader(Game)
PLAYERS = ComposedQuery(
    lambda game_id: (
        PlayerInfo.objects.filter(game=game_id)
        .order_by("seat")
        .values_list(*SEAT, *PLAYER_FIELDS, *(f"user__{name}" for name in PERSON))
    )
)
COUNTRIES = ComposedQuery(
    lambda game_id: CountryInfo.objects.filter(game=game_id).order_by("pk").values_list("name", *COUNTRY_FIELDS)
)

Row = dict[str, Any]


def load(game_id: UUID, *, for_update: bool = False) -> Loaded[Table]:
    """The public log is not read: no move needs it, and it grows."""
    read_at = time.monotonic()
    row = read_table_row(ROW, game_id, for_update=for_update)
    players = _read_players(row)
    row.mail_to = {player["id"]: player["user"] for player in players if player["user"] is not None}
    row.private_info = {
        player["id"]: msgspec.convert(player | {"hints": player["hints"] or ()}, PrivateInfo) for player in players
    }
    return Loaded(row=row, state=_table(row, players), sitters=seats.sitters(players), read_at=read_at)


def unnumbered(game_ids: Collection[UUID]) -> dict[UUID, Hashable]:
    """The names of each table and the numbers of its drafts."""
    return seats.unnumbered(game_ids, "draft_number")


def unnumbered_of(loaded: Loaded[Table]) -> Hashable:
    row = loaded.row
    assert isinstance(row, Game)  # noqa: S101 - this store loaded it
    return frozenset(
        (sitter.seat_id, sitter.display_name, row.private_of(sitter.seat_id).draft_number)
        for sitter in loaded.sitters.values()
    )


@lru_cache(maxsize=64)
def setup_text(setup_id: UUID) -> str:
    """A version of a setup never changes, so it is read once."""
    return Setup.objects.values_list("data", flat=True).get(pk=setup_id)


def snapshot(game_id: UUID, turn_id: int) -> State | None:
    """The position in which this turn was submitted."""
    found = GameHistory.objects.filter(game=game_id, turn_id=turn_id).values_list("state", flat=True).first()
    return None if found is None else msgspec.json.decode(found, type=State)


def lines(game_id: UUID, *, from_turn: int = 0) -> list[str]:
    """The public log, or what of it this turn and later ones have added."""
    rows = GameHistory.objects.filter(game=game_id, turn_id__gte=from_turn).order_by("turn_id")
    return [line for added in rows.values_list("lines", flat=True) for line in added]


def _read_players(row: Game) -> list[Row]:
    players = []
    for values in PLAYERS.rows(row.pk):
        person = dict(zip(PERSON, values[-len(PERSON) :], strict=True))
        record = dict(zip(PLAYER_KEYS, values[len(SEAT) : -len(PERSON)], strict=True))
        players.append(
            dict(zip(SEAT, values, strict=False))
            | {
                "id": str(values[0]),
                "record": msgspec.convert(record, Player),
                "user": None if person["id"] is None else User(**person),
            }
        )
    return players


def _table(row: Game, players: list[Row]) -> Table:
    waiting = row.mode == "waiting"
    setup = setup_text(row.setup_id)
    timer = Timer() if row.timer is None or waiting else msgspec.convert(row.timer, Timer)
    clock = row.timer if waiting else {"increment": timer.increment, "banked": timer.banked} if timer.timed else None
    return Table(
        max_players=row.max_players,
        seats=tuple(SeatInfo(seat_id=player["id"], type=player["type"], bot_level=player["bot"]) for player in players),
        host=row.host,
        choices=choices_of(row),
        waits=waits_of(row),
        series=series_of(row),
        settings=Settings(setup=setup, clock=msgspec.convert(clock, Clock | None)),
        game=None if waiting else _game(row, players, timer, setup=setup),
        bot_due=row.bot_due,
        abandoned=row.abandoned,
        abandon_reason=row.abandon_reason,
    )


def _game(row: Game, players: list[Row], timer: Timer, *, setup: str) -> State:
    """The state of the rules from its rows; reads those of the countries."""
    countries = {
        name: msgspec.convert(dict(zip(COUNTRY_KEYS, values, strict=True)), Country)
        for name, *values in COUNTRIES.rows(row.pk)
    }
    return State(
        **{name: msgspec.convert(getattr(row, name), kind) for name, kind in GAME_TYPES.items()},
        setup=board_of(setup).name,
        timer=timer,
        player_info={player["id"]: player["record"] for player in players},
        country_info=countries,
    )


class Line(NamedTuple):
    """What a turn added to the public log."""

    turn: int
    place: int
    """Among the lines of the turn."""
    text: str
    """In English."""
    sentence: bytes | None
    """As JSON. None where only the text is known: in imported games, and in those older than the sentences."""


def numbered_lines(game_id: UUID, *, from_turn: int, to_turn: int) -> list[Line]:
    """What these turns, the last one not counted, have added to the log."""
    rows = GameHistory.objects.filter(game=game_id, turn_id__gte=from_turn, turn_id__lt=to_turn).order_by("turn_id")
    return [
        Line(turn_id, place, text, sentence and bytes(sentence))
        for turn_id, texts, kept in rows.values_list("turn_id", "lines", "sentences")
        for place, (text, sentence) in enumerate(
            zip(texts, SENTENCES.decode(kept) if kept else [None] * len(texts), strict=True)
        )
    ]


class Purse(msgspec.Struct, frozen=True):
    money: int


class Standing(msgspec.Struct, frozen=True):
    points: int


class Moment(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What the charts show of a position; msgspec skips the other fields."""

    round: int
    player_info: dict[str, Purse]
    country_info: dict[str, Standing]


def first_position(game_id: UUID) -> int:
    kept = GameHistory.objects.filter(game=game_id, state__isnull=False)
    return int(kept.order_by("turn_id").values_list("turn_id", flat=True)[0])


def first_of_each_round(game_id: UUID) -> list[Moment]:
    """Of all the positions that were kept only these are read."""
    kept = GameHistory.objects.filter(game=game_id, state__isnull=False).order_by("turn_id")
    beginnings: dict[str, int] = {}
    for turn_id, head in kept.values_list("turn_id", Substr("state", 1, HEAD)):
        found = ROUND.search(head)
        if found:
            beginnings.setdefault(found[1], turn_id)
    states = kept.filter(turn_id__in=beginnings.values()).values_list("state", flat=True)
    return [msgspec.json.decode(state, type=Moment) for state in states if state]
