"""What the buttons stand for that every table has: the field `do` of a form, such as "add_bot:easy" or "start"."""

from uuid import UUID

from tabletop.bidi import isolated
from tabletop.engine import Receipt
from tabletop.errors import Malformed
from tabletop.keys import logged_with_key
from tabletop.live.moves import PageMove
from tabletop.rules import Json
from tabletop.tables.held_seats import names_of_held
from tabletop.tables.services import TableServices

PLAIN_ACTIONS = {"start", "hand_to_bot", "offer_seat", "withdraw_offer", "take_back", "nudge"}
NAME_A_SEAT = {"remove_bot", "hand_to_bot", "offer_seat", "withdraw_offer"}
"""With the place and the name of the seat; without, a seat is handed over or offered by its own person."""
KEPT = "kept:"
"""Stands for the place of a seat that is kept for somebody."""
SWITCHES = {"open": "isOpen", "takeover": "takeover"}
NUMBERS = {"clock": "turnClock", "seats": "maxPlayers"}


def act_at_table(services: TableServices, game_id: UUID, move: PageMove) -> Receipt | None:
    """Does what a button of the table says; None if the button is the game's.

    Raises Malformed, and what `TableServices.act` raises; announces like it.
    """
    verb, _colon, detail = move.fields.get("do", "").partition(":")
    if verb == "add_bot":
        if detail not in services.rules.plug.bot_levels:
            raise Malformed
        return services.add_bot(game_id=game_id, level=detail, key=move.key, person=move.person, shown_seq=move.seq)
    if verb == "remove_person":
        seat = _named_seat(services, game_id, move, verb, detail)
        kept = detail.startswith(KEPT)
        return services.remove_person(
            game_id=game_id, removed_seat=seat, if_kept=kept, key=move.key, person=move.person, shown_seq=move.seq
        )
    action: Json = {"type": verb}
    if verb in NAME_A_SEAT and (detail or verb not in PLAIN_ACTIONS):
        action["seatId"] = _named_seat(services, game_id, move, verb, detail)
    elif verb == "change_bot":
        level, _colon, shown = detail.partition(":")
        action |= {"seatId": _named_seat(services, game_id, move, verb, shown), "level": level}
    elif verb == "settings":
        action |= _chosen(detail, move)
    elif verb not in PLAIN_ACTIONS or detail:
        return None
    return services.act(game_id=game_id, action=action, key=move.key, person=move.person, shown_seq=move.seq)


def _chosen(detail: str, move: PageMove) -> Json:
    """What a button of the settings chooses, such as "open:on" or "seats:3"; raises Malformed."""
    match detail.split(":"):
        case ["open" | "takeover" as choice, "on" | "off" as switch]:
            return {SWITCHES[choice]: switch == "on"}
        case ["watching", who]:
            return {"watching": who}
        case ["clock", "none"]:
            return {NUMBERS["clock"]: None}
        case ["clock" | "seats" as choice, number] if number.isdecimal() and len(number) < 10:
            return {NUMBERS[choice]: int(number)}
        case ["name"]:
            return {"name": move.fields.get("table_name", "")}
    raise Malformed


def _named_seat(services: TableServices, game_id: UUID, move: PageMove, verb: str, shown: str) -> str:
    """The id of the seat with this place and name; empty if nobody sits there who is called so.

    Places move up: the name keeps an older page from sending somebody else away. Of a request that was accepted before
    the log knows who has gone.
    """
    loaded = services.engine.store.load(game_id)
    if shown.startswith(KEPT):
        kept = names_of_held(services.engine.slug, game_id)
        return next((seat_id for seat_id, name in kept.items() if shown == KEPT + isolated(name)), "")
    for place, info in enumerate(loaded.state.seats):
        if shown == f"{place}:{isolated(loaded.names[info.seat_id])}":
            return str(info.seat_id)
    seat = loaded.seat_of(person=move.person.pk)
    done = (logged.payload for logged in logged_with_key(services.engine, loaded, seat, move.key))
    return next((str(payload["seatId"]) for payload in done if payload["type"] == verb), "")
