"""The games of the site. Each registers itself in its AppConfig; the site never imports a game."""

from collections.abc import Callable, Iterable, Mapping
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

Words = str | Promise


@dataclass(frozen=True, kw_only=True)
class Fact:
    """A line with a small picture under a game's description; `icon` is a symbol of static/img/icons.svg."""

    icon: str
    text: Words


@dataclass(frozen=True, kw_only=True)
class Link:
    label: Words
    url_name: str
    post: bool = False
    """Whether it starts something at once, which a plain link must not do."""


@dataclass(frozen=True, kw_only=True)
class TableSummary:
    """A table as the lobby lists it."""

    game: str
    title: str
    note: str
    url: str
    your_turn: bool = False
    since: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Game:
    slug: str
    """First part of the game's addresses, name of its icon, key of its deadlines."""
    title: Words
    blurb: Words
    facts: tuple[Fact, ...]
    art: str
    """Template of the drawing on the home page."""
    play_links: tuple[Link, ...] = ()
    """The first is the obvious next action."""
    engine: "Engine | None" = None
    urls: str = ""
    """Module with the game's pages, mounted below the slug; that of a table is called `<slug>:table`."""
    sockets: str = ""
    """Module with the game's `websocket_urlpatterns`, mounted below the slug."""
    names: Mapping[str, Words] = field(default_factory=dict)
    """What people call the things that the rules name otherwise."""
    seed_commands: tuple[str, ...] = ()
    """Management commands that load what the game needs; each may be run again at any time."""
    open_tables: Callable[[], Iterable[TableSummary]] = tuple
    tables_of: "Callable[[User], Iterable[TableSummary]]" = lambda user: ()
    table_address: Callable[[str], str | None] = lambda code: None
    """The address of the table with this code, if the game has it."""
    forget_person: "Callable[[User], None]" = lambda user: None
    """Takes the name of a person who deletes the account off the game's seats."""


_games: dict[str, Game] = {}


def register(game: Game) -> None:
    _games[game.slug] = game


def all_games() -> tuple[Game, ...]:
    return tuple(_games.values())


def get_game(slug: str) -> Game:
    return _games[slug]


def game_of_table(address: str) -> Game | None:
    """The game that is played at this address; None for other pages."""
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


def address_of_table(slug: str, game_id: UUID) -> str:
    return reverse(f"{slug}:table", args=[game_id])


def registered_games(request: HttpRequest) -> dict[str, Any]:
    """Template context: the header lists the games on every page."""
    return {"games": all_games()}
