"""What the pages of every game show of the time at a table: whom it waits for, and what the others may do about it."""

from collections.abc import Iterator, Sequence

from tabletop.engine import Loaded
from tabletop.live.parts import Context
from tabletop.table import GamePlug, Table
from tabletop.table.awaited import awaited
from tabletop.tables.models import TableRow
from tabletop.tables.queries import join_url


class Awaited(Context, frozen=True):
    """Somebody else who has to act and has been nudged. Times are texts that no language changes."""

    seat: int
    name: str
    help_at: str
    """From when on the others may let a bot play on."""
    votes: int
    voted: bool
    """Whether the viewer wants a bot to play on."""
    offer_votes: int
    offer_voted: bool
    """Whether the viewer wants the seat to be offered to somebody else."""


class Covered(Context, frozen=True):
    """Somebody else for whom a bot plays."""

    seat: int
    name: str
    offered: bool
    """Whether somebody from outside may take the seat."""
    votes: int
    voted: bool
    """Whether the viewer wants it to be offered, or, if it is, no longer."""


class TurnClock(Context, frozen=True):
    """Of the turn of a person at a live table."""

    seat: int
    """The place of the person."""
    until: str
    seconds: int
    """Of every turn."""


class Manners(Context, frozen=True):
    seated: bool = False
    """Whether the viewer plays here, and may nudge who is awaited."""
    awaited: tuple[Awaited, ...] = ()
    taken: bool = False
    """A bot plays the viewer's seat."""
    given_up: bool = False
    """Somebody else may take the viewer's seat."""
    covered: tuple[Covered, ...] = ()
    code: str = ""
    link: str = ""
    """Where somebody from outside takes a seat; both are empty if none is offered."""
    lent: bool = False
    """A bot plays this turn of the viewer."""
    nudged: bool = False
    """Somebody else who is awaited has been nudged: the next time is later."""
    nudged_at: str | None = None
    """When the others last asked the viewer, who is awaited."""
    clock: TurnClock | None = None


def manners_of(plug: GamePlug, loaded: Loaded[Table], me: str | None) -> Manners:
    """`me` is the viewer's seat id; None for somebody who looks on, and who may do nothing about it."""
    table, waits = loaded.state, loaded.state.waits
    places = awaited(plug, table)
    if table.game is None or table.abandoned:
        return Manners()
    own = table.place_of_id(me)
    return Manners(
        seated=own is not None,
        awaited=() if own is None else tuple(_awaited(plug, loaded, places, own)),
        taken=own is not None and table.seats[own].bot_level is not None and not plug.game_rules.is_over(table.game),
        given_up=me is not None and me in waits.offered,
        covered=tuple(_covered(loaded, own)) if plug.may_hand_over(table.game) else (),
        code=_code(loaded) if waits.offered else "",
        link=join_url(_code(loaded)) if waits.offered else "",
        lent=me is not None and waits.lent == me,
        nudged=any(seat_id != me for seat_id in waits.nudged),
        nudged_at=None if me is None or me not in waits.nudged else _as_text(waits.nudged[me]),
        clock=_turn_clock(table, places),
    )


def _turn_clock(table: Table, places: Sequence[int]) -> TurnClock | None:
    due, seconds = table.waits.due, table.choices.turn_clock
    if due is None or seconds is None or not places:
        return None
    return TurnClock(seat=places[0], until=_as_text(due), seconds=seconds)


def _awaited(plug: GamePlug, loaded: Loaded[Table], places: Sequence[int], own: int) -> Iterator[Awaited]:
    """Nothing of those who have not been nudged: a page is sent this with every turn."""
    table, waits = loaded.state, loaded.state.waits
    for place in places:
        seat_id = table.seats[place].seat_id
        ends_at = plug.time_ends_at(table, place) if seat_id in waits.nudged and place != own else None
        if ends_at is None or not plug.may_hand_over(table.game):
            continue
        votes, offer_votes, me = waits.votes.get(seat_id, ()), waits.offer_votes.get(seat_id, ()), table.seats[own]
        yield Awaited(
            seat=place,
            name=loaded.names[seat_id],
            help_at=_as_text(ends_at),
            votes=len(votes),
            voted=me.seat_id in votes,
            offer_votes=len(offer_votes),
            offer_voted=me.seat_id in offer_votes,
        )


def _covered(loaded: Loaded[Table], own: int | None) -> Iterator[Covered]:
    """Who looks on is told of the seats that are offered, and those who play of all that bots play for others."""
    table, waits = loaded.state, loaded.state.waits
    me = None if own is None else table.seats[own].seat_id
    for place, info in enumerate(table.seats):
        offered = info.seat_id in waits.offered
        if info.type == "bot" or info.bot_level is None or place == own or (own is None and not offered):
            continue
        votes = waits.offer_votes.get(info.seat_id, ())
        yield Covered(seat=place, name=loaded.names[info.seat_id], offered=offered, votes=len(votes), voted=me in votes)


def _code(loaded: Loaded[Table]) -> str:
    row = loaded.row
    assert isinstance(row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
    return row.room_code


def _as_text(moment: float | None) -> str:
    return f"{moment:.1f}"


# --- after the game ---------------------------------------------------------------------------------------------------


class Answer(Context, frozen=True):
    name: str
    you: bool
    bot: bool
    wants: bool | None
    """Whether they play again; None while they think about it."""


class Again(Context, frozen=True):
    """The offer to play again, as everybody at the finished table sees it."""

    answers: tuple[Answer, ...]
    until: str | None
    """Until when the seats are kept; None while nobody has asked for it."""
    asked_by: str | None
    mine: bool | None
    against_bots: bool
    looks_on: bool
    """Whether the viewer has not played, and is not asked."""


class Sum(Context, frozen=True):
    seat: int
    name: str
    won: int
    points: int


class SeriesScore(Context, frozen=True):
    """The games of the same people so far, with this one."""

    number: int
    skipped: int
    """How many games are not among the `rounds`."""
    sums: tuple[Sum, ...]
    rounds: tuple[tuple[tuple[int | None, bool, bool], ...], ...]
    """Each with points, whether they won and whether they count twice, by place."""


def again_of(loaded: Loaded[Table], me: str | None) -> Again | None:
    """None for somebody who looks on while nobody wants to play again."""
    series, seats = loaded.state.series, loaded.state.seats
    first = next((loaded.names[seat_id] for seat_id, wants in series.answers.items() if wants), None)
    if me is None and first is None:
        return None
    answers = tuple(
        Answer(
            name=loaded.names[info.seat_id],
            you=info.seat_id == me,
            bot=info.type == "bot",
            wants=True if info.type == "bot" and series.until is not None else series.answers.get(info.seat_id),
        )
        for info in seats
    )
    return Again(
        answers=answers,
        until=None if series.until is None else _as_text(series.until),
        asked_by=first,
        mine=None if me is None else series.answers.get(me),
        against_bots=sum(info.type == "human" for info in seats) == 1,
        looks_on=me is None,
    )


def again_at_closed(loaded: Loaded[Table], me: str | None) -> Again | None:
    """At a table that was closed; None until somebody wants to play again."""
    return None if loaded.state.series.until is None else again_of(loaded, me)


def series_of(plug: GamePlug, loaded: Loaded[Table]) -> SeriesScore | None:
    """None for a game that is the first one."""
    table, series = loaded.state, loaded.state.series
    if series.number == 1 or table.game is None:
        return None
    ended = plug.round_of(table)
    rounds = (*series.rounds, *(() if ended is None else (ended,)))
    sums = []
    for place, info in enumerate(table.seats):
        total = series.totals.get(info.seat_id)
        won, points = (0, 0) if total is None else (total.won, total.points)
        if ended is not None:
            won, points = won + (info.seat_id in ended.winners), points + ended.points.get(info.seat_id, 0)
        sums.append(Sum(seat=place, name=loaded.names[info.seat_id], won=won, points=points))
    return SeriesScore(
        number=series.number,
        skipped=series.number - len(rounds),
        sums=tuple(sums),
        rounds=tuple(
            tuple(
                (each.points.get(info.seat_id), info.seat_id in each.winners, info.seat_id in each.doubled)
                for info in table.seats
            )
            for each in rounds
        ),
    )
