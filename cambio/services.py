"""What can be done with a table of Cambio. Every change goes through `tabletop.play`."""

import hashlib
import secrets
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from cambio import store, table
from cambio.bots.levels import Level
from cambio.models import GameSession, Player
from cambio.rules import MAX_PLAYERS, MIN_PLAYERS
from cambio.table import Table
from cambio.table.refusals import refusal
from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.accounts.services import enter_as_guest
from tabletop.live.announce import LOBBY, announce
from tabletop.lobby.codes import new_code
from tabletop.models import Deadline, Presence
from tabletop.play import Engine, Loaded, Receipt, transact
from tabletop.rules import Json, RuleViolation, Seat, Shuffle, Step

engine = Engine(
    slug="cambio",
    rules=table,
    store=store,
    version="1",
    arrived={"type": "reconnected"},
    left={"type": "disconnected"},
)

ROOM_CODE_RETRIES = 3
BOT_NAMES = ("Ruby", "Basil", "Hazel")
# What only the transport, the services or the staff may say.
NOT_FOR_PLAYERS = {"join", "add_bot", "remove_bot", "hand_to_bot", "disconnected", "reconnected"}
# What changes the list of open tables.
LOBBY_ACTIONS = {"start_game", "leave_game"}


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A seat just taken. The token is told once; the table keeps its hash."""

    game_id: UUID
    room_code: str
    player_id: str
    seat: int
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
    bots: Sequence[Level] = (),
    takeover: bool = False,
    display_name: str | None = None,
) -> Entry:
    """The person is the host in seat 0, bots sit beside. Raises RuleViolation, or ValidationError for a bad name."""
    name = clean_display_name(person.display_name if display_name is None else display_name)
    player_id, token = uuid.uuid4(), secrets.token_urlsafe(32)
    opening: Json = {"playerId": str(player_id), "displayName": name, "maxPlayers": player_count, "takeover": takeover}
    check_seats(player_count=player_count, bot_count=len(bots))
    opened = open_table(opening)
    host = Player(user=person, token_hash=hash_token(token))
    row = _insert(opened, host, opening)
    loaded = Loaded(row=row, state=opened, people={0: person.pk})
    receipt = Receipt(seq=row.seq, before=loaded, loaded=loaded)
    for level in bots:
        receipt = add_bot(game_id=row.pk, seat=0, level=level)
    topics = (LOBBY, f"person:{person.pk}")
    transaction.on_commit(partial(announce, topics=topics), robust=True)
    return _entry(receipt, player_id=str(player_id), token=token)


def check_seats(*, player_count: int, bot_count: int) -> None:
    # Rules 4.1: two to four seats, of which at least one is a human's.
    if not MIN_PLAYERS <= player_count <= MAX_PLAYERS:
        raise refusal("invalid_player_count")
    if not 0 <= bot_count < player_count:
        raise RuleViolation("invalid_bot_count", _("At least one seat is for a person."))


def open_table(opening: Json) -> Table:
    """The table before its first action."""
    return table.new_table(
        player_id=opening["playerId"],
        display_name=opening["displayName"],
        max_players=opening["maxPlayers"],
        takeover=opening["takeover"],
    )


def _insert(opened: Table, host: Player, opening: Json) -> GameSession:
    for _retry in range(ROOM_CODE_RETRIES):
        try:
            return _insert_with_new_code(opened, host, opening)
        except IntegrityError:
            continue  # the code is taken
    return _insert_with_new_code(opened, host, opening)


@transaction.atomic
def _insert_with_new_code(opened: Table, host: Player, opening: Json) -> GameSession:
    row = GameSession(room_code=new_code(), max_players=opened.max_players, takeover=opened.takeover, opening=opening)
    store.create(row, opened, host=host)
    return row


def join_table(
    *, game_id: UUID, person: User, display_name: str | None = None, expected_seq: int | None = None
) -> Entry:
    """Raises UnknownGame, RuleViolation, or ValidationError for a bad name."""
    name = clean_display_name(person.display_name if display_name is None else display_name)
    player_id, token = str(uuid.uuid4()), secrets.token_urlsafe(32)
    action = {"type": "join", "playerId": player_id, "displayName": name}

    def sit_down(loaded: Loaded[Table], now: float, shuffle: Shuffle) -> Step[Table]:
        if loaded.state.game is None and person.pk in loaded.people.values():
            raise refusal("already_in_game")
        assert isinstance(loaded.row, GameSession)  # noqa: S101 - our store loaded it
        loaded.row.arriving[player_id] = Player(user=person, token_hash=hash_token(token))
        return table.apply(loaded.state, None, action, now=now, shuffle=shuffle)

    topics = (LOBBY, f"person:{person.pk}")
    receipt = transact(
        engine, game_id, actor=None, payload=action, step=sit_down, expected_seq=expected_seq, topics=topics
    )
    return _entry(receipt, player_id=player_id, token=token)


@transaction.atomic
def as_guest(*, name: str, enter: Callable[[User], Entry]) -> tuple[User, Entry]:
    """For a stranger: if there is no seat, there is no guest either."""
    guest = enter_as_guest(name=name)
    return guest, enter(guest)


def add_bot(*, game_id: UUID, seat: Seat, level: Level, person: User | None = None) -> Receipt:
    """The host puts a bot on the next free seat."""
    taken = set(Player.objects.filter(game_session=game_id, type="bot").values_list("display_name", flat=True))
    name = next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0])
    action = {"type": "add_bot", "playerId": str(uuid.uuid4()), "displayName": name, "level": level}
    step = _apply(seat, action, person=person)
    return transact(engine, game_id, actor=seat, payload=action, step=step, topics=(LOBBY,))


def remove_bot(*, game_id: UUID, seat: Seat, bot_id: str, person: User | None = None) -> Receipt:
    """The host sends a bot away before the game begins."""
    action = {"type": "remove_bot", "playerId": bot_id}
    step = _apply(seat, action, person=person)
    return transact(engine, game_id, actor=seat, payload=action, step=step, topics=(LOBBY,))


def act(
    *,
    game_id: UUID,
    seat: Seat,
    action: Json,
    key: str | None = None,
    expected_seq: int | None = None,
    player_id: str | None = None,
    person: User | None = None,
    now: float | None = None,
) -> Receipt:
    """What a player does. With `player_id` or `person` it is refused if the seats have moved since it was looked up.

    A table that its last person leaves before the start is taken away.
    """
    if action.get("type") in NOT_FOR_PLAYERS:
        raise refusal("invalid_request")
    topics = (LOBBY,) if action.get("type") in LOBBY_ACTIONS else ()
    change = partial(
        transact,
        engine,
        game_id,
        actor=seat,
        payload=action,
        step=_apply(seat, action, player_id=player_id, person=person),
        key=key,
        expected_seq=expected_seq,
        now=now,
        topics=topics,
    )
    if action.get("type") != "leave_game":
        return change()
    with transaction.atomic():
        receipt = change()
        if receipt.state.host is None and receipt.state.game is None:
            remove_table(game_id=game_id)
    return receipt


def _apply(
    seat: Seat | None, action: Json, *, player_id: str | None = None, person: User | None = None
) -> Callable[..., Step[Table]]:
    def step(loaded: Loaded[Table], now: float, shuffle: Shuffle) -> Step[Table]:
        moved = player_id is not None and seat != _seat_number(loaded.state, player_id)
        if moved or (person is not None and (seat is None or loaded.people.get(seat) != person.pk)):
            raise RuleViolation("stale_state", _("The table has moved on. Here is how it stands now."))
        return table.apply(loaded.state, seat, action, now=now, shuffle=shuffle)

    return step


def _seat_number(state: Table, player_id: str) -> int | None:
    return next((seat for seat, info in enumerate(state.seats) if info.player_id == player_id), None)


def rematch(*, game_id: UUID, person: User) -> Entry:
    """The first who wants it opens the next table, with the same bots; the others sit down there."""
    with transaction.atomic():
        loaded = store.load(game_id, for_update=True)
        row, finished = loaded.row, loaded.state
        assert isinstance(row, GameSession)  # noqa: S101 - our store loaded it
        if person.pk not in loaded.people.values():
            raise refusal("player_not_in_game")
        if not table.is_over(finished):
            raise RuleViolation("game_not_completed", _("This game is still going on."))
        if row.rematch_id is None:
            seat = next(int(seat) for seat, who in loaded.people.items() if who == person.pk)
            entry = create_table(
                person=person,
                player_count=finished.max_players,
                bots=[info.bot_level or "easy" for info in finished.seats if info.type == "bot"],
                takeover=finished.takeover,
                display_name=finished.seats[seat].display_name,
            )
            GameSession.objects.filter(pk=game_id).update(rematch=entry.game_id)
            return entry
        next_id = row.rematch_id
    return _seat_of(game_id=next_id, person=person) or join_table(game_id=next_id, person=person)


def _seat_of(*, game_id: UUID, person: User) -> Entry | None:
    loaded = store.load(game_id)
    for seat, who in loaded.people.items():
        if who == person.pk:
            receipt = Receipt(seq=loaded.row.seq, before=loaded, loaded=loaded, changed=False)
            return _entry(receipt, player_id=loaded.state.seats[int(seat)].player_id, token=None)
    return None


@transaction.atomic
def practice(*, person: User) -> Entry:
    """A game against an easy bot, dealt at once."""
    entry = create_table(person=person, player_count=2, bots=("easy",))
    receipt = act(game_id=entry.game_id, seat=entry.seat, action={"type": "start_game"})
    return _entry(receipt, player_id=entry.player_id, token=entry.token)


def hand_to_bot(*, game_id: UUID, seat: int, level: Level = "medium") -> Receipt:
    """For the staff: a bot plays the seat until its person comes back."""
    action = {"type": "hand_to_bot", "seat": seat, "level": level}
    return transact(engine, game_id, actor=None, payload=action, step=_apply(None, action))


@transaction.atomic
def remove_table(*, game_id: UUID) -> None:
    """The table and everything on it is gone."""
    people = Player.objects.filter(game_session=game_id, user__isnull=False).values_list("user_id", flat=True)
    topics = (LOBBY, f"{engine.slug}:{game_id}", *(f"person:{person}" for person in people))
    GameSession.objects.filter(pk=game_id).delete()
    Deadline.objects.filter(game_slug=engine.slug, game_id=game_id).delete()
    Presence.objects.filter(game_slug=engine.slug, game_id=game_id).delete()
    transaction.on_commit(partial(announce, topics=topics), robust=True)


def _entry(receipt: Receipt, *, player_id: str, token: str | None) -> Entry:
    row, seat = receipt.loaded.row, _seat_number(receipt.state, player_id)
    assert isinstance(row, GameSession)  # noqa: S101 - our store loaded it
    assert seat is not None  # noqa: S101 - the player has just sat down, or was found there
    return Entry(game_id=row.pk, room_code=row.room_code, player_id=player_id, seat=seat, receipt=receipt, token=token)
