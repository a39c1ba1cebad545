"""People who are away from a running game: bots that play for them, and tables that are given up."""

from msgspec.structs import replace

from tabletop.rules import Event, Step
from tabletop.table.awaited import awaited
from tabletop.table.events import GameAbandoned, SeatTakenOver
from tabletop.table.plug import GamePlug, Moment
from tabletop.table.state import Table

LEAST_SECONDS = 120.0
"""For a turn, before a bot takes over for want of time."""


def watch_for_abandonment(plug: GamePlug, table: Table, *, now: float, sign_of_life: bool) -> Table:
    """Sets or clears the moment at which the table is given up; a person who acts without a socket is there too."""
    due = None
    is_running = table.game is not None and not table.abandoned and plug.waits_for_people(table.game)
    if plug.abandon_seconds is not None and is_running and plug.is_unattended(table):
        begins = sign_of_life or table.abandon_at is None
        due = now + plug.abandon_seconds if begins else table.abandon_at
    return table if due == table.abandon_at else replace(table, abandon_at=due)


def abandon_if_due(table: Table, *, now: float) -> Step[Table]:
    if table.abandon_at is None or table.abandon_at > now:
        return table, ()
    return _abandoned(table), (GameAbandoned(),)


def abandon_for_reason(table: Table, reason: str) -> Step[Table]:
    """The staff close the table, whether its game has begun or not."""
    return replace(_abandoned(table), abandon_reason=reason), (GameAbandoned(reason=reason),)


def _abandoned(table: Table) -> Table:
    return replace(table, abandoned=True, abandon_at=None, bot_due=None, waits=table.waits.without_offers())


def next_takeover(plug: GamePlug, table: Table) -> float | None:
    """When a bot sits down for a person who stays away from a game that goes on, or whose time runs out."""
    return min(_takeovers(plug, table).values(), default=None)


def _takeovers(plug: GamePlug, table: Table) -> dict[int, float]:
    """By place."""
    if not table.choices.takeover:
        return {}
    if plug.takes_over_late:
        return _late_takeovers(plug, table)
    if plug.takeover_seconds is None or not plug.waits_for_people(table.game) or plug.is_unattended(table):
        return {}
    return {place: since + plug.takeover_seconds for place, since in plug.absent_people(table).items()}


def _late_takeovers(plug: GamePlug, table: Table) -> dict[int, float]:
    """Whoever has just become awaited, or taken the seat back, has a while, though the time has run out."""
    found: dict[int, float] = {}
    for place in awaited(plug, table):
        ends_at, since = plug.time_ends_at(table, place), table.waits.since.get(table.seats[place].seat_id)
        if ends_at is not None and since is not None:
            found[place] = max(ends_at, since + LEAST_SECONDS)
    return found


def take_over_due_seats(plug: GamePlug, table: Table, *, now: float) -> Step[Table]:
    events: tuple[Event, ...] = ()
    while (takeovers := _takeovers(plug, table)) and min(takeovers.values()) <= now:
        table, more = hand_to_bot(plug, table, min(takeovers, key=takeovers.__getitem__), plug.takeover_level, now=now)
        events += more
    return table, events


def hand_to_bot(plug: GamePlug, table: Table, place: int, level: str, *, now: float) -> Step[Table]:
    """From now on a bot plays the seat."""
    handed = table.with_seat(place, bot_level=level)
    event = SeatTakenOver(player_id=table.seats[place].seat_id, bot_level=level)
    game, events = plug.covered(handed, plug.key(table, place), now=now)
    return replace(handed, game=game), (event, *events)


def is_left_to_bot(plug: GamePlug, table: Table, place: int) -> bool:
    """Whether a bot plays on as soon as the person of this place leaves: not if no other person would be there."""
    if not table.choices.takeover or plug.takeover_seconds is None:
        return False
    if not plug.waits_for_people(table.game) or not plug.may_hand_over(table.game):
        return False
    away = plug.absent_people(table)
    people = {other for other, info in enumerate(table.seats) if info.bot_level is None}
    return bool(people - {place} - set(away))


def go_away(plug: GamePlug, table: Table, place: int, moment: Moment, *, hands_over: bool) -> Step[Table]:
    """The person is gone from a running game; one who leaves it may let a bot play on at once."""
    if hands_over and is_left_to_bot(plug, table, place):
        return hand_to_bot(plug, table, place, plug.takeover_level, now=moment.now)
    game, events = plug.away(table, plug.key(table, place), moment)
    return replace(table, game=game), events
