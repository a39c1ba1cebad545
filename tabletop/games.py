"""The registry of games: each registers itself in its AppConfig, the site imports none."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import UUID

from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils.functional import Promise

if TYPE_CHECKING:
    from tabletop.accounts.models import User
    from tabletop.engine import Engine
    from tabletop.tables.services import TableServices

Words = str | Promise


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A line under a game's description; `icon` is a symbol of static/img/icons.svg."""

    icon: str
    text: Words


@dataclass(frozen=True, kw_only=True)
class Link:
    label: Words
    url_name: str
    post: bool = False
    """Whether following it changes something, so that it must be a form."""
    short: Words = ""
    """The label of a button where there is little room, a part of the long one; without it no button is made of it."""


class TableKind(StrEnum):
    """What a table is to the person whose list it is in, in the order of the list."""

    TURN = "turn"
    """The game waits for the person."""
    INVITED = "invited"
    """The game is over, and a seat at the next table of the same people is kept for the person."""
    RUNNING = "running"
    """The game waits for somebody else."""
    WAITING = "waiting"
    """The person sits there, and the game has not begun."""
    OVER = "over"
    OPEN = "open"
    """Anybody may sit down."""
    WATCHED = "watched"
    """The game is on, and everybody may look on."""


@dataclass(frozen=True, kw_only=True)
class Companion:
    """Somebody else at a table of the person."""

    name: str
    """As texts show it."""
    colour: int
    """Of the avatar."""
    person: UUID | None = None
    """None for a bot; shown nowhere."""


@dataclass(frozen=True, kw_only=True)
class TableSummary:
    """A table as the lobby lists it."""

    game: str
    title: str
    note: str
    url: str
    kind: TableKind = TableKind.OPEN
    join_url: str = ""
    """Where a free chair is taken with one press; empty if there is none to take."""
    since: datetime | None = None
    """The last change; of a finished game, its end."""
    name: str = ""
    """What the host calls the table, as texts show it."""
    result: str = ""
    """Who won, of a finished game that tells it."""
    companions: tuple[Companion, ...] = ()
    is_live: bool = False
    """Whether the others sit there and wait, as opposed to a game of a move a day."""
    due: float | None = None
    """When the time of the turn runs out, or of a kept seat, in the site's time."""
    clock: int | None = None
    """The seconds of each turn at a live table."""
    again_url: str = ""
    """Where a POST leads to the next table of the same people; empty if the person has no seat there any more."""
    decline_url: str = ""
    """Where a POST gives up the seat that is kept there; empty without one."""
    is_followed: bool = False
    """Whether the same people have been asked to play again, and that table waits for them."""
    host: UUID | None = None
    """The person who waits at an open table, or plays at one to watch; shown nowhere."""

    @property
    def your_turn(self) -> bool:
        return self.kind == TableKind.TURN


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    slug: str
    """First part of the game's URLs, name of its icon, key of its deadlines."""
    title: Words
    blurb: Words
    facts: tuple[Fact, ...]
    art: str
    """Template of the drawing on the home page."""
    play_links: tuple[Link, ...] = ()
    """The first is the obvious next action."""
    picture: str = ""
    """Static file, 600 by 315 pixels, for messengers that show where a link leads."""
    how_far: Callable[[Any], str] = lambda game: ""
    """What everybody may know of how far a running game is, in a sentence."""
    home: str = ""
    """Name of the URL of the game's own first page; without it the lobby has one for it."""
    engine: "Engine | None" = None
    tables: "TableServices | None" = None
    """What can be done with the game's tables; None for a game that is played alone."""
    urls: str = ""
    """Module with the game's URLs, mounted below the slug; a table's page is named `<slug>:table`."""
    sockets: str = ""
    """Module with the game's `websocket_urlpatterns`, mounted below the slug."""
    names: Mapping[str, Words] = field(default_factory=dict)
    """The names on pages of things that the rules call otherwise."""
    seed_commands: tuple[str, ...] = ()
    """Management commands that load the game's data; running them again is harmless."""
    open_tables: Callable[[], Iterable[TableSummary]] = tuple
    watched_tables: Callable[[], Iterable[TableSummary]] = tuple
    """Games that are on and that everybody may watch."""
    tables_of: "Callable[[User], Iterable[TableSummary]]" = lambda user: ()
    marks_of: Callable[[Collection[UUID]], Mapping[UUID, str]] = lambda people: {}
    """For people with tables a text that changes with every change of what `tables_of` and `chairs_for` tell.

    Names, and what time alone changes, are not in it.
    """
    forget_person: "Callable[[User], None]" = lambda user: None
    """Removes the name of a person who deleted the account from the game's seats."""

    @property
    def address(self) -> str:
        """The page that tells what the game is and lets people play it; empty for a game that has no pages yet."""
        return reverse(self.home or f"lobby:{self.slug}") if self.home or self.urls else ""


_games: dict[str, Game] = {}


def register(game: Game) -> None:
    _games[game.slug] = game


def all_games() -> tuple[Game, ...]:
    return tuple(_games.values())


def get_game(slug: str) -> Game:
    return _games[slug]


def game_at_url(address: str) -> Game | None:
    """The game of a table's address; None for other pages."""
    try:
        match = resolve(urlsplit(address).path)
    except Resolver404:
        return None
    return _games.get(match.namespace) if match.url_name == "table" else None


def get_engine(slug: str) -> "Engine":
    engine = _games[slug].engine
    if engine is None:
        raise LookupError(f"{slug} has no engine")
    return engine


def table_url(slug: str, game_id: UUID) -> str:
    return reverse(f"{slug}:table", args=[game_id])


def registered_games(request: HttpRequest) -> dict[str, Any]:
    """Template context processor for the header, which lists the games on every page."""
    return {"games": all_games()}
