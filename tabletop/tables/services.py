"""What is done alike at the tables of every game: coming, going, playing on."""

from collections.abc import Callable
from typing import Any, TypeVar
from uuid import UUID, uuid4, uuid5

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from tabletop.accounts.models import User
from tabletop.accounts.services import create_guest
from tabletop.live.announce import LOBBY, announce_after_commit
from tabletop.lobby.codes import new_code
from tabletop.models import Deadline, Presence
from tabletop.play import Engine, Loaded, Receipt, moved_on, transact
from tabletop.rules import Json, RuleViolation, Seat, Shuffle, Step
from tabletop.tables.models import PlayerRow, TableRow
from tabletop.tables.seats import Entry, Seats, seat_with_person

ROOM_CODE_RETRIES = 3

Row = TypeVar("Row", bound=TableRow)
Refusal = Callable[[str], RuleViolation]
"""A game's own words for a code."""


def insert_with_new_code(insert: Callable[[str], Row]) -> Row:
    for _retry in range(ROOM_CODE_RETRIES):
        try:
            with transaction.atomic():
                return insert(new_code())
        except IntegrityError:
            continue  # the code is taken
    return insert(new_code())


@transaction.atomic
def as_guest(*, name: str, enter: Callable[[User], Entry]) -> tuple[User, Entry]:
    """For a stranger: if there is no seat, there is no guest either."""
    guest = create_guest(name=name)
    return guest, enter(guest)


def sit_down(
    engine: Engine,
    *,
    game_id: UUID,
    person: User,
    action: Json,
    player: PlayerRow,
    refusal: Refusal,
    expected_seq: int | None,
) -> Receipt:
    """Lets the person join by this action; `player` is the row to come, with what the rules do not know."""

    def step(loaded: Loaded[Any], now: float, shuffle: Shuffle) -> Step[Any]:
        if loaded.state.game is None and person.pk in loaded.people.values():
            raise refusal("already_in_game")
        assert isinstance(loaded.row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
        loaded.row.arriving[str(player.pk)] = player
        nobody: Any = None
        return engine.rules.apply(loaded.state, nobody, action, now=now, shuffle=shuffle)

    topics = (LOBBY, f"person:{person.pk}")
    return transact(engine, game_id, actor=None, payload=action, step=step, expected_seq=expected_seq, topics=topics)


def new_bot_id(game_id: UUID, key: str | None) -> UUID:
    """The same request asks for the same bot: sent twice it is one action, and one bot."""
    return uuid4() if key is None else uuid5(game_id, key)


def check_same_player(
    loaded: Loaded[Any], seat: Seat | None, sitting: str | None, *, player_id: str | None, person: User | None
) -> None:
    """Refused if somebody else than was looked up has come to sit here; `sitting` is the id of whoever does."""
    if player_id not in (None, sitting):
        raise moved_on()
    if person is not None and (seat is None or loaded.people.get(seat) != person.pk):
        raise moved_on()


def rematch(
    engine: Engine,
    seats: Seats,
    *,
    game_id: UUID,
    person: User,
    refusal: Refusal,
    open_next: Callable[[Any, Seat], Entry],
    join: Callable[..., Entry],
) -> Entry:
    """The first who wants it opens the next table, from the loaded one and the own seat; the others sit down there."""
    with transaction.atomic():
        loaded = engine.store.load(game_id, for_update=True)
        assert isinstance(loaded.row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
        seat = next((seat for seat, who in loaded.people.items() if who == person.pk), None)
        if seat is None:
            raise refusal("player_not_in_game")
        if not engine.rules.is_over(loaded.state):
            raise RuleViolation("game_not_completed", _("This game is still going on."))
        next_id = loaded.row.rematch_id
        if next_id is None:
            entry = open_next(loaded, seat)
            type(loaded.row)._default_manager.filter(pk=game_id).update(rematch=entry.game_id)
            return entry
    own = seat_with_person(seats.at(next_id), person.pk)
    if own is None:
        return join(game_id=next_id, person=person)
    waiting = engine.store.load(next_id)
    receipt = Receipt(seq=waiting.row.seq, before=waiting, loaded=waiting, changed=False)
    return Entry(player_id=own.player_id, seat=own.seat, receipt=receipt, token=None)


@transaction.atomic
def remove_table(engine: Engine, seats: Seats, *, game_id: UUID) -> None:
    """The table and everything on it is gone."""
    games = engine.store.games._default_manager.filter(pk=game_id)
    # A move that is being made comes first: its action would belong to no table.
    games.select_for_update().first()
    people = [f"person:{person}" for person in seats.people_at(game_id).values() if person]
    games.delete()
    Deadline.objects.filter(game_slug=engine.slug, game_id=game_id).delete()
    Presence.objects.filter(game_slug=engine.slug, game_id=game_id).delete()
    announce_after_commit(LOBBY, f"{engine.slug}:{game_id}", *people)
