"""What programs do at the tables of every game: come in, act, and hear how the table stands."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.api.bodies import AddBotBody, Body, JoinBody, JoinByCodeBody, OpenBody, RemoveBotBody, RevokeBody
from tabletop.api.codes import ENTRY_CODES, JOIN_CODES, MOVE_CODES, OPEN_CODES, by_status, request_codes
from tabletop.api.entering import enter
from tabletop.api.identity import Caller, find_game, identify
from tabletop.api.refusals import ApiRefusal, ErrorStyle, View
from tabletop.api.requests import AnswerView, endpoint, read_key
from tabletop.api.routes import Access, Method, Route
from tabletop.api.shapes import Entered, Revoked, Standing
from tabletop.api.sockets import ProgramSocket
from tabletop.engine import Loaded, Receipt, Request
from tabletop.error_codes import PROGRAM_CODES, Text
from tabletop.lobby.codes import look_up
from tabletop.play import read
from tabletop.rules import Json, RuleViolation, Seat
from tabletop.tables.queries import game_with_code
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.services import TableServices


@dataclass(frozen=True, kw_only=True)
class Asked:
    caller: Caller
    terms: Request


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
class TableApi:
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

    def create_endpoint(self, kind: type[OpenBody], *, codes: Iterable[str] = ()) -> Callable[[AnswerView], View]:
        """Registers the way to a new table, with further `codes` of the game's own options.

        A code that is a conflict at a table is a bad request here.
        """
        return self.endpoint(
            "POST",
            kind,
            answer=self.entered,
            summary=_("Open a table and take its first seat"),
            status=201,
            access="anybody",
            codes=("invalid_player_count", "invalid_bot_count", *codes),
            rules_status=400,
            entry_codes=OPEN_CODES,
            takes_key=True,
        )

    def join_endpoint(self, kind: type[JoinBody], *, summary: Text) -> Callable[[AnswerView], View]:
        """Registers a way to a free seat; a table that is not known, full, begun or over refuses."""
        spelled = self.services.engine.rules.plug.codes
        codes = {spelled.get(code, code) for code in JOIN_CODES} & (self.rule_codes | MOVE_CODES | PROGRAM_CODES)
        return self.endpoint(
            "POST",
            kind,
            answer=self.entered,
            summary=summary,
            access="anybody",
            codes=codes,
            entry_codes=ENTRY_CODES,
            takes_key=True,
        )

    def table_action(self, kind: str, *, summary: Text) -> View:
        """The address of an action without fields."""

        @self.move_endpoint(Body, summary=summary)
        def act(request: HttpRequest, body: Body, game_id: str) -> msgspec.Struct:
            return self.move(request, body, game_id, {"type": kind})

        return act

    def urls(self, create: View, show: View, more: Mapping[str, View]) -> list[URLPattern]:
        """The addresses of a game: what can be done at every table, and `more` by the last part of their addresses."""
        at_table = {
            "join": self.join_endpoint(JoinBody, summary=_("Take a free seat"))(self.join),
            "add_bot": self.move_endpoint(AddBotBody, summary=_("Seat a bot; for the host"))(self.add_bot),
            "remove_bot": self.move_endpoint(RemoveBotBody, summary=_("Send a bot away; for the host"))(
                self.remove_bot
            ),
            "leave": self.table_action("leave", summary=_("Leave the table")),
            "start": self.table_action("start", summary=_("Begin; for the host")),
            "hand_to_bot": self.table_action("hand_to_bot", summary=_("Let a bot play your seat")),
            "revoke": self.endpoint(
                "POST", RevokeBody, answer=Revoked, summary=_("Take the token of your seat away, or have a new one")
            )(self.revoke),
            "take_back": self.table_action("take_back", summary=_("Take your seat back from the bot")),
            **more,
        }
        by_code = self.join_endpoint(JoinByCodeBody, summary=_("Take a free seat at the table with this code"))
        # The id is read by the views: one that cannot be an id is a table nobody knows.
        return [
            path("create", create, name="api_create"),
            path("join", by_code(self.join_by_code), name="api_join_by_code"),
            path("<str:game_id>", show, name="api_state"),
            *(
                path(f"<str:game_id>/{name}", view, name=f"api_{name.replace('-', '_')}")
                for name, view in at_table.items()
            ),
        ]

    def caller(self, request: HttpRequest, game_id: str) -> Caller:
        return identify(request, game_id, self.services.seats, watchable=self.services.rules.plug.watchable)

    def asked(self, request: HttpRequest, body: Body, game_id: str) -> Asked:
        """Who asks for a move here; raises ApiRefusal for a bad key and for those who have no seat."""
        key, caller = read_key(request), self.caller(request, game_id)
        terms = Request(seat_id=caller.player.player_id, key=key, expected_seq=body.expected_seq)
        return Asked(caller=caller, terms=terms)

    def move(self, request: HttpRequest, body: Body, game_id: str, action: Json | msgspec.Struct) -> msgspec.Struct:
        """The whole of a move that is answered with `moved`."""
        return self.tell(self.act(self.asked(request, body, game_id), action))

    def act(self, asked: Asked, action: Json | msgspec.Struct) -> Made:
        """Makes a move; locks, raises and announces like `services.act`."""
        with self._telling_how_it_stands(asked.caller):
            return self._made(self.services.act(game_id=asked.caller.game_id, action=action, **asked.terms), asked)

    def add_bot(self, request: HttpRequest, body: AddBotBody, game_id: str) -> msgspec.Struct:
        asked = self.asked(request, body, game_id)
        with self._telling_how_it_stands(asked.caller):
            receipt = self.services.add_bot(game_id=asked.caller.game_id, level=body.level, **asked.terms)
        return self.tell(self._made(receipt, asked))

    def remove_bot(self, request: HttpRequest, body: RemoveBotBody, game_id: str) -> msgspec.Struct:
        return self.move(request, body, game_id, {"type": "remove_bot", "seatId": body.player_id})

    def revoke(self, request: HttpRequest, body: RevokeBody, game_id: str) -> msgspec.Struct:
        """Takes the token of the caller's seat away; its sockets are closed. The seat stays the person's."""
        caller = self.caller(request, game_id)
        token = self.services.replace_token(seat_id=caller.player.player_id, renew=body.renew)
        return Revoked(game_id=str(caller.game_id), player_id=caller.player.player_id, player_token=token)

    def _made(self, receipt: Receipt, asked: Asked) -> Made:
        return Made(
            now=self.standing(receipt.loaded, asked.terms["seat_id"]),
            events=self.visible_to_program(receipt.loaded, receipt.events, receipt.seat),
        )

    @contextmanager
    def _telling_how_it_stands(self, caller: Caller) -> Iterator[None]:
        """A move refused for its `expected_seq` is answered with the table as it is now."""
        try:
            yield
        except RuleViolation as violation:
            if violation.code != "stale_state":
                raise
            now = self.standing(read(self.services.engine, caller.game_id), caller.player.player_id)
            details = msgspec.to_builtins(now, enc_hook=str)
            raise ApiRefusal(violation.code, message=violation.message, details=details) from None

    def create(self, request: HttpRequest, body: OpenBody, *, level: str, **options: Any) -> msgspec.Struct:
        """Opens a table with bots of this level; `options` are further ones of the game's `create_table`."""
        name, seats, bots = clean_display_name(body.creator_display_name), body.player_count, body.bot_count

        def open_table(person: User, terms: Terms) -> Entry:
            return self.services.create_table(
                person=person, player_count=seats, bots=[level] * bots, display_name=name, terms=terms, **options
            )

        try:
            self.services.check_seats(player_count=seats, bot_count=bots)
            entry = enter(self.services, request, body, "create", name=name, service=open_table)
        except RuleViolation as violation:
            if violation.code in OPEN_CODES:
                raise
            # There is no position yet that could be in the way: the request itself is wrong.
            raise ApiRefusal(violation.code, message=violation.message, status=400) from None
        return self._answer_entry(entry)

    def _answer_entry(self, entry: Entry) -> msgspec.Struct:
        assert entry.token is not None  # noqa: S101 - who comes in by these addresses is given one
        now = self.standing(entry.receipt.loaded, entry.player_id)
        return self.entered(
            version=now.version,
            state=now.state,
            game_id=str(entry.game_id),
            room_code=entry.room_code,
            player_id=entry.player_id,
            player_token=entry.token,
        )

    def join_by_code(self, request: HttpRequest, body: JoinByCodeBody) -> msgspec.Struct:
        name = clean_display_name(body.display_name)
        game_id = look_up(request, body.room_code, partial(game_with_code, self.services.engine))
        if game_id is None:
            raise ApiRefusal("game_not_found")
        return self._join(request, body, game_id, name)

    def join(self, request: HttpRequest, body: JoinBody, game_id: str) -> msgspec.Struct:
        name = clean_display_name(body.display_name)
        return self._join(request, body, find_game(game_id), name)

    def _join(self, request: HttpRequest, body: JoinBody, game_id: UUID, name: str) -> msgspec.Struct:
        """Takes a seat at this table. Raises ApiRefusal and what `join_table` raises; announces like it."""

        def sit_down(person: User, terms: Terms) -> Entry:
            return self.services.join_table(
                game_id=game_id, person=person, display_name=name, expected_seq=body.expected_seq, terms=terms
            )

        return self._answer_entry(enter(self.services, request, body, f"join {game_id}", name=name, service=sit_down))
