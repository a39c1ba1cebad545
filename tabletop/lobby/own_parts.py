"""The parts of the home page that are a person's own: by how much somebody waits for the person."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil, inf

from django.utils import timezone
from django.utils.text import get_text_list, slugify
from django.utils.translation import gettext as _

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.accounts.names import initial
from tabletop.games import Companion, TableKind, TableSummary, get_game
from tabletop.live.parts import Context, Contexts, Part, build_contexts
from tabletop.lobby import queries
from tabletop.lobby.parts import age_text, hours_text

ENDED_SHOWN = 5
GROUPS_SHOWN = 3
FACES_SHOWN = 3
HOUR = 3600


class Portrait(Context, frozen=True):
    initial: str
    colour: int


class OwnRow(Context, frozen=True):
    dom_id: str
    """The end of the ids of its elements: the same wherever the table stands on the page."""
    game: str
    heading: str
    about: str
    """Which game or table, where the heading does not tell."""
    note: str
    url: str
    ago: str
    """How long ago it changed; empty if just now."""
    faces: tuple[Portrait, ...]
    is_live: bool
    clock: int | None
    until: int | None
    """When the time of the turn runs out, in the site's time; None without a clock."""
    left: str
    """How long that is, where it is hours or days."""
    again_url: str
    """Where a POST takes the kept seat of an invitation."""
    decline_url: str
    """Where a POST gives it up."""


class Group(Context, frozen=True):
    """People with whom the person has played lately."""

    dom_id: str
    names: str
    faces: tuple[Portrait, ...]
    game_title: str
    url: str
    ago: str


class Greeting(Context, frozen=True):
    turns: int
    ended: int


class OwnList(Context, frozen=True):
    tables: tuple[OwnRow, ...]


class Groups(Context, frozen=True):
    groups: tuple[Group, ...]


class MyTables(Context, frozen=True):
    running: tuple[OwnRow, ...]
    waiting: tuple[OwnRow, ...]


@dataclass(frozen=True, kw_only=True)
class OwnHome:
    """A person's tables at one moment."""

    tables: Sequence[TableSummary]
    since: datetime | None
    """When the person looked here before; None for the first time."""
    now: datetime

    def of(self, kind: TableKind) -> tuple[TableSummary, ...]:
        return tuple(table for table in self.tables if table.kind == kind)

    @property
    def ended(self) -> tuple[TableSummary, ...]:
        """Since the person looked here before."""
        since = self.since
        return tuple(table for table in self.of(TableKind.OVER) if since and table.since and table.since > since)

    def rows(self, tables: Iterable[TableSummary]) -> tuple[OwnRow, ...]:
        return tuple(_row(table, now=self.now) for table in tables)


def greeting(home: OwnHome) -> Greeting:
    return Greeting(turns=len(home.of(TableKind.TURN)), ended=len(home.ended))


def turns(home: OwnHome) -> OwnList:
    return OwnList(tables=home.rows(home.of(TableKind.TURN)))


def invitations(home: OwnHome) -> OwnList:
    return OwnList(tables=home.rows(home.of(TableKind.INVITED)))


def my_tables(home: OwnHome) -> MyTables:
    return MyTables(running=home.rows(home.of(TableKind.RUNNING)), waiting=home.rows(home.of(TableKind.WAITING)))


def ended(home: OwnHome) -> OwnList:
    return OwnList(tables=home.rows(home.ended[:ENDED_SHOWN]))


def play_again(home: OwnHome) -> Groups:
    """The latest game of each group that does not sit together already, and is not asked to at this moment."""
    seen = {_people(table) for table in home.tables if table.kind != TableKind.OVER or table.is_followed}
    groups = []
    for table in home.of(TableKind.OVER):
        people = _people(table)
        if table.again_url and people not in seen:
            seen.add(people)
            groups.append(_group(table, now=home.now))
    return Groups(groups=tuple(groups[:GROUPS_SHOWN]))


INVITATIONS = Part(name="invitations", template="lobby/_invitations.html", context=invitations)
OWN_PARTS = (
    Part(name="greeting", template="lobby/_greeting.html", context=greeting),
    Part(name="turns", template="lobby/_turns.html", context=turns),
    INVITATIONS,
    Part(name="again", template="lobby/_again.html", context=play_again),
    Part(name="my-tables", template="lobby/_my_tables.html", context=my_tables),
    Part(name="ended", template="lobby/_ended.html", context=ended),
)


def own_contexts(person: User) -> Contexts:
    tables = (*queries.tables_of(person), *queries.chairs_for(person))
    home = OwnHome(tables=tables, since=person.home_seen_before, now=timezone.now())
    return build_contexts(OWN_PARTS, home)


def kept_until(own: Contexts) -> float:
    """When the first of the kept seats runs out, in the site's time: time alone changes the parts then."""
    listed = own.get(INVITATIONS)
    rows = listed.tables if isinstance(listed, OwnList) else ()
    return min((row.until for row in rows if row.until is not None), default=inf)


def _row(table: TableSummary, *, now: datetime) -> OwnRow:
    game = str(get_game(table.game).title)
    heading, about = table.result or table.name or table.title, table.name if table.result and table.name else game
    if table.companions and not (table.result or table.name):
        heading, about = _("%(game)s with %(names)s") % {"game": game, "names": _names(table.companions)}, ""
    left = None if table.due is None else ceil(table.due - timebase.now())
    runs = left is not None and left > 0
    return OwnRow(
        dom_id=slugify(table.url),
        game=table.game,
        heading=heading,
        about=about,
        note=table.note,
        url=table.url,
        ago=age_text(table.since, now=now),
        faces=_faces(table.companions),
        is_live=table.is_live,
        clock=table.clock,
        until=ceil(table.due) if runs and table.due is not None else None,
        left=_time_left(left) if runs and left is not None else "",
        again_url=table.again_url,
        decline_url=table.decline_url,
    )


def _group(table: TableSummary, *, now: datetime) -> Group:
    people = [companion for companion in table.companions if companion.person]
    return Group(
        dom_id=slugify(table.url),
        names=_names(people),
        faces=_faces(people),
        game_title=str(get_game(table.game).title),
        url=table.again_url,
        ago=age_text(table.since, now=now),
    )


def _people(table: TableSummary) -> frozenset[object]:
    return frozenset(companion.person for companion in table.companions if companion.person)


def _names(companions: Iterable[Companion]) -> str:
    return get_text_list([companion.name for companion in companions], _("and"))


def _faces(companions: Sequence[Companion]) -> tuple[Portrait, ...]:
    return tuple(
        Portrait(initial=initial(companion.name), colour=companion.colour) for companion in companions[:FACES_SHOWN]
    )


def _time_left(seconds: int) -> str:
    """In words that seldom change; empty for less than an hour, which the page counts down."""
    return hours_text(seconds // HOUR) if seconds >= HOUR else ""
