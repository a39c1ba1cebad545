"""From a state to the tables: only the rows that changed, one statement for each table."""

import uuid
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone

from cambio.models import Card, GameScore, GameSession, Player, SpecialPower
from cambio.store.columns import CARD_FIELDS, FACES, card_columns, player_columns, session_columns
from cambio.store.history import History
from tabletop.engine import Loaded, Outdated
from tabletop.table import Table
from tabletop.tables.models import PlayerRow
from tabletop.tables.writing import new_player, set_columns, upsert


def create(row: GameSession, table: Table, *, host: PlayerRow) -> None:
    """A new table with its host; `host` says what the rules do not know."""
    set_columns(row, session_columns(table))
    row.card_ids, row.arriving = {}, {table.seats[0].seat_id: host}
    row.save(force_insert=True)
    _save_players(row, before={}, after=player_columns(table))


def save(loaded: Loaded[Table], after: Table, events: tuple[Any, ...]) -> None:
    """`events` are those of the table: `Told`."""
    row, before = loaded.row, loaded.state
    assert isinstance(row, GameSession)  # noqa: S101 - this store loaded it
    if before.game is None and after.game is not None:
        row.card_ids = {card: uuid.uuid4() for card in card_columns(after)}
        row.started_at = timezone.now()
    history = History(row, before=before, after=after)
    for event in events:
        history.read(event.event)
    _save_session(row, after, history)
    _save_players(row, before=player_columns(before), after=player_columns(after))
    _save_cards(row, before, after)
    if history.turns:
        upsert(list(history.turns.values()), ["target_card", "target_player", "metadata"])
    if history.powers:
        SpecialPower.objects.bulk_create(history.powers)
    if history.scores:
        GameScore.objects.bulk_create(history.scores)


def _save_session(row: GameSession, after: Table, history: History) -> None:
    columns = session_columns(after)
    set_columns(row, columns)
    row.pending_power_turn = history.open
    if row.phase == "completed" and row.completed_at is None:
        row.completed_at = timezone.now()
    more = ("pending_power_turn_id", "started_at", "completed_at", "turn_count", "seq", "updated_at")
    row.updated_at = timezone.now()
    stored = GameSession.objects.filter(pk=row.pk, seq=row.seq - 1)
    if not stored.update(**{name: getattr(row, name) for name in (*columns, *more)}):
        raise Outdated


def _save_players(row: GameSession, *, before: Mapping[UUID, Any], after: Mapping[UUID, Any]) -> None:
    if before == after:
        return
    gone = before.keys() - after.keys()
    if gone:
        Player.objects.filter(pk__in=gone).delete()
    changed = {key: columns for key, columns in after.items() if key in before and before[key] != columns}
    fields = _differing(before, changed)
    if "turn_order" in fields:
        # Seats move up one after another, so that no two are ever the same.
        for key, columns in changed.items():
            Player.objects.filter(pk=key).update(**columns, updated_at=timezone.now())
    elif changed:
        upsert(
            [Player(pk=key, game_session=row, **columns) for key, columns in changed.items()], [*fields, "updated_at"]
        )
    arrived = [(key, columns) for key, columns in after.items() if key not in before]
    if arrived:
        Player.objects.bulk_create(
            new_player(Player, row, key, {"game_session": row, **columns}) for key, columns in arrived
        )


def _save_cards(row: GameSession, before: Table, after: Table) -> None:
    old, new = card_columns(before), card_columns(after)
    changed = [card for card in new if new[card] != old.get(card)]
    # A drawn card may be laid down and another one drawn in one step: the first goes first.
    changed.sort(key=lambda card: card not in old or old[card][0] != "drawn")
    rows = [
        Card(id=row.card_ids[card], game_session=row, **FACES[card], **dict(zip(CARD_FIELDS, new[card], strict=True)))
        for card in changed
    ]
    if not old:
        Card.objects.bulk_create(rows)
    elif rows:
        upsert(rows, [*CARD_FIELDS, "updated_at"])


def _differing(before: Mapping[UUID, Mapping[str, Any]], changed: Mapping[UUID, Mapping[str, Any]]) -> list[str]:
    names = {name: None for columns in changed.values() for name in columns}
    return [name for name in names if any(before[key].get(name) != columns[name] for key, columns in changed.items())]
