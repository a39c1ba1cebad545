"""From the tables to a state."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar
from uuid import UUID

import msgspec

from imperial.decisions.draft import Draft
from imperial.models import CountryInfo, Desk, Game, GameHistory, PlayerInfo, Setup
from imperial.plug import Clock, Settings, board_of
from imperial.rules.state import Country, CurrentManeuver, PeaceVote, Player, Proposal, State, Timer, Voting
from imperial.store.columns import PLAYER_FIELDS, state_of_snapshot
from tabletop.accounts.models import User
from tabletop.engine import Loaded, Sitter, UnknownGame
from tabletop.table import SeatInfo, Table

COUNTRY = Country.__struct_fields__
SEAT = ("id", "display_name", "type", "bot", "draft", "draft_number", "seen_turn", "hints", "email")
PERSON = ("id", "email", "notify_by_mail", "is_active")

PLAYER_KEYS = tuple(
    key
    for name, key in zip(Player.__struct_fields__, Player.__struct_encode_fields__, strict=True)
    if name in PLAYER_FIELDS
)

Row = dict[str, Any]
Record = TypeVar("Record", Player, Country)


def load(game_id: UUID, *, for_update: bool = False) -> Loaded[Table]:
    """The game's row first, locked if asked, alone: what is joined to a row one has to wait for may be outdated.

    The public log is not read: no move needs it, and it grows.
    """
    rows = Game.objects.select_for_update(no_key=True) if for_update else Game.objects.all()
    try:
        row = rows.get(pk=game_id)
    except Game.DoesNotExist:
        raise UnknownGame(game_id) from None
    row.arriving = {}
    players = _read_players(row)
    row.mail_to = {player["id"]: player["user"] for player in players if player["user"] is not None}
    row.desks = {player["id"]: _desk(player) for player in players}
    sitters = {player["id"]: _sitter(player) for player in players}
    return Loaded(row=row, state=_table(row, players), sitters=sitters)


def _sitter(player: Row) -> Sitter:
    person = None if player["user"] is None else player["user"].pk
    return Sitter(seat_id=player["id"], person=person, display_name=player["display_name"])


def _desk(player: Row) -> Desk:
    draft = None if player["draft"] is None else msgspec.convert(player["draft"], Draft)
    return Desk(
        draft=draft,
        draft_number=player["draft_number"],
        seen_turn=player["seen_turn"],
        hints=tuple(player["hints"] or ()),
        email=player["email"],
    )


@lru_cache(maxsize=64)
def setup_text(setup_id: UUID) -> str:
    """A version of a setup never changes, so it is read once."""
    return Setup.objects.values_list("data", flat=True).get(pk=setup_id)


def snapshot(game_id: UUID, turn_id: int) -> State | None:
    """The position in which this turn was submitted."""
    found = GameHistory.objects.filter(game=game_id, turn_id=turn_id).values_list("state", flat=True).first()
    return None if found is None else state_of_snapshot(found)


def lines(game_id: UUID, *, from_turn: int = 0, to_turn: int | None = None) -> list[str]:
    """The public log, or what of it later turns, up to the last one not counted, have added."""
    rows = GameHistory.objects.filter(game=game_id, turn_id__gte=from_turn).order_by("turn_id")
    if to_turn is not None:
        rows = rows.filter(turn_id__lt=to_turn)
    return [line for added in rows.values_list("lines", flat=True) for line in added]


def _read_players(row: Game) -> list[Row]:
    found = PlayerInfo.objects.filter(game=row).order_by("seat")
    players = []
    for values in found.values_list(*SEAT, *PLAYER_FIELDS, *(f"user__{name}" for name in PERSON)):
        person = dict(zip(PERSON, values[-len(PERSON) :], strict=True))
        players.append(
            dict(zip(SEAT, values, strict=False))
            | {
                "id": str(values[0]),
                "record": _record(Player, PLAYER_KEYS, values[len(SEAT) : -len(PERSON)]),
                "user": None if person["id"] is None else User(**person),
            }
        )
    return players


def _table(row: Game, players: list[Row]) -> Table:
    waiting = row.mode == "waiting"
    setup = setup_text(row.setup_id)
    timer = Timer() if row.timer is None or waiting else msgspec.convert(row.timer, Timer)
    return Table(
        max_players=row.max_players,
        seats=tuple(SeatInfo(seat_id=player["id"], type=player["type"], bot_level=player["bot"]) for player in players),
        host=row.host,
        is_open=row.is_open,
        settings=Settings(setup=setup, clock=_clock(row, timer)),
        game=None if waiting else _game(row, players, timer, setup=setup),
        bot_due=row.bot_due,
    )


def _clock(row: Game, timer: Timer) -> Clock | None:
    if row.mode == "waiting":
        return None if row.timer is None else msgspec.convert(row.timer, Clock)
    return Clock(increment=timer.increment, banked=timer.banked) if timer.timed else None


def _game(row: Game, players: list[Row], timer: Timer, *, setup: str) -> State:
    countries = {
        values[1]: (values[0], _record(Country, Country.__struct_encode_fields__, values[2:]))
        for values in CountryInfo.objects.filter(game=row).order_by("pk").values_list("pk", "name", *COUNTRY)
    }
    row.country_ids = {name: pk for name, (pk, _country) in countries.items()}
    return State(
        mode=row.mode,  # type: ignore[arg-type] # the database knows the same modes
        country_up=row.country_up,
        round=row.round,
        turn_id=row.turn_id,
        setup=board_of(setup).name,
        same_turn=row.same_turn,
        undo=row.undo,
        proposal_1=_object(row.proposal_1, Proposal),
        proposal_2=_object(row.proposal_2, Proposal),
        voting=_object(row.voting, Voting),
        bid_buy_order=tuple(row.bid_buy_order),
        swiss_set=None if row.swiss_set is None else tuple(row.swiss_set),
        current_maneuver=_object(row.current_maneuver, CurrentManeuver),
        peace_vote=_object(row.peace_vote, PeaceVote),
        timer=timer,
        player_info={player["id"]: player["record"] for player in players},
        country_info={name: country for name, (_pk, country) in countries.items()},
    )


def _record(kind: type[Record], keys: Sequence[str], values: Sequence[Any]) -> Record:
    """From its columns."""
    return msgspec.convert(dict(zip(keys, values, strict=True)), kind)


def _object(data: Any, kind: type[Any]) -> Any:
    return None if data is None else msgspec.convert(data, kind)
