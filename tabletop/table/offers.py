"""Seats whose person is gone or gives up: they are offered, and a person from outside takes them (rules 4.4)."""

from msgspec.structs import replace

from tabletop.rules import Step
from tabletop.table.absence import hand_to_bot
from tabletop.table.events import OfferWithdrawn, SeatOffered, SeatTaken
from tabletop.table.plug import GamePlug
from tabletop.table.state import Table


def offer(plug: GamePlug, table: Table, place: int, *, now: float) -> Step[Table]:
    """From now on somebody else may take the seat; a bot plays it until then, unless one does already."""
    info = table.seats[place]
    told = SeatOffered(player_id=info.seat_id)
    if info.bot_level is None:
        table, events = hand_to_bot(plug, table, place, plug.takeover_level, now=now)
    else:
        events = ()
    waits = table.waits
    votes = {seat_id: votes for seat_id, votes in waits.offer_votes.items() if seat_id != info.seat_id}
    waits = replace(waits, offered=(*waits.offered, info.seat_id), offer_votes=votes)
    return replace(table, waits=waits), (told, *events)


def without_offer(table: Table, seat_id: str) -> Table:
    """Nobody from outside may take the seat any more; its person has missed no turn."""
    waits = table.waits
    if seat_id not in (*waits.offered, *waits.offer_votes, *waits.missed):
        return table
    offered = tuple(other for other in waits.offered if other != seat_id)
    votes = {other: votes for other, votes in waits.offer_votes.items() if other != seat_id}
    missed = {other: count for other, count in waits.missed.items() if other != seat_id}
    return replace(table, waits=replace(waits, offered=offered, offer_votes=votes, missed=missed))


def withdraw(plug: GamePlug, table: Table, seat_id: str) -> Step[Table]:
    """Its bot plays on until its person comes back; raises RuleViolation."""
    if seat_id not in table.waits.offered:
        raise plug.refusal("not_offered")
    return without_offer(table, seat_id), (OfferWithdrawn(player_id=seat_id),)


def take_seat(plug: GamePlug, table: Table, seat_id: str) -> tuple[Table, int, SeatTaken]:
    """The table whose seat is another person's, the place of the seat, and what is told; raises RuleViolation.

    The newcomer has not sat here for long: the host's role passes on.
    """
    place = table.place_of_id(seat_id)
    if place is None or seat_id not in table.waits.offered:
        raise plug.refusal("not_offered")
    table = without_offer(table, seat_id)
    if table.host == seat_id:
        others = (info.seat_id for info in table.seats if info.bot_level is None and info.seat_id != seat_id)
        table = replace(table, host=next(others, seat_id))
    return table, place, SeatTaken(player_id=seat_id, host_player_id=table.host)
