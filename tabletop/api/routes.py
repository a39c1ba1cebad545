"""The registration of an address for programs: the view reads by it, and the reference is made from it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import msgspec
from django.urls import URLPattern, URLResolver

from tabletop.api.bodies import Body
from tabletop.error_codes import Text

if TYPE_CHECKING:
    from tabletop.api.registration import Registration

Method = Literal["GET", "POST"]
Access = Literal["anybody", "spectator", "seat"]
"""`anybody` opens or joins a table, `spectator` is known to the site, `seat` sits at the table."""


@dataclass(frozen=True, kw_only=True)
class Route:
    """What an address takes and gives."""

    method: Method
    body: type[Body]
    answer: type[msgspec.Struct]
    summary: Text
    status: int = 200
    access: Access = "seat"
    takes_key: bool = False
    """Whether the header `Idempotency-Key` makes the request happen once."""
    refusals: Mapping[int, tuple[str, ...]]
    """The codes of refusals by their status, as the game spells them."""
    table: "Registration | None" = None

    @property
    def is_move(self) -> bool:
        """Whether it is a move at a table, which all refuse alike."""
        return self.takes_key and self.access == "seat"

    @property
    def sent(self) -> type[Body] | None:
        """The type of the body; None for a GET, which has none."""
        return None if self.method == "GET" else self.body


@dataclass(frozen=True, kw_only=True)
class Address:
    """A route where the URL configuration has put it."""

    path: str
    """With `{id}` for the id of a table."""
    name: str
    route: Route


def addresses(patterns: Iterable[URLPattern | URLResolver], prefix: str) -> Iterator[Address]:
    """The registered routes among URL patterns, in their order."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, path)
        elif isinstance(route := getattr(pattern.callback, "route", None), Route):
            readable = path.replace("<str:game_id>", "{id}")
            name = (pattern.name or readable.rpartition("/")[2].strip("{}")).removeprefix("api_")
            yield Address(path=readable, name=name, route=route)
