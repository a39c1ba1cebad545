"""From the tables to a state."""

from typing import Any
from uuid import UUID

import msgspec

from cambio.models import Card, GameSession, Player, Turn
from cambio.plug import Settings
from cambio.rules import HeldCard, OpenPower, Reveal, State
from cambio.rules import Player as PlayerState
from cambio.store.columns import NOTHING
from cambio.store.prepared import PreparedQuery
from tabletop.engine import Loaded, Sitter, UnknownGame
from tabletop.table import SeatInfo, Table

PLAYER = (
    *("id", "user_id", "display_name", "type", "turn_order", "bot_difficulty"),
    *("is_connected", "disconnected_at", "has_viewed_initial_cards", "has_taken_final_turn"),
)
OWNER = tuple(f"owner__{name}" for name in PLAYER)
CARD = ("id", "rank", "suit", "location", "visibility", "position_row", "position_col", "order_in_pile")
TURN = ("id", "player_id", "seq", "special_power_type", "target_card_id", "target_player_id", "metadata", "created_at")

POWER = tuple(f"game_session__pending_power_turn__{name}" for name in TURN)

Row = dict[str, Any]

cards_of_game = PreparedQuery(
    lambda game_id: Card.objects.filter(game_session_id=game_id).values_list(*CARD, *OWNER, *POWER)
)


def load(game_id: UUID, *, for_update: bool = False) -> Loaded[Table]:
    """The session's row first, locked if asked, alone: what is joined to a row one has to wait for may be outdated."""
    rows = GameSession.objects.select_for_update(no_key=True) if for_update else GameSession.objects.all()
    try:
        row = rows.get(pk=game_id)
    except GameSession.DoesNotExist:
        raise UnknownGame(game_id) from None
    row.arriving = {}
    players, cards = _read_players(row) if row.phase == "setup" else _read_cards(row)
    row.card_ids = {card["face"]: card["id"] for card in cards}
    sitters = {player["turn_order"]: _sitter(player) for player in players}
    return Loaded(row=row, state=_table(row, players, cards), sitters=sitters)


def _sitter(player: Row) -> Sitter:
    return Sitter(seat_id=str(player["id"]), person=player["user_id"], display_name=player["display_name"])


def _read_players(row: GameSession) -> tuple[list[Row], list[Row]]:
    found = Player.objects.filter(game_session=row).order_by("turn_order").values(*PLAYER)
    return list(found), []


def _read_cards(row: GameSession) -> tuple[list[Row], list[Row]]:
    """Cards, their owners and the open power in one statement: from the deal on every player owns four cards."""
    players: dict[UUID, Row] = {}
    cards: list[Row] = []
    found: tuple[Any, ...] = ()
    for found in cards_of_game(row.pk):
        card = dict(zip(CARD, found[: len(CARD)], strict=True))
        card["face"] = card["rank"] + card["suit"][0]
        cards.append(card)
        owner_id = card["owner_id"] = found[len(CARD)]
        if owner_id is not None and owner_id not in players:
            players[owner_id] = dict(zip(PLAYER, found[len(CARD) : len(CARD) + len(PLAYER)], strict=True))
    if found and found[-len(TURN)] is not None:
        opened = dict(zip(TURN, found[-len(TURN) :], strict=True))
        row.pending_power_turn = Turn(game_session=row, action="power", **opened)
    return sorted(players.values(), key=lambda player: player["turn_order"]), cards


def _table(row: GameSession, players: list[Row], cards: list[Row]) -> Table:
    seats: dict[UUID | None, int] = {player["id"]: player["turn_order"] for player in players}
    memories = msgspec.json.decode(row.bot_memories, type=dict[str, msgspec.Raw])
    return Table(
        max_players=row.max_players,
        seats=tuple(_seat_info(row, player, memories) for player in players),
        host=None if row.host_player_id is None else str(row.host_player_id),
        takeover=row.takeover,
        settings=Settings(),
        game=_game(row, players, cards, seats) if cards else None,
        bot_due=row.bot_due,
        abandon_at=row.abandon_at,
        abandoned=row.abandoned,
    )


def _seat_info(row: GameSession, player: Row, memories: dict[str, msgspec.Raw]) -> SeatInfo:
    return SeatInfo(
        seat_id=str(player["id"]),
        type=player["type"],
        bot_level=player["bot_difficulty"],
        bot_memory=memories.get(str(player["id"]), msgspec.Raw(NOTHING)),
        away_since=player["disconnected_at"] if row.phase == "setup" else None,
    )


def _game(row: GameSession, players: list[Row], cards: list[Row], seats: dict[UUID | None, int]) -> State:
    places = {location: [card for card in cards if card["location"] == location] for location in ("hand", "drawn")}
    hands: dict[UUID, dict[int, str]] = {player["id"]: {} for player in players}
    for card in places["hand"]:
        hands[card["owner_id"]][_position(card)] = card["face"]
    return State(
        phase=row.phase,  # type: ignore[arg-type]
        players=tuple(_player(player, hands[player["id"]]) for player in players),
        deck=_pile(cards, "deck"),
        discard=_pile(cards, "discard"),
        current_turn_player_id=seats.get(row.current_turn_player_id),
        cambio_caller_id=seats.get(row.cambio_caller_id),
        winner_id=seats.get(row.winner_id),
        held_card=next((_held(card, seats) for card in places["drawn"]), None),
        open_power=_open_power(row, places["hand"], seats),
        initial_view_ends_at=row.initial_view_ends_at,
        peek_expires_at=row.peek_expires_at,
    )


def _player(player: Row, hand: dict[int, str]) -> PlayerState:
    return PlayerState(
        display_name=str(player["id"]),
        turn_order=player["turn_order"],
        hand=tuple(card for _position, card in sorted(hand.items())),
        is_connected=player["is_connected"],
        disconnected_at=player["disconnected_at"],
        has_viewed_initial_cards=player["has_viewed_initial_cards"],
        has_taken_final_turn=player["has_taken_final_turn"],
    )


def _position(card: Row) -> int:
    position: int = 2 * card["position_row"] + card["position_col"]
    return position


def _pile(cards: list[Row], location: str) -> tuple[str, ...]:
    lying = [(card["order_in_pile"], card["face"]) for card in cards if card["location"] == location]
    return tuple(face for _order, face in sorted(lying))


def _held(card: Row, seats: dict[UUID | None, int]) -> HeldCard:
    source: Any = "deck" if card["visibility"] == "hidden" else "discard"
    return HeldCard(player_id=seats[card["owner_id"]], source=source, card=card["face"])


def _open_power(row: GameSession, in_hands: list[Row], seats: dict[UUID | None, int]) -> OpenPower | None:
    turn = row.pending_power_turn
    if turn is None:
        return None
    reveals = [card for card in in_hands if card["visibility"] == "peeking"]
    return OpenPower(
        player_id=seats[turn.player_id],
        power_type=turn.special_power_type,  # type: ignore[arg-type] # the database knows the same names
        reveal=next((Reveal(owner_id=seats[card["owner_id"]], position=_position(card)) for card in reveals), None),
    )
