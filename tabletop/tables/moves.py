"""What the buttons stand for that every table has: the field `do` of a form, such as "add_bot:easy" or "start"."""

from uuid import UUID

from tabletop.engine import Receipt
from tabletop.errors import Malformed
from tabletop.keys import logged_with_key
from tabletop.live.moves import PageMove
from tabletop.rules import Json
from tabletop.tables.services import TableServices

PLAIN_ACTIONS = {"start", "hand_to_bot", "take_back"}


def act_at_table(services: TableServices, game_id: UUID, move: PageMove) -> Receipt | None:
    """Does what a button of the table says; None if the button is the game's.

    Raises Malformed, and what `TableServices.act` raises; announces like it.
    """
    verb, _colon, detail = move.fields.get("do", "").partition(":")
    if verb == "add_bot":
        if detail not in services.rules.plug.bot_levels:
            raise Malformed
        return services.add_bot(game_id=game_id, level=detail, key=move.key, person=move.person, shown_seq=move.seq)
    action: Json = {"type": verb}
    if verb == "remove_bot":
        action["seatId"] = _bot_to_remove(services, game_id, move, detail)
    elif verb not in PLAIN_ACTIONS or detail:
        return None
    return services.act(game_id=game_id, action=action, key=move.key, person=move.person, shown_seq=move.seq)


def _bot_to_remove(services: TableServices, game_id: UUID, move: PageMove, shown: str) -> str:
    """The id of the seat with this place and name; empty if nobody sits there who is called so.

    Places move up: the name keeps an older page from sending another bot away. Of a request that was accepted before
    the log knows which bot has gone.
    """
    loaded = services.engine.store.load(game_id)
    for place, info in enumerate(loaded.state.seats):
        if shown == f"{place}:{loaded.names.get(info.seat_id)}":
            return str(info.seat_id)
    seat = loaded.seat_of(person=move.person.pk)
    done = (logged.payload for logged in logged_with_key(services.engine, loaded, seat, move.key))
    return next((str(payload["seatId"]) for payload in done if payload["type"] == "remove_bot"), "")
