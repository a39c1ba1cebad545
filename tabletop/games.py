"""The registry of games: each registers itself in its AppConfig, the site imports none."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
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


@dataclass(frozen=True, kw_only=True)
class TableSummary:
    """A table as the lobby lists it."""

    game: str
    title: str
    note: str
    url: str
    your_turn: bool = False
    since: datetime | None = None
    host: UUID | None = None
    """The person who waits at an open table; shown nowhere."""


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
    tables_of: "Callable[[User], Iterable[TableSummary]]" = lambda user: ()
    marks_of: Callable[[Collection[UUID]], Mapping[UUID, str]] = lambda people: {}
    """For people with tables a text that changes with every change of what `tables_of` tells, but for names."""
    table_address: Callable[[str], str | None] = lambda code: None
    """The address of the table with this code; None if the game has no such table."""
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
