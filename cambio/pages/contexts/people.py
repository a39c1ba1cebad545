"""Who sits where, seen from the viewer's chair."""

from msgspec.structs import asdict

from cambio.pages.view import PlayerView, TableView
from cambio.rules.turn import RECONNECT_SECONDS
from tabletop.tables.faces import PlayerFace

AVATARS = (5, 2, 3, 6)


class Chip(PlayerFace, frozen=True):
    """What the little sign with a player's name shows."""

    you: bool
    here: bool
    kept_until: str | None
    turn: bool
    caller: bool


def player_with(view: TableView, player_id: str | None) -> PlayerView:
    return next(player for player in view.players if player.player_id == player_id)


def others_after(view: TableView, seat: int) -> tuple[PlayerView, ...]:
    """In turn order, beginning with the player after this seat."""
    return view.players[seat + 1 :] + view.players[:seat]


def name_for(view: TableView, player_id: str | None) -> str | None:
    """None is the viewer: the template says "you"."""
    is_named = player_id is not None and player_id != view.my_player_id
    return player_with(view, player_id).display_name if is_named else None


def face(player: PlayerView) -> PlayerFace:
    return PlayerFace(
        seat=player.turn_order, name=player.display_name, colour=AVATARS[player.turn_order], bot_level=_level(player)
    )


def chip(view: TableView, player: PlayerView, *, shows_caller: bool = True) -> Chip:
    return Chip(
        **asdict(face(player)),
        you=player.player_id == view.my_player_id,
        here=player.type == "bot" or player.is_connected,
        kept_until=kept_until(view, player),
        turn=player.player_id == view.current_turn_player_id,
        caller=shows_caller and player.player_id == view.cambio_caller_id,
    )


def _level(player: PlayerView) -> str | None:
    return player.bot_level or ("easy" if player.type == "bot" else None)


def kept_until(view: TableView, player: PlayerView) -> str | None:
    """When the wait for a player who is away ends, as text that no language changes."""
    left_at = player.disconnected_at
    if view.phase != "playing" or player.is_connected or left_at is None or view.abandoned:
        return None
    return f"{left_at + RECONNECT_SECONDS:.1f}"
