"""Opening a table and sitting down."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from imperial import bots as bot_kinds
from imperial import setups, store
from imperial.models import Game, PlayerInfo, Setup
from imperial.openings import opened_table
from imperial.rules import MAX_PLAYERS, MIN_PLAYERS
from imperial.services.engine import engine
from imperial.services.moves import apply_step
from imperial.services.visits import hints_for
from imperial.table import Clock, Table
from imperial.table.lobby import is_taken, words_of_board
from imperial.table.refusals import refusal
from imperial.table.state import board_of
from tabletop.accounts.models import User
from tabletop.accounts.names import LONGEST_NAME, clean_display_name
from tabletop.live.announce import LOBBY, announce_after_commit
from tabletop.play import Loaded, Receipt, transact
from tabletop.rules import Json, RuleViolation, Seat
from tabletop.tables import services as tables
from tabletop.tables.seats import Entry, hash_token, new_token

BOT_NAMES = ("Ottilie", "Konrad", "Amalia", "Viktor", "Helene")


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
    token = new_token()
    host = PlayerInfo(user=person, token_hash=hash_token(token), hints=hints_for(person))
    opening: Json = {
        "playerId": str(host.pk),
        "name": name,
        "maxPlayers": player_count,
        "isOpen": is_open,
        "clock": clock and {"increment": clock.increment, "banked": clock.banked},
    }
    opened = opened_table(opening, setup=version.data)
    row = insert_table(opened, opening, people={name: host}, setup=version)
    loaded = Loaded(row=row, state=opened, people={name: person.pk})
    receipt = Receipt(seq=row.seq, before=loaded, loaded=loaded)
    for kind in bots:
        receipt = add_bot(game_id=row.pk, seat=name, kind=kind)
    announce_after_commit(LOBBY, f"person:{person.pk}")
    return Entry(player_id=str(host.pk), seat=name, receipt=receipt, token=token)


def check_seats(*, player_count: int, bot_count: int) -> None:
    if not MIN_PLAYERS <= player_count <= MAX_PLAYERS:
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
    def insert(code: str) -> Game:
        row = Game(room_code=code, setup=setup, opening=opening)
        store.create(row, opened, people=people)
        return row

    return tables.insert_with_new_code(insert)


def join_table(
    *, game_id: UUID, person: User, display_name: str | None = None, expected_seq: int | None = None
) -> Entry:
    """Raises UnknownGame, RuleViolation, or ValidationError for a bad name."""
    waiting: Table = store.load(game_id).state
    taken = (*(info.name for info in waiting.seats), *words_of_board(waiting.board))
    name = _name_for(person, display_name, taken=taken)
    token = new_token()
    player = PlayerInfo(user=person, token_hash=hash_token(token), hints=hints_for(person))
    receipt = tables.sit_down(
        engine,
        game_id=game_id,
        person=person,
        action={"type": "join", "player_id": str(player.pk), "name": name},
        player=player,
        refusal=refusal,
        expected_seq=expected_seq,
    )
    return Entry(player_id=str(player.pk), seat=name, receipt=receipt, token=token)


def add_bot(
    *,
    game_id: UUID,
    seat: Seat,
    kind: str = bot_kinds.DEFAULT,
    key: str | None = None,
    expected_seq: int | None = None,
    person: User | None = None,
) -> Receipt:
    """The host puts a bot on the next free seat."""
    if kind not in bot_kinds.KINDS:
        raise refusal("invalid_request")
    bot_id = tables.new_bot_id(game_id, key)
    names = dict(PlayerInfo.objects.filter(game=game_id).values_list("pk", "name"))
    # A bot that has come by this very request keeps its name.
    free = (name for name in BOT_NAMES if not is_taken(name, list(names.values())))
    name = names.get(bot_id) or next(free, f"Bot {len(names)}")
    action = {"type": "add_bot", "player_id": str(bot_id), "name": name, "kind": kind}
    step = apply_step(seat, action, person=person)
    return transact(
        engine, game_id, actor=seat, payload=action, step=step, key=key, expected_seq=expected_seq, topics=(LOBBY,)
    )
