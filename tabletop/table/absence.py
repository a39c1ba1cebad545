"""People who are away from a running game: bots that play for them, and tables that are given up."""

from msgspec.structs import replace

from tabletop.rules import Seat, Step
from tabletop.table.events import GameAbandoned, SeatTakenOver
from tabletop.table.plug import GamePlug
from tabletop.table.state import Table


def key_of(plug: GamePlug, table: Table, place: int) -> Seat:
    """What the rules call the seat at this place."""
    return place if plug.keyed_by_place else table.seats[place].seat_id


def is_unattended(plug: GamePlug, table: Table) -> bool:
    """Somebody should play, but no person is there. A seat that a bot plays for a person does not count."""
    away = _absent_people(plug, table)
    return bool(away) and len(away) == sum(info.bot_level is None for info in table.seats)


def watch_for_abandonment(plug: GamePlug, table: Table, *, now: float, sign_of_life: bool) -> Table:
    """Sets or clears the moment at which the table is given up; a person who acts without a socket is there too."""
    due = None
    if plug.abandon_seconds is not None and _is_running(plug, table) and is_unattended(plug, table):
        begins = sign_of_life or table.abandon_at is None
        due = now + plug.abandon_seconds if begins else table.abandon_at
    return table if due == table.abandon_at else replace(table, abandon_at=due)


def abandon_if_due(table: Table, *, now: float) -> Step[Table]:
    if table.abandon_at is None or table.abandon_at > now:
        return table, ()
    return replace(table, abandoned=True, abandon_at=None, bot_due=None), (GameAbandoned(),)


def next_takeover(plug: GamePlug, table: Table) -> float | None:
    """When a bot sits down for a person who stays away."""
    if not table.takeover or plug.takeover_seconds is None or not _is_running(plug, table):
        return None
    away = _absent_people(plug, table)
    if not away or is_unattended(plug, table):
        return None
    return min(away.values()) + plug.takeover_seconds


def take_over_due_seats(plug: GamePlug, table: Table, *, now: float) -> Step[Table]:
    step: Step[Table] = table, ()
    while (due := next_takeover(plug, step[0])) is not None and due <= now:
        away = _absent_people(plug, step[0])
        after, events = hand_to_bot(plug, step[0], min(away, key=away.__getitem__), plug.takeover_level, now=now)
        step = after, step[1] + events
    return step


def hand_to_bot(plug: GamePlug, table: Table, place: int, level: str, *, now: float) -> Step[Table]:
    """From now on a bot plays the seat."""
    handed = table.with_seat(place, bot_level=level)
    event = SeatTakenOver(player_id=table.seats[place].seat_id, bot_level=level)
    game, events = plug.covered(table.game, key_of(plug, table, place), now=now, unattended=is_unattended(plug, handed))
    return replace(handed, game=game), (event, *events)


def _absent_people(plug: GamePlug, table: Table) -> dict[int, float]:
    """Since when people are away, by place; without those whose seat a bot plays already."""
    absences = plug.absences(table.game)
    if not absences:
        return {}
    people = {place: key_of(plug, table, place) for place, info in enumerate(table.seats) if info.bot_level is None}
    return {place: absences[key] for place, key in people.items() if key in absences}


def _is_running(plug: GamePlug, table: Table) -> bool:
    return table.game is not None and not table.abandoned and plug.waits_for_people(table.game)
