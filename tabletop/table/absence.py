"""People who are away from a running game: bots that play for them, and tables that are given up."""

from msgspec.structs import replace

from tabletop.rules import Event, Step
from tabletop.table.events import GameAbandoned, SeatTakenOver
from tabletop.table.plug import GamePlug
from tabletop.table.state import Table


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
    return replace(table, abandoned=True, abandon_at=None, bot_due=None)


def next_takeover(plug: GamePlug, table: Table) -> float | None:
    """When a bot sits down for a person who stays away from a game that goes on."""
    if not table.takeover or plug.takeover_seconds is None or not plug.waits_for_people(table.game):
        return None
    away = plug.absent_people(table)
    if not away or plug.is_unattended(table):
        return None
    return min(away.values()) + plug.takeover_seconds


def take_over_due_seats(plug: GamePlug, table: Table, *, now: float) -> Step[Table]:
    events: tuple[Event, ...] = ()
    while (due := next_takeover(plug, table)) is not None and due <= now:
        away = plug.absent_people(table)
        table, more = hand_to_bot(plug, table, min(away, key=away.__getitem__), plug.takeover_level, now=now)
        events += more
    return table, events


def hand_to_bot(plug: GamePlug, table: Table, place: int, level: str, *, now: float) -> Step[Table]:
    """From now on a bot plays the seat."""
    handed = table.with_seat(place, bot_level=level)
    event = SeatTakenOver(player_id=table.seats[place].seat_id, bot_level=level)
    game, events = plug.covered(handed, plug.key(table, place), now=now)
    return replace(handed, game=game), (event, *events)
