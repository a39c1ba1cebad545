from collections.abc import Iterable

from django.urls import reverse

from tabletop.accounts.models import User
from tabletop.games import TableSummary
from tabletop.rules import Json
from tabletop.tables.own_tables import OwnTables, Words
from tabletop.tables.queries import exported
from tests.tinygame import store
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.plug import table

seats = store.seats


def open_tables() -> Iterable[TableSummary]:
    """Every duel is open to look at; in a real game these are the tables with a free seat."""
    for game in DuelGame.objects.prefetch_related("players").order_by("-created_at")[:20]:
        names = ", ".join(seat.display_name for seat in sorted(game.players.all(), key=lambda seat: seat.place))
        yield TableSummary(game="duel", title=names, note="Two players.", url=address(game))


def is_awaited(row: DuelGame, seat: DuelSeat) -> bool:
    return _is_next(row.game, row.abandoned, seat.place, seat.hand)


def _is_next(game: Json | None, abandoned: bool, place: int, hand: list[int]) -> bool:
    return game is not None and game["turn"] == place and bool(hand) and not abandoned


tables_of = OwnTables(
    game="duel",
    seats=seats,
    own=lambda person: DuelSeat.objects.filter(user=person),
    words=Words(
        is_awaited=lambda seat: _is_next(seat.game__game, seat.game__abandoned, seat.place, seat.hand),
        note=lambda own: f"Duel {own.seat.table_room_code}",
    ),
    columns=("place", "hand", "game__game", "game__abandoned"),
)


def is_running(row: DuelGame) -> bool:
    state = store.load(row.pk).state
    return state.game is not None and not table.is_over(state)


def export(row: DuelGame) -> Json:
    loaded = store.load(row.pk)
    own = {"table": table.to_json(loaded.state)}
    return exported(loaded, is_over=table.is_over(loaded.state), own=own)


def address(game: DuelGame) -> str:
    return reverse("duel:table", args=[game.pk])


def newest_person(name: str) -> User:
    return User.objects.filter(display_name=name).latest("date_joined")
