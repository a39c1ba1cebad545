"""From the tables to a state."""

import time
from operator import itemgetter
from typing import Any
from uuid import UUID

import msgspec

from cambio.models import Card, GameSession, Player, Turn
from cambio.plug import Settings
from cambio.rules import HeldCard, OpenPower, Reveal, State
from cambio.rules import Player as PlayerState
from tabletop.composed import ComposedQuery
from tabletop.engine import Loaded
from tabletop.rows import RowReader
from tabletop.table import SeatInfo, Table
from tabletop.table.state import NO_MEMORY
from tabletop.tables.reading import choices_of, read_table_row, series_of, waits_of
from tabletop.tables.seats import Seats

PLAYER = (
    *("id", "user_id", "display_name", "type", "turn_order", "bot_difficulty"),
    *("is_connected", "disconnected_at", "has_viewed_initial_cards", "has_taken_final_turn"),
)
OWNER = tuple(f"owner__{name}" for name in PLAYER)
CARD = ("id", "rank", "suit", "location", "visibility", "position_row", "position_col", "order_in_pile")
TURN = ("id", "player_id", "seq", "special_power_type", "target_card_id", "target_player_id", "metadata", "created_at")

POWER = tuple(f"game_session__pending_power_turn__{name}" for name in TURN)

Row = dict[str, Any]

seats = Seats(players=Player, game="game_session", place_column="turn_order", keyed_by_place=True)
ROW = RowReader(GameSession)
CARDS = ComposedQuery(lambda game_id: Card.objects.filter(game_session=game_id).values_list(*CARD, *OWNER, *POWER))


def load(game_id: UUID, *, for_update: bool = False) -> Loaded[Table]:
    read_at = time.monotonic()
    row = read_table_row(ROW, game_id, for_update=for_update)
    players, cards = _read_players(row) if row.phase == "setup" else _read_cards(row)
    row.card_ids = {card["face"]: card["id"] for card in cards}
    return Loaded(row=row, state=_table(row, players, cards), sitters=seats.sitters(players), read_at=read_at)


def _read_players(row: GameSession) -> tuple[list[Row], list[Row]]:
    found = Player.objects.filter(game_session=row).order_by("turn_order").values(*PLAYER)
    return list(found), []


def _read_cards(row: GameSession) -> tuple[list[Row], list[Row]]:
    """Cards, their owners and the open power in one statement: from the deal on every player owns four cards."""
    players: dict[UUID, Row] = {}
    cards: list[Row] = []
    found: list[Any] = []
    for found in CARDS.rows(row.pk):
        card = dict(zip(CARD, found[: len(CARD)], strict=True))
        card["face"] = card["rank"] + card["suit"][0]
        cards.append(card)
        owner_id = card["owner_id"] = found[len(CARD)]
        if owner_id is not None and owner_id not in players:
            players[owner_id] = dict(zip(PLAYER, found[len(CARD) : len(CARD) + len(PLAYER)], strict=True))
    if found and found[-len(TURN)] is not None:
        opened = dict(zip(TURN, found[-len(TURN) :], strict=True))
        row.pending_power_turn = Turn(game_session=row, action="power", **opened)
    return sorted(players.values(), key=itemgetter("turn_order")), cards


def _table(row: GameSession, players: list[Row], cards: list[Row]) -> Table:
    seats: dict[UUID | None, int] = {player["id"]: player["turn_order"] for player in players}
    memories = msgspec.json.decode(row.bot_memories, type=dict[str, msgspec.Raw])
    return Table(
        max_players=row.max_players,
        seats=tuple(
            SeatInfo(
                seat_id=str(player["id"]),
                type=player["type"],
                bot_level=player["bot_difficulty"],
                bot_memory=memories.get(str(player["id"]), NO_MEMORY),
                away_since=player["disconnected_at"] if row.phase == "setup" else None,
            )
            for player in players
        ),
        host=None if row.host_player_id is None else str(row.host_player_id),
        choices=choices_of(row),
        waits=waits_of(row),
        series=series_of(row),
        settings=msgspec.convert(row.opening, Settings),
        game=_game(row, players, cards, seats) if cards else None,
        bot_due=row.bot_due,
        abandon_at=row.abandon_at,
        abandoned=row.abandoned,
        abandon_reason=row.abandon_reason,
    )


def _game(row: GameSession, players: list[Row], cards: list[Row], seats: dict[UUID | None, int]) -> State:
    """The state of the rules from its rows; `seats` are turn orders by player id."""
    hands: dict[UUID, dict[int, str]] = {player["id"]: {} for player in players}
    piles: dict[str, dict[int, str]] = {"deck": {}, "discard": {}}
    held, reveal = None, None
    for card in cards:
        face, owner, location, visibility = card["face"], card["owner_id"], card["location"], card["visibility"]
        if location == "hand":
            position = 2 * card["position_row"] + card["position_col"]
            hands[owner][position] = face
            if visibility == "peeking":
                reveal = Reveal(owner_id=seats[owner], position=position)
        elif location == "drawn":
            source: Any = "deck" if visibility == "hidden" else "discard"
            held = HeldCard(player_id=seats[owner], source=source, card=face)
        else:
            piles[location][card["order_in_pile"]] = face
    turn, power = row.pending_power_turn, None
    if turn is not None:
        kind: Any = turn.special_power_type  # the database knows the same names
        power = OpenPower(player_id=seats[turn.player_id], power_type=kind, reveal=reveal)
    return State(
        phase=row.phase,  # type: ignore[arg-type] # the database knows the same names
        players=tuple(
            PlayerState(
                display_name=str(player["id"]),
                turn_order=player["turn_order"],
                hand=_in_order(hands[player["id"]]),
                is_connected=player["is_connected"],
                disconnected_at=player["disconnected_at"],
                has_viewed_initial_cards=player["has_viewed_initial_cards"],
                has_taken_final_turn=player["has_taken_final_turn"],
            )
            for player in players
        ),
        deck=_in_order(piles["deck"]),
        discard=_in_order(piles["discard"]),
        current_turn_player_id=seats.get(row.current_turn_player_id),
        cambio_caller_id=seats.get(row.cambio_caller_id),
        winner_id=seats.get(row.winner_id),
        held_card=held,
        open_power=power,
        initial_view_ends_at=row.initial_view_ends_at,
        peek_expires_at=row.peek_expires_at,
    )


def _in_order(cards: dict[int, str]) -> tuple[str, ...]:
    return tuple(card for _place, card in sorted(cards.items()))
