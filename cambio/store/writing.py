"""From a state to the tables: only the rows that changed, one statement for each table.

What stands in the columns is a pure function of the state, so that comparing two states finds the changed rows.
"""

import uuid
from typing import Any
from uuid import UUID

import msgspec
from django.utils import timezone

from cambio.models import Card, GameSession
from cambio.rules import State, scores
from cambio.rules.cards import DECK, POINTS, rank_of, suit_of
from cambio.store.history import History
from cambio.store.reading import seats
from tabletop.batch import Batch, rows_of
from tabletop.engine import Loaded
from tabletop.table import Table
from tabletop.table.state import NO_MEMORY
from tabletop.tables.models import PlayerRow
from tabletop.tables.writing import insert_table_row, save_game_row, save_players, table_columns, uuid_of

CARD_FIELDS = ("location", "owner_id", "position_row", "position_col", "visibility", "order_in_pile")
CardRow = tuple[str, UUID | None, int | None, int | None, str, int | None]
CARD_COLUMNS = ("id", "game_session_id", "rank", "suit", "point_value", *CARD_FIELDS, "created_at", "updated_at")
FACES = {card: (rank_of(card), suit_of(card), POINTS[card]) for card in DECK}


def create(row: GameSession, table: Table, *, host: PlayerRow) -> None:
    """A new table with its host; `host` says what the rules do not know."""
    row.card_ids = {}
    insert_table_row(row, session_columns(table), {table.seats[0].seat_id: host})
    batch = Batch()
    save_players(batch, seats, row, before={}, after=player_columns(table))
    batch.send()


def save(loaded: Loaded[Table], after: Table, events: tuple[Any, ...], batch: Batch) -> None:
    """`events` are those of the table: `LoggedEvent`."""
    row, before = loaded.row, loaded.state
    assert isinstance(row, GameSession)  # noqa: S101 - this store loaded it
    if before.game is None and after.game is not None:
        row.card_ids = {card: uuid.uuid4() for card in card_columns(after)}
    history = History(row, before=before, after=after)
    for event in events:
        history.read(event.event)
    _save_session(batch, row, after, history)
    if not batch.writes:
        return
    save_players(batch, seats, row, before=player_columns(before), after=player_columns(after))
    _save_cards(batch, row, before, after)
    if history.turns:
        turns = rows_of(list(history.turns.values()))
        batch.upsert(*turns, update=("target_card_id", "target_player_id", "metadata"))
    if history.powers:
        batch.insert(*rows_of(history.powers))
    if history.scores:
        batch.insert(*rows_of(history.scores))


def _save_session(batch: Batch, row: GameSession, after: Table, history: History) -> None:
    """Adds the guard of the batch: the row of the session with what changed."""
    columns = session_columns(after)
    columns["pending_power_turn_id"] = None if history.open is None else history.open.pk
    columns["turn_count"] = history.turn_count
    if row.started_at is None and after.game is not None:
        columns |= {"started_at": timezone.now(), "opened_from": ""}
    if row.completed_at is None and columns["phase"] == "completed":
        columns["completed_at"] = timezone.now()
    save_game_row(batch, row, columns)
    row.pending_power_turn = history.open


def _save_cards(batch: Batch, row: GameSession, before: Table, after: Table) -> None:
    """Adds the cards that moved or were shown; all of them when a game is dealt."""
    old, new = card_columns(before), card_columns(after)
    changed = [card for card in new if new[card] != old.get(card)]
    # A drawn card may be laid down and another one drawn in one step: the first goes first.
    changed.sort(key=lambda card: card not in old or old[card][0] != "drawn")
    now = timezone.now()
    rows = [(row.card_ids[card], row.pk, *FACES[card], *new[card], now, now) for card in changed]
    if old:
        batch.upsert(Card, CARD_COLUMNS, rows, update=(*CARD_FIELDS, "updated_at"))
    else:
        batch.insert(Card, CARD_COLUMNS, rows)


def session_columns(table: Table) -> dict[str, Any]:
    game = table.game
    memories = {info.seat_id: info.bot_memory for info in table.seats if info.bot_memory != NO_MEMORY}
    return table_columns(table) | {
        "phase": "setup" if game is None else game.phase,
        "host_player_id": None if table.host is None else uuid_of(table.host),
        "current_turn_player_id": None if game is None else player_id(table, game.current_turn_player_id),
        "cambio_caller_id": None if game is None else player_id(table, game.cambio_caller_id),
        "winner_id": None if game is None else player_id(table, game.winner_id),
        "peek_expires_at": None if game is None else game.peek_expires_at,
        "initial_view_ends_at": None if game is None else game.initial_view_ends_at,
        "bot_due": table.bot_due,
        "abandon_at": table.abandon_at,
        "abandoned": table.abandoned,
        "abandon_reason": table.abandon_reason,
        "bot_memories": msgspec.json.encode(memories).decode(),
    }


def player_columns(table: Table) -> dict[UUID, dict[str, Any]]:
    """For each player's row, in seat order."""
    game: State | None = table.game
    rows: dict[UUID, dict[str, Any]] = {}
    is_over = game is not None and game.phase == "completed"
    finals = scores([player.hand for player in game.players], game.cambio_caller_id) if game and is_over else None
    for seat, info in enumerate(table.seats):
        columns: dict[str, Any] = {"type": info.type, "turn_order": seat, "bot_difficulty": info.bot_level}
        if game is None:
            columns |= {"is_connected": info.away_since is None, "disconnected_at": info.away_since}
        else:
            player = game.players[seat]
            columns |= {
                "is_connected": player.is_connected,
                "disconnected_at": player.disconnected_at,
                "has_viewed_initial_cards": player.has_viewed_initial_cards,
                "has_taken_final_turn": player.has_taken_final_turn,
                "score": 0 if finals is None else finals[seat]["final"],
            }
        rows[uuid_of(info.seat_id)] = columns
    return rows


def card_columns(table: Table) -> dict[str, CardRow]:
    """CARD_FIELDS of each card. While a card lies in a pile its number never changes, so a draw writes one row."""
    game = table.game
    if game is None:
        return {}
    rows: dict[str, CardRow] = {}
    for index, card in enumerate(game.deck, start=len(DECK) - len(game.deck)):
        rows[card] = ("deck", None, None, None, "hidden", index)
    for index, card in enumerate(game.discard):
        rows[card] = ("discard", None, None, None, "visible", index)
    in_hand = "visible" if game.phase == "completed" else "hidden"
    for player in game.players:
        owner = player_id(table, player.turn_order)
        for position, card in enumerate(player.hand):
            rows[card] = ("hand", owner, position // 2, position % 2, in_hand, None)
    if game.held_card is not None:
        # Rules 11.3: hidden if it came from the deck, visible if it came from the discard pile.
        seen = "hidden" if game.held_card.source == "deck" else "visible"
        rows[game.held_card.card] = ("drawn", player_id(table, game.held_card.player_id), None, None, seen, None)
    reveal = None if game.open_power is None else game.open_power.reveal
    if reveal is not None:
        shown = game.players[reveal.owner_id].hand[reveal.position]
        rows[shown] = (*rows[shown][:4], "peeking", None)
    return rows


def player_id(table: Table, seat: int | None) -> UUID | None:
    return None if seat is None else uuid_of(table.seats[seat].seat_id)
