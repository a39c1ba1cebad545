"""How the tables of every game register what programs may ask of them, and how it is answered."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.utils.translation import gettext_lazy as _

from tabletop.api.bodies import Body, JoinBody, OpenBody
from tabletop.api.codes import (
    ENTRY_CODES,
    JOIN_CODES,
    JOIN_ENTRY_CODES,
    MOVE_CODES,
    OPEN_CODES,
    by_status,
    request_codes,
)
from tabletop.api.refusals import ErrorStyle, View
from tabletop.api.requests import AnswerView, endpoint
from tabletop.api.routes import Access, Method, Route
from tabletop.api.shapes import Entered, Standing
from tabletop.api.sockets import ProgramSocket
from tabletop.engine import Loaded
from tabletop.error_codes import PROGRAM_CODES, Text
from tabletop.rules import Json, Seat
from tabletop.tables.services import TableServices


@dataclass(frozen=True, kw_only=True)
class Made:
    """What the caller is told of an accepted move."""

    now: Standing[Any]
    events: list[Json]
    """Those of the move that the seat may know."""

    @property
    def latest(self) -> dict[str, Json]:
        """The latest event of each type."""
        return {event["type"]: event for event in self.events}


@dataclass(frozen=True, kw_only=True, eq=False)
class Registration:
    services: TableServices
    error_style: ErrorStyle
    standing: Callable[[Loaded[Any], str | None], Standing[Any]]
    """What every answer carries: the version, and the state as the player with this id may know it; None looks on."""
    visible_to_program: Callable[[Loaded[Any], tuple[Json, ...], Seat | None], list[Json]]
    """What this seat may know of the events of a receipt, with names."""
    entered: type[Entered[Any]]
    """The answer to those who take a seat."""
    moved: type[Standing[Any]]
    """The answer to a move, unless its address answers with another."""
    tell: Callable[[Made], Standing[Any]]
    """Makes `moved`."""
    rule_codes: frozenset[str]
    """The refusals of the game's rules and tables (`tabletop.api.codes.table_codes`)."""
    events: Mapping[str, type[msgspec.Struct]] = field(default_factory=dict)
    """The shapes of the events that programs hear, by their names."""
    private_events: frozenset[str] = frozenset()
    """The names of those that one seat alone hears."""
    socket: ProgramSocket | None = None
    """Where programs hear events as they happen; without one, events come with answers alone."""

    def endpoint(
        self,
        method: Method,
        kind: type[Body],
        *,
        answer: type[msgspec.Struct],
        summary: Text,
        access: Access = "seat",
        codes: Iterable[str] = (),
        rules_status: int | None = None,
        entry_codes: Iterable[str] = (),
        **more: Any,
    ) -> Callable[[AnswerView], View]:
        """Registers a view with what it takes and gives.

        `codes` are refusals by the rules, answered with `rules_status` where it is given, `entry_codes` those of the
        way to a seat; `more` are further fields of the `Route`.
        """
        asked = request_codes(method, access) | frozenset(entry_codes)
        refusals = by_status(asked, self.error_style, rules=codes, rules_status=rules_status)
        route = Route(
            method=method,
            body=kind,
            answer=answer,
            summary=summary,
            access=access,
            refusals=refusals,
            table=self,
            **more,
        )
        return endpoint(route, error_style=self.error_style)

    def move_endpoint(
        self, kind: type[Body], *, summary: Text, answer: type[msgspec.Struct] | None = None
    ) -> Callable[[AnswerView], View]:
        """Registers a move: any refusal of the rules, and an idempotency key."""
        return self.endpoint(
            "POST",
            kind,
            answer=answer or self.moved,
            summary=summary,
            codes=self.rule_codes | MOVE_CODES,
            takes_key=True,
        )

    def create_endpoint(self, kind: type[OpenBody]) -> Callable[[AnswerView], View]:
        """Registers the way to a new table. A code that is a conflict at a table is a bad request here."""
        return self.endpoint(
            "POST",
            kind,
            answer=self.entered,
            summary=_("Open a table and take its first seat"),
            status=201,
            access="anybody",
            codes=("invalid_player_count", "invalid_bot_count", "invalid_table_name", "invalid_clock"),
            rules_status=400,
            entry_codes=OPEN_CODES,
            takes_key=True,
        )

    def join_endpoint(
        self, kind: type[JoinBody], *, summary: Text, refused_with: Iterable[str] = JOIN_CODES
    ) -> Callable[[AnswerView], View]:
        """Registers a way to a free seat; a table that is not known, full, begun or over refuses."""
        spelled = self.services.engine.rules.plug.codes
        codes = {spelled.get(code, code) for code in refused_with} & (self.rule_codes | MOVE_CODES | PROGRAM_CODES)
        return self.endpoint(
            "POST",
            kind,
            answer=self.entered,
            summary=summary,
            access="anybody",
            codes=codes,
            entry_codes=ENTRY_CODES | JOIN_ENTRY_CODES,
            takes_key=True,
        )
