"""What can be done with a table of Cambio. Every change goes through `tabletop.play`."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from cambio import queries, store, table
from cambio.bots.levels import Level
from cambio.models import GameSession, Player
from cambio.rules import MAX_PLAYERS, MIN_PLAYERS
from cambio.table import Table
from cambio.table.refusals import refusal
from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.live.announce import LOBBY, announce_after_commit
from tabletop.play import Engine, Loaded, Receipt, transact
from tabletop.rules import Json, RuleViolation, Seat, Shuffle, Step
from tabletop.tables import services as tables
from tabletop.tables.seats import Entry, hash_token, new_token

engine = Engine(
    slug="cambio",
    rules=table,
    store=store,
    version="2",
    arrived={"type": "reconnected"},
    left={"type": "disconnected"},
)

BOT_NAMES = ("Ruby", "Basil", "Hazel")
# What only the transport, the services or the staff may say.
NOT_FOR_PLAYERS = {"join", "add_bot", "remove_bot", "hand_to_bot", "disconnected", "reconnected"}
# What changes the list of open tables.
LOBBY_ACTIONS = {"start_game", "leave_game"}


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
    token = new_token()
    host = Player(user=person, token_hash=hash_token(token))
    opening: Json = {"playerId": str(host.pk), "displayName": name, "maxPlayers": player_count, "takeover": takeover}
    check_seats(player_count=player_count, bot_count=len(bots))
    opened = open_table(opening)
    row = tables.insert_with_new_code(partial(_insert, opened, host, opening))
    loaded = Loaded(row=row, state=opened, people={0: person.pk})
    receipt = Receipt(seq=row.seq, before=loaded, loaded=loaded)
    for level in bots:
        receipt = add_bot(game_id=row.pk, seat=0, level=level)
    announce_after_commit(LOBBY, f"person:{person.pk}")
    return Entry(player_id=str(host.pk), seat=0, receipt=receipt, token=token)


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


def _insert(opened: Table, host: Player, opening: Json, code: str) -> GameSession:
    row = GameSession(room_code=code, max_players=opened.max_players, takeover=opened.takeover, opening=opening)
    store.create(row, opened, host=host)
    return row


def join_table(
    *, game_id: UUID, person: User, display_name: str | None = None, expected_seq: int | None = None
) -> Entry:
    """Raises UnknownGame, RuleViolation, or ValidationError for a bad name."""
    name = clean_display_name(person.display_name if display_name is None else display_name)
    token = new_token()
    player = Player(user=person, token_hash=hash_token(token))
    receipt = tables.sit_down(
        engine,
        game_id=game_id,
        person=person,
        action={"type": "join", "playerId": str(player.pk), "displayName": name},
        player=player,
        refusal=refusal,
        expected_seq=expected_seq,
    )
    # Whoever comes sits behind the others.
    return Entry(player_id=str(player.pk), seat=len(receipt.state.seats) - 1, receipt=receipt, token=token)


def add_bot(*, game_id: UUID, seat: Seat, level: Level, key: str | None = None, person: User | None = None) -> Receipt:
    """The host puts a bot on the next free seat."""
    bot_id = tables.new_bot_id(game_id, key)
    names = dict(Player.objects.filter(game_session=game_id, type="bot").values_list("pk", "display_name"))
    # A bot that has come by this very request keeps its name.
    free = (name for name in BOT_NAMES if name not in names.values())
    name = names.get(bot_id) or next(free, BOT_NAMES[0])
    action = {"type": "add_bot", "playerId": str(bot_id), "displayName": name, "level": level}
    step = _apply(seat, action, person=person)
    return transact(engine, game_id, actor=seat, payload=action, step=step, key=key, topics=(LOBBY,))


def remove_bot(
    *, game_id: UUID, seat: Seat, bot_id: str, key: str | None = None, person: User | None = None
) -> Receipt:
    """The host sends a bot away before the game begins."""
    action = {"type": "remove_bot", "playerId": bot_id}
    step = _apply(seat, action, person=person)
    return transact(engine, game_id, actor=seat, payload=action, step=step, key=key, topics=(LOBBY,))


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
        sitting = loaded.state.seats[seat].player_id if loaded.state.has_seat(seat) else None
        tables.check_same_player(loaded, seat, sitting, player_id=player_id, person=person)
        return table.apply(loaded.state, seat, action, now=now, shuffle=shuffle)

    return step


def rematch(*, game_id: UUID, person: User) -> Entry:
    """The first who wants it opens the next table, with the same bots; the others sit down there."""

    def open_next(finished: Loaded[Table], seat: Seat) -> Entry:
        state = finished.state
        return create_table(
            person=person,
            player_count=state.max_players,
            bots=[info.bot_level or "easy" for info in state.seats if info.type == "bot"],
            takeover=state.takeover,
            display_name=state.seats[int(seat)].display_name,
        )

    return tables.rematch(
        engine,
        queries.seats,
        game_id=game_id,
        person=person,
        refusal=refusal,
        open_next=open_next,
        join=join_table,
    )


@transaction.atomic
def practice(*, person: User) -> Entry:
    """A game against an easy bot, dealt at once."""
    entry = create_table(person=person, player_count=2, bots=("easy",))
    return replace(entry, receipt=act(game_id=entry.game_id, seat=entry.seat, action={"type": "start_game"}))


def hand_to_bot(*, game_id: UUID, seat: int, level: Level = "medium") -> Receipt:
    """For the staff: a bot plays the seat until its person comes back."""
    action = {"type": "hand_to_bot", "seat": seat, "level": level}
    return transact(engine, game_id, actor=None, payload=action, step=_apply(None, action))


def remove_table(*, game_id: UUID) -> None:
    tables.remove_table(engine, queries.seats, game_id=game_id)
