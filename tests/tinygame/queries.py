from collections.abc import Iterable

from django.urls import reverse

from tabletop.accounts.models import User
from tabletop.games import TableSummary
from tabletop.rules import Json
from tabletop.tables.queries import exported
from tests.tinygame import store
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.plug import table


def open_tables() -> Iterable[TableSummary]:
    """Every duel is open to look at; in a real game these are the tables with a free seat."""
    for game in DuelGame.objects.prefetch_related("players").order_by("-created_at")[:20]:
        names = ", ".join(seat.display_name for seat in game.players.all())
        yield TableSummary(game="duel", title=names, note="Two players.", url=address(game))


def tables_of(user: User) -> Iterable[TableSummary]:
    for seat in DuelSeat.objects.filter(user=user).select_related("game").order_by("-game__updated_at")[:20]:
        yield TableSummary(
            game="duel",
            title=f"Duel {seat.game.room_code}",
            note="Play a card.",
            url=address(seat.game),
            your_turn=is_awaited(seat),
            since=seat.game.updated_at,
        )


def is_awaited(seat: DuelSeat) -> bool:
    game = seat.game.game
    return game is not None and game["turn"] == seat.place and bool(seat.hand) and not seat.game.abandoned


def is_running(row: DuelGame) -> bool:
    state = store.load(row.pk).state
    return state.game is not None and not table.is_over(state)


def export(row: DuelGame) -> Json:
    """A duel with its log, for staff; the seed comes with the end of the game."""
    loaded = store.load(row.pk)
    seed = bytes(row.shuffle_seed).hex() if table.is_over(loaded.state) else None
    own = {"shuffleSeed": seed, "names": loaded.names, "table": table.to_json(loaded.state)}
    return exported(row, row.actions, own)


def table_address(code: str) -> str | None:
    game = DuelGame.objects.filter(room_code=code).first()
    return address(game) if game else None


def address(game: DuelGame) -> str:
    return reverse("duel:table", args=[game.pk])


def newest_person(name: str) -> User:
    return User.objects.filter(display_name=name).latest("date_joined")
