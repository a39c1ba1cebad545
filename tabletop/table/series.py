"""Tables that follow each other by "play again": seats kept for the same people, and their score so far (rules 5)."""

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import replace

from tabletop.rules import Event, Step
from tabletop.table.actions import Decline, Gather, PlayAgain
from tabletop.table.events import Declined, PlayingAgain, SeatFreed, SeatsHeld
from tabletop.table.plug import GamePlug
from tabletop.table.state import Round, Series, Table, Total

HOLD_SECONDS = 60.0
SLOW_HOLD_SECONDS = 3 * 24 * 3600.0
"""For games whose turns last for days."""
LATE_HOLD_SECONDS = 30 * 60.0
"""For people who have gone their ways since the game ended: a mail asks them."""
COUNT_SECONDS = 3.0
"""Everybody is there: so long until the game starts by itself."""
SHOWN_ROUNDS = 8
"""Of a series, besides the sums over all of it."""


def hold_seconds(plug: GamePlug, table: Table, *, is_late: bool = False) -> float:
    if plug.takes_days(table.settings):
        return SLOW_HOLD_SECONDS
    return LATE_HOLD_SECONDS if is_late else HOLD_SECONDS


# --- at the finished table --------------------------------------------------------------------------------------------


def answer_offer(
    plug: GamePlug, table: Table, place: int | None, action: PlayAgain | Decline, *, now: float
) -> Step[Table]:
    """Somebody of a finished table wants to play again, or does not. Raises RuleViolation.

    Without `place` it is told what has become of a seat at the next table.
    """
    if place is None:
        return _freed_at_next(table, action.seat_id if isinstance(action, Decline) else None)
    series, seat_id, wants = table.series, table.seats[place].seat_id, isinstance(action, PlayAgain)
    if isinstance(action, PlayAgain) and action.is_first:
        series = replace(series, answers={}, until=None)
    if isinstance(action, Decline) and series.until is None:
        raise plug.refusal("nothing_to_decline")
    if series.answers.get(seat_id) is wants:
        return table, ()
    is_late = isinstance(action, PlayAgain) and action.is_late
    until = now + hold_seconds(plug, table, is_late=is_late) if series.until is None else series.until
    answers = series.answers | {seat_id: wants}
    told: Event = PlayingAgain(player_id=seat_id, until=until) if wants else Declined(player_id=seat_id)
    return replace(table, series=replace(series, answers=answers, until=until)), (told,)


def _freed_at_next(table: Table, seat_id: str | None) -> Step[Table]:
    """This person's seat at the next table is free again; without `seat_id` everybody's, as that table is gone."""
    series, people = table.series, [info.seat_id for info in table.seats if info.type == "human"]
    gone = [other for other in people if seat_id in (None, other) and series.answers.get(other) is not False]
    if series.until is None or not gone:
        return table, ()
    answers = series.answers | dict.fromkeys(gone, False)
    return replace(table, series=replace(series, answers=answers)), tuple(SeatFreed(player_id=each) for each in gone)


def run_out_of_time_to_answer(table: Table, *, now: float) -> Step[Table]:
    """Who of a finished table has not answered when the seats are kept no longer does not come."""
    due = next_after_the_end(table)
    if due is None or due > now:
        return table, ()
    silent = _silent(table)
    answers = table.series.answers | dict.fromkeys(silent, False)
    freed = tuple(SeatFreed(player_id=seat_id) for seat_id in silent)
    return replace(table, series=replace(table.series, answers=answers)), freed


def next_after_the_end(table: Table) -> float | None:
    """When time alone changes a finished table."""
    return table.series.until if _silent(table) else None


def _silent(table: Table) -> tuple[str, ...]:
    people = (info.seat_id for info in table.seats if info.type == "human")
    return tuple(seat_id for seat_id in people if seat_id not in table.series.answers)


def next_series(plug: GamePlug, table: Table, *, first_id: str, seats: Mapping[str, str]) -> Series:
    """What the table after this one goes on with; `seats` are its seat ids by those of the same people here."""
    before, ended = table.series, plug.round_of(table)
    totals, rounds = before.totals, before.rounds
    if ended is not None:
        totals = {info.seat_id: _added(totals.get(info.seat_id, Total()), ended, info.seat_id) for info in table.seats}
        rounds = (*rounds, ended)[-SHOWN_ROUNDS:]
    return Series(
        id=before.id or first_id,
        number=before.number + 1,
        totals={seats[old]: total for old, total in totals.items() if old in seats},
        rounds=tuple(
            Round(
                points={seats[old]: points for old, points in each.points.items() if old in seats},
                winners=tuple(seats[old] for old in each.winners if old in seats),
                doubled=tuple(seats[old] for old in each.doubled if old in seats),
            )
            for each in rounds
        ),
    )


def _added(total: Total, ended: Round, seat_id: str) -> Total:
    return Total(won=total.won + (seat_id in ended.winners), points=total.points + ended.points.get(seat_id, 0))


# --- at the waiting table ---------------------------------------------------------------------------------------------


def gather(table: Table, action: Gather) -> Step[Table]:
    """The table goes on with a series: seats are kept for those who played before.

    Where there is nobody to wait for, nothing tells that everybody is there: the host starts.
    """
    series = replace(action.series, is_whole=bool(action.series.held))
    return replace(table, series=series), (SeatsHeld(player_ids=tuple(series.held), number=series.number),)


def free_held_seat(plug: GamePlug, table: Table, seat_id: str) -> Step[Table]:
    """Somebody for whom a seat is kept does not come. Raises RuleViolation."""
    if seat_id not in table.series.held:
        raise plug.refusal("nothing_to_decline")
    return _without_held(table, (seat_id,)), (SeatFreed(player_id=seat_id),)


def free_late_seats(table: Table, *, now: float) -> Step[Table]:
    """Seats are kept for a while only."""
    late = tuple(seat_id for seat_id, until in table.series.held.items() if until <= now)
    if not late:
        return table, ()
    return _without_held(table, late), tuple(SeatFreed(player_id=seat_id) for seat_id in late)


def _without_held(table: Table, gone: tuple[str, ...]) -> Table:
    """Those who only would have sat in do not keep the others from starting."""
    series = table.series
    held = {seat_id: until for seat_id, until in series.held.items() if seat_id not in gone}
    is_whole = series.is_whole and set(gone) <= set(series.sitting_in)
    return replace(table, series=replace(series, held=held, is_whole=is_whole))


def place_at(table: Table, seat_id: str) -> int:
    """Where a newcomer sits down: between the neighbours of the table before, or else behind the others."""
    return _place_among([info.seat_id for info in table.seats], seat_id, table)


def taken_and_kept(table: Table) -> list[str]:
    """The seat ids of the chairs that are taken or kept, in the order in which their people will sit."""
    chairs = [info.seat_id for info in table.seats]
    for seat_id in table.series.held:
        chairs.insert(_place_among(chairs, seat_id, table), seat_id)
    return chairs


def _place_among(others: Sequence[str], seat_id: str, table: Table) -> int:
    """The order goes around the table: nobody comes to sit before the one who is host by now."""
    order, host = table.series.order, table.host
    if seat_id not in order:
        return len(others)
    if host in order:
        first = order.index(host)
        order = order[first:] + order[:first]
    before = {host, *order[: order.index(seat_id)]}
    return max((place + 1 for place, other in enumerate(others) if other in before), default=0)


def with_taken(table: Table, seat_id: str) -> Table:
    """The person for whom this seat was kept has sat down."""
    held = {other: until for other, until in table.series.held.items() if other != seat_id}
    return replace(table, series=replace(table.series, held=held))


def broken_up(table: Table) -> Table:
    """Somebody has left: the game does not start by itself any more."""
    return replace(table, series=replace(table.series, is_whole=False)) if table.series.is_whole else table


def with_count(plug: GamePlug, table: Table, *, now: float) -> Table:
    """Counts to the start of a waiting table while everybody is there, and no longer."""
    series = table.series
    is_ready = series.is_whole and not series.held and len(table.seats) in plug.seats and not table.abandoned
    is_ready = is_ready and not plug.seals_first(table)
    starts_at = (series.starts_at or now + COUNT_SECONDS) if is_ready else None
    return table if starts_at == series.starts_at else replace(table, series=replace(series, starts_at=starts_at))


def next_in_lobby(table: Table) -> float | None:
    """When time alone changes a waiting table."""
    due = (*table.series.held.values(), *(() if table.series.starts_at is None else (table.series.starts_at,)))
    return min(due, default=None)


def started(series: Series) -> Series:
    """What the series is from the deal on."""
    return msgspec.structs.replace(series, held={}, sitting_in=(), order=(), is_whole=False, starts_at=None)
