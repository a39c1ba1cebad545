import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

from django.db import transaction

from tabletop.accounts.models import User
from tabletop.engine import Engine, Loaded, Receipt
from tabletop.rules import Json, Seat
from tabletop.table import Choices, Table
from tabletop.tables.chair_wishes import tell_of_chairs
from tabletop.tables.models import PlayerRow
from tabletop.tables.opening import from_opening, to_opening
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.services import TableServices
from tests.tinygame import queries, store
from tests.tinygame.models import DuelGame, DuelSeat
from tests.tinygame.plug import Settings, chance_key, table


def record_handovers(before: Loaded[Any], after: Loaded[Any], actor: Seat | None) -> None:
    """Writes down in the step's transaction which seats have passed from a person to a bot or back."""
    levels = {info.seat_id: info.bot_level for info in before.state.seats}
    for info in after.state.seats:
        if info.bot_level != levels.get(info.seat_id, info.bot_level):
            seat = DuelSeat.objects.get(pk=info.seat_id)
            seat.handovers.append([after.row.seq, info.bot_level, actor])
            seat.save(update_fields=["handovers"])


def save_the_rest(before: Loaded[Any], after: Loaded[Any], actor: Seat | None) -> None:
    record_handovers(before, after, actor)
    tell_of_chairs("duel", before, after)
    end_process_if_told()


def end_process_if_told() -> None:
    """Between the commit and the announcement, once, for a test which has put a file there."""
    told = Path(os.environ.get("END_AFTER_COMMIT", "/nowhere"))
    if told.exists():
        told.unlink()
        transaction.on_commit(lambda: os.kill(os.getpid(), signal.SIGKILL))


engine = Engine(
    slug="duel",
    rules=table,
    store=store,
    version="1",
    versions_without_waits=frozenset({"0"}),
    keeps_state=True,
    follows_presence=True,
    chance_key=chance_key,
    snapshot_before=store.snapshot_before,
    saved=save_the_rest,
)


class DuelTables(TableServices):
    practice_options: ClassVar = {"bots": ("low",)}

    def create_table(
        self,
        *,
        person: User,
        player_count: int = 2,
        bots: Sequence[str] = (),
        choices: Choices | None = None,
        settings: Settings | None = None,
        display_name: str | None = None,
        terms: Terms | None = None,
    ) -> Entry:
        self.check_seats(player_count=player_count, bot_count=len(bots))
        chosen = settings or Settings()

        def insert(code: str, host: PlayerRow) -> tuple[DuelGame, Table]:
            opening: Json = {"seatId": str(host.pk), "turnSeconds": chosen.turn_seconds} | to_opening(choices)
            opened = build_table(opening)
            row = DuelGame(room_code=code, opening=opening)
            store.create(row, opened, host=host)
            return row, opened

        return self.open_table(person=person, display_name=display_name, bots=bots, insert=insert, terms=terms)

    def options_of(self, finished: Loaded[Table]) -> Mapping[str, Any]:
        return {"choices": finished.state.choices, "settings": finished.state.settings}


def build_table(opening: Json) -> Table:
    """The table before its first action."""
    return table.new_table(
        seat_id=opening["seatId"],
        max_players=2,
        choices=from_opening(opening),
        settings=Settings(turn_seconds=opening["turnSeconds"]),
    )


tables = DuelTables(engine, queries.seats, bot_names=("Ruby", "Basil"))


@transaction.atomic
def start_duel(
    *, people: Sequence[User], now: float | None = None, takeover: bool = False, settings: Settings | None = None
) -> DuelGame:
    """Two people at a table, dealt at once."""
    entry = tables.create_table(person=people[0], choices=Choices(takeover=takeover), settings=settings)
    for person in people[1:]:
        tables.join_table(game_id=entry.game_id, person=person)
    tables.act(game_id=entry.game_id, seat=0, action={"type": "start"}, now=now)
    return DuelGame.objects.get(pk=entry.game_id)


def move(
    *,
    game_id: UUID,
    seat: Seat,
    action: Json,
    key: str | None = None,
    expected_seq: int | None = None,
    now: float | None = None,
) -> Receipt:
    return tables.act(game_id=game_id, seat=seat, action=action, key=key, expected_seq=expected_seq, now=now)


forget_person = tables.forget_person
