"""Who sits where, seen from the viewer's chair."""

from msgspec.structs import asdict

from cambio.pages.view import PlayerView, TableView
from cambio.rules.turn import RECONNECT_SECONDS
from tabletop.tables.faces import PlayerFace
from tabletop.tables.manners import TurnClock

PLACES = {2: {"top": 1}, 3: {"left": 1, "right": 2}, 4: {"left": 1, "top": 2, "right": 3}}
"""How many seats after the viewer's, by the number of players: a single opponent sits opposite."""


class Chip(PlayerFace, frozen=True):
    """What the little sign with a player's name shows."""

    you: bool
    here: bool
    kept_until: str | None
    takeover: bool
    """Whether a bot plays on then."""
    skipped: bool
    """That the time has run out without a bot: the turns of this player are skipped."""
    turn: bool
    caller: bool
    looking: bool
    """At a card, by a power: everybody knows that, and nobody else at which."""
    clock: TurnClock | None
    """Of the player's turn; one's own is in the line that says what to do."""


def player_with(view: TableView, player_id: str | None) -> PlayerView:
    return next(player for player in view.players if player.player_id == player_id)


def opponent_at(view: TableView, place: str) -> PlayerView | None:
    players = view.players
    offset = PLACES[len(players)].get(place)
    return None if offset is None else players[(view.my_seat + offset) % len(players)]


def others_after(view: TableView, seat: int) -> tuple[PlayerView, ...]:
    """In turn order, beginning with the player after this seat."""
    return view.players[seat + 1 :] + view.players[:seat]


def name_for(view: TableView, player_id: str | None) -> str | None:
    """None is the viewer: the template says "you"."""
    is_named = player_id is not None and player_id != view.my_player_id
    return player_with(view, player_id).display_name if is_named else None


def face(player: PlayerView) -> PlayerFace:
    return PlayerFace(seat=player.turn_order, name=player.display_name, colour=player.colour, bot_level=_level(player))


def chip(view: TableView, player: PlayerView) -> Chip:
    is_on_turn, clock = player.player_id == view.current_turn_player_id, view.manners.clock
    kept = kept_until(view, player)
    skipped = kept is not None and not view.takeover and bool(view.recent) and view.recent[0].at >= kept
    return Chip(
        **asdict(face(player)),
        you=player.player_id == view.my_player_id,
        here=player.type == "bot" or player.is_connected,
        kept_until=None if kept is None or skipped else as_text(kept),
        takeover=view.takeover,
        skipped=skipped,
        turn=is_on_turn,
        caller=player.player_id == view.cambio_caller_id,
        looking=is_on_turn and view.stage == "power_reveal",
        clock=clock if clock and clock.seat == player.turn_order and player.player_id != view.my_player_id else None,
    )


def _level(player: PlayerView) -> str | None:
    return player.bot_level or ("easy" if player.type == "bot" else None)


def kept_until(view: TableView, player: PlayerView) -> float | None:
    """When the wait for a player who is away ends; None where it does not, as while no person is there at all."""
    left_at = player.disconnected_at
    if view.phase != "playing" or player.is_connected or left_at is None or view.abandoned or is_unattended(view):
        return None
    return left_at + RECONNECT_SECONDS


def is_unattended(view: TableView) -> bool:
    """Rules 9.2: while no person is there nothing is skipped and no bot takes over."""
    return not any(
        player.type == "human" and player.bot_level is None and player.is_connected for player in view.players
    )


def as_text(moment: float) -> str:
    """That no language changes."""
    return f"{moment:.1f}"
