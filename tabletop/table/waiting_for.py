"""For whom a running game waits and since when: the turn clock, turns that a bot plays, and nudges (rules 4.2, 4.3)."""

from collections.abc import Sequence

from msgspec.structs import replace

from tabletop.rules import Event, Step
from tabletop.table.absence import hand_to_bot
from tabletop.table.actions import Nudge
from tabletop.table.awaited import awaited
from tabletop.table.events import Nudged, TurnTimedOut
from tabletop.table.plug import GamePlug
from tabletop.table.state import Table, Waits

MISSED_TURNS = 3
"""In a row: then a bot plays the seat until its person takes it back."""
NUDGE_AFTER_SECONDS = 30.0
NUDGE_AGAIN_SECONDS = 60.0


def with_waits(plug: GamePlug, before: Table, after: Table, events: Sequence[Event], *, now: float) -> Table:
    """Notes for whom the game waits from now on, and when the clock of the turn runs out.

    The end of the game withdraws all offers of seats.
    """
    if after.game is None or after.abandoned:
        return after
    if not events and after.game == before.game and after.seats == before.seats:
        return after
    was = after.waits
    places = awaited(plug, after)
    begins = before.game is None or any(plug.begins_turn(event) for event in events)
    same_task = before.game is not None and not begins and plug.bot_task(before.game) == plug.bot_task(after.game)
    since = {
        seat_id: was.since.get(seat_id, now) if same_task else now
        for seat_id in (after.seats[place].seat_id for place in places)
    }
    waits = replace(
        was,
        since=since,
        nudged={seat_id: at for seat_id, at in was.nudged.items() if since.get(seat_id, at + 1) <= at},
        votes={seat_id: votes for seat_id, votes in _votes(after, was.votes).items() if seat_id in since and same_task},
        offer_votes={
            seat_id: votes
            for seat_id, votes in _votes(after, was.offer_votes).items()
            if (seat_id in since and same_task) or after.is_covered(seat_id)
        },
        lent=None if begins else was.lent,
        missed=_missed(plug, before, was) if begins else was.missed,
        due=_turn_ends(plug, after, places, was, begins=begins, now=now),
    )
    if (waits.offered or waits.offer_votes) and plug.game_rules.is_over(after.game):
        waits = waits.without_offers()
    return after if waits == was else replace(after, waits=waits)


def _votes(table: Table, known: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Without those of people whose seat a bot plays now: they wait no longer, and somebody else may take the seat."""
    if not known:
        return known
    people = {info.seat_id for info in table.seats if info.bot_level is None}
    heard = {seat_id: tuple(voter for voter in votes if voter in people) for seat_id, votes in known.items()}
    return {seat_id: votes for seat_id, votes in heard.items() if votes}


def _missed(plug: GamePlug, before: Table, was: Waits) -> dict[str, int]:
    """Of each seat the turns in a row that ran out; a turn that ends without the help of a bot begins the count anew.

    A first act alone does not: whoever draws a card and does no more keeps the others waiting too.
    """
    if not was.missed:
        return was.missed
    ended = {before.seats[place].seat_id for place in awaited(plug, before)} - {before.waits.lent}
    return {seat_id: count for seat_id, count in was.missed.items() if seat_id not in ended}


def _turn_ends(
    plug: GamePlug, table: Table, places: Sequence[int], was: Waits, *, begins: bool, now: float
) -> float | None:
    """When the turn clock runs out. It stands still while no person is there, and for a turn that a bot plays."""
    clock = table.choices.turn_clock
    if clock is None or not places or not plug.is_clocked(table.game) or plug.is_unattended(table):
        return None
    if not begins and was.lent == table.seats[places[0]].seat_id:
        return None
    return now + clock if begins or was.due is None else was.due


def run_out(plug: GamePlug, table: Table, *, now: float) -> Step[Table]:
    """A bot plays this turn; after several in a row it plays the seat."""
    waits, places = table.waits, awaited(plug, table)
    if waits.due is None or waits.due > now or not places:
        return table, ()
    place = places[0]
    seat_id = table.seats[place].seat_id
    missed = waits.missed.get(seat_id, 0) + 1
    told = TurnTimedOut(player_id=seat_id)
    waits = replace(waits, due=None, missed=waits.missed | {seat_id: missed})
    if missed < MISSED_TURNS:
        return replace(table, waits=replace(waits, lent=seat_id)), (told,)
    waits = replace(waits, missed={other: count for other, count in waits.missed.items() if other != seat_id})
    handed, events = hand_to_bot(plug, replace(table, waits=waits), place, plug.takeover_level, now=now)
    return handed, (told, *events)


def nudge(plug: GamePlug, table: Table, place: int, action: Nudge, *, now: float) -> Step[Table]:
    """A seat that waits asks those who are awaited, or one of them. Raises RuleViolation."""
    waits, own = table.waits, table.seats[place].seat_id
    asked = [seat_id for seat_id in waits.since if seat_id != own and action.seat_id in (None, seat_id)]
    if not asked:
        raise plug.refusal("nobody_to_nudge")
    late = [seat_id for seat_id in asked if _may_be_nudged(waits, seat_id, now=now)]
    if not late:
        raise plug.refusal("too_early_to_nudge")
    after = replace(table, waits=replace(waits, nudged=waits.nudged | dict.fromkeys(late, now)))
    return after, tuple(Nudged(player_id=seat_id, by_player_id=own) for seat_id in late)


def _may_be_nudged(waits: Waits, seat_id: str, *, now: float) -> bool:
    nudged = waits.nudged.get(seat_id)
    is_late = now - waits.since[seat_id] >= NUDGE_AFTER_SECONDS
    return is_late and (nudged is None or now - nudged >= NUDGE_AGAIN_SECONDS)
