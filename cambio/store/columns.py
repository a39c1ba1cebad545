"""What stands in the columns for a given state: pure functions, so that comparing two states finds the changed rows."""

from typing import Any
from uuid import UUID

import msgspec

from cambio.rules import State, scores
from cambio.rules.cards import DECK, POINTS, rank_of, suit_of
from tabletop.table import Table
from tabletop.table.state import NO_MEMORY

CARD_FIELDS = ("location", "owner_id", "position_row", "position_col", "visibility", "order_in_pile")
CardRow = tuple[str, UUID | None, int | None, int | None, str, int | None]
FACES = {card: {"rank": rank_of(card), "suit": suit_of(card), "point_value": POINTS[card]} for card in DECK}


def session_columns(table: Table) -> dict[str, Any]:
    game = table.game
    memories = {info.seat_id: info.bot_memory for info in table.seats if info.bot_memory != NO_MEMORY}
    return {
        "phase": "setup" if game is None else game.phase,
        "host_player_id": None if table.host is None else UUID(table.host),
        "current_turn_player_id": None if game is None else player_id(table, game.current_turn_player_id),
        "cambio_caller_id": None if game is None else player_id(table, game.cambio_caller_id),
        "winner_id": None if game is None else player_id(table, game.winner_id),
        "peek_expires_at": None if game is None else game.peek_expires_at,
        "initial_view_ends_at": None if game is None else game.initial_view_ends_at,
        "bot_due": table.bot_due,
        "abandon_at": table.abandon_at,
        "abandoned": table.abandoned,
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
        rows[UUID(info.seat_id)] = columns
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
    return None if seat is None else UUID(table.seats[seat].seat_id)
