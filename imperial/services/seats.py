"""Opening a table and sitting down."""

import hashlib
import secrets
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from imperial import bots as bot_kinds
from imperial import setups, store, table
from imperial.models import Game, PlayerInfo, Setup
from imperial.openings import opened_table
from imperial.services.engine import announce_after_commit, engine
from imperial.services.moves import apply_step
from imperial.table import Clock, Table
from imperial.table.lobby import is_taken, words_of_board
from imperial.table.refusals import refusal
from imperial.table.state import board_of
from tabletop.accounts.models import User
from tabletop.accounts.names import LONGEST_NAME, clean_display_name
from tabletop.accounts.services import enter_as_guest
from tabletop.live.announce import LOBBY
from tabletop.lobby.codes import new_code
from tabletop.play import Loaded, Receipt, transact
from tabletop.rules import Json, RuleViolation, Seat, Shuffle, Step

ROOM_CODE_RETRIES = 3
BOT_NAMES = ("Ottilie", "Konrad", "Amalia", "Viktor", "Helene")


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A seat just taken. The token is told once; the table keeps its hash."""

    game_id: UUID
    room_code: str
    player_id: str
    seat: str
    receipt: Receipt
    token: str | None
    """None for a seat the person had already."""


def hash_token(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def create_table(
    *,
    person: User,
    player_count: int,
    bots: Sequence[str] = (),
    clock: Clock | None = None,
    is_open: bool = True,
    setup: str = setups.STANDARD,
    display_name: str | None = None,
) -> Entry:
    """The person is the host, bots sit beside. Raises RuleViolation, ValidationError for a bad name, UnknownSetup."""
    check_seats(player_count=player_count, bot_count=len(bots))
    version = setups.latest(setup)
    name = _name_for(person, display_name, taken=words_of_board(board_of(version.data)))
    player_id, token = str(uuid.uuid4()), secrets.token_urlsafe(32)
    opening: Json = {
        "playerId": player_id,
        "name": name,
        "maxPlayers": player_count,
        "isOpen": is_open,
        "clock": clock and {"increment": clock.increment, "banked": clock.banked},
    }
    opened = opened_table(opening, setup=version.data)
    host = PlayerInfo(user=person, token_hash=hash_token(token))
    row = insert_table(opened, opening, people={name: host}, setup=version)
    loaded = Loaded(row=row, state=opened, people={name: person.pk})
    receipt = Receipt(seq=row.seq, before=loaded, loaded=loaded)
    for kind in bots:
        receipt = add_bot(game_id=row.pk, seat=name, kind=kind)
    announce_after_commit(LOBBY, f"person:{person.pk}")
    return entry_of(receipt, player_id=player_id, token=token)


def check_seats(*, player_count: int, bot_count: int) -> None:
    if not table.MIN_PLAYERS <= player_count <= table.MAX_PLAYERS:
        raise refusal("invalid_player_count")
    if not 0 <= bot_count < player_count:
        raise RuleViolation("invalid_bot_count", _("At least one seat is for a person."))


def _name_for(person: User, wanted: str | None, *, taken: Sequence[str]) -> str:
    """What somebody asks to be called; without a wish the own name, with a number if somebody has it already."""
    if wanted is not None:
        return clean_display_name(wanted)
    name, number = clean_display_name(person.display_name), 1
    free = name
    while is_taken(free, taken):
        number += 1
        free = f"{name[: LONGEST_NAME - 1 - len(str(number))].rstrip()} {number}"
    return free


def insert_table(opened: Table, opening: Json, *, people: Mapping[str, PlayerInfo], setup: Setup) -> Game:
    for _retry in range(ROOM_CODE_RETRIES):
        try:
            return _insert_with_new_code(opened, opening, people=people, setup=setup)
        except IntegrityError:
            continue  # the code is taken
    return _insert_with_new_code(opened, opening, people=people, setup=setup)


@transaction.atomic
def _insert_with_new_code(opened: Table, opening: Json, *, people: Mapping[str, PlayerInfo], setup: Setup) -> Game:
    row = Game(room_code=new_code(), setup=setup, opening=opening)
    store.create(row, opened, people=people)
    return row


def join_table(
    *, game_id: UUID, person: User, display_name: str | None = None, expected_seq: int | None = None
) -> Entry:
    """Raises UnknownGame, RuleViolation, or ValidationError for a bad name."""
    waiting: Table = store.load(game_id).state
    taken = (*(info.name for info in waiting.seats), *words_of_board(waiting.board))
    name = _name_for(person, display_name, taken=taken)
    player_id, token = str(uuid.uuid4()), secrets.token_urlsafe(32)
    action = {"type": "join", "player_id": player_id, "name": name}

    def sit_down(loaded: Loaded[Table], now: float, shuffle: Shuffle) -> Step[Table]:
        if loaded.state.game is None and person.pk in loaded.people.values():
            raise refusal("already_in_game")
        assert isinstance(loaded.row, Game)  # noqa: S101 - our store loaded it
        loaded.row.arriving[player_id] = PlayerInfo(user=person, token_hash=hash_token(token))
        return table.apply(loaded.state, None, action, now=now, shuffle=shuffle)

    topics = (LOBBY, f"person:{person.pk}")
    receipt = transact(
        engine, game_id, actor=None, payload=action, step=sit_down, expected_seq=expected_seq, topics=topics
    )
    return entry_of(receipt, player_id=player_id, token=token)


@transaction.atomic
def as_guest(*, name: str, enter: Callable[[User], Entry]) -> tuple[User, Entry]:
    """For a stranger: if there is no seat, there is no guest either."""
    guest = enter_as_guest(name=name)
    return guest, enter(guest)


def add_bot(
    *,
    game_id: UUID,
    seat: Seat,
    kind: str = bot_kinds.DEFAULT,
    expected_seq: int | None = None,
    person: User | None = None,
) -> Receipt:
    """The host puts a bot on the next free seat."""
    if kind not in bot_kinds.KINDS:
        raise refusal("invalid_request")
    taken = list(PlayerInfo.objects.filter(game=game_id).values_list("name", flat=True))
    name = next((name for name in BOT_NAMES if not is_taken(name, taken)), f"Bot {len(taken)}")
    action = {"type": "add_bot", "player_id": str(uuid.uuid4()), "name": name, "kind": kind}
    step = apply_step(seat, action, person=person)
    return transact(engine, game_id, actor=seat, payload=action, step=step, expected_seq=expected_seq, topics=(LOBBY,))


def entry_of(receipt: Receipt, *, player_id: str, token: str | None) -> Entry:
    row = receipt.loaded.row
    assert isinstance(row, Game)  # noqa: S101 - our store loaded it
    seat = next(info.name for info in receipt.state.seats if info.player_id == player_id)
    return Entry(game_id=row.pk, room_code=row.room_code, player_id=player_id, seat=seat, receipt=receipt, token=token)
