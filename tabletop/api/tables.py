"""What programs do at the tables of every game: come in, act, and hear how the table stands."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from uuid import UUID

import msgspec
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, JsonResponse

from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.api.bodies import JoinBody, JoinByCodeBody, OpenBody
from tabletop.api.codes import JOIN_CODES, MOVE_CODES, by_status, request_codes
from tabletop.api.identity import Caller, find_game, identify
from tabletop.api.refusals import ApiRefusal, ErrorStyle, View
from tabletop.api.requests import check_session, endpoint, read_key
from tabletop.api.routes import Access, Method, Route
from tabletop.engine import Loaded
from tabletop.error_codes import PROGRAM_CODES, Text
from tabletop.limits import Limit
from tabletop.lobby.codes import clean_code
from tabletop.play import read
from tabletop.rules import Json, RuleViolation, Seat
from tabletop.tables.queries import game_with_code
from tabletop.tables.seats import Entry
from tabletop.tables.services import TableServices, as_guest


@dataclass(frozen=True, kw_only=True, eq=False)
class TableApi:
    services: TableServices
    error_style: ErrorStyle
    standing: Callable[[Loaded[Any], str | None], Json]
    """What every answer carries: the version, and the state as the player with this id may know it; None looks on."""
    heard: Callable[[Loaded[Any], tuple[Json, ...], Seat | None], list[Json]]
    """What this seat may know of the events of a receipt, with names."""
    csrf_on_entry: bool
    """Whether somebody with a session needs its token even to open a table or to join one."""

    rule_codes: frozenset[str]
    """The refusals of the game's rules and tables (`tabletop.api.codes.table_codes`)."""
    events: Mapping[str, type[msgspec.Struct]] = field(default_factory=dict)
    """The shapes of the events that programs hear, by their names."""
    private_events: frozenset[str] = frozenset()
    """The names of those that one seat alone hears."""

    def endpoint(
        self,
        method: Method,
        kind: Any,
        *,
        answer: type[msgspec.Struct],
        summary: Text,
        access: Access = "seat",
        codes: Iterable[str] = (),
        rules_status: int | None = None,
        **more: Any,
    ) -> Callable[[View], View]:
        """Registers a view with what it takes and gives.

        `codes` are refusals by the rules, answered with `rules_status` where it is given; `more` are further fields of
        the `Route`.
        """
        csrf = access != "anybody" or self.csrf_on_entry
        refusals = by_status(
            request_codes(method, access, csrf=csrf), self.error_style, rules=codes, rules_status=rules_status
        )
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
        self,
        kind: Any,
        *,
        answer: type[msgspec.Struct],
        summary: Text,
        described_body: type[msgspec.Struct] | None = None,
    ) -> Callable[[View], View]:
        """Registers a move: any refusal of the rules, and an idempotency key."""
        return self.endpoint(
            "POST",
            kind,
            answer=answer,
            summary=summary,
            codes=self.rule_codes | MOVE_CODES,
            described_body=described_body,
            takes_key=True,
        )

    def join_endpoint(self, kind: Any, *, answer: type[msgspec.Struct], summary: Text) -> Callable[[View], View]:
        """Registers a way to a free seat; a table that is not known, full, begun or over refuses."""
        spelled = self.services.engine.rules.plug.codes
        codes = {spelled.get(code, code) for code in JOIN_CODES} & (self.rule_codes | MOVE_CODES | PROGRAM_CODES)
        return self.endpoint("POST", kind, answer=answer, summary=summary, access="anybody", codes=codes)

    def caller(self, request: HttpRequest, game_id: str) -> Caller:
        return identify(request, game_id, self.services.seats)

    def answer(self, loaded: Loaded[Any], player_id: str | None, more: Json, *, status: int = 200) -> HttpResponse:
        """An uncached response: `more`, and what the player may know of the table."""
        response = JsonResponse(more | self.standing(loaded, player_id), status=status)
        response["Cache-Control"] = "no-store"
        return response

    def move(
        self,
        request: HttpRequest,
        game_id: str,
        action: Json | Callable[[Caller], Json],
        *,
        expected_seq: int | None,
        more: Callable[[list[Json]], Json] = lambda events: {"events": events},
    ) -> HttpResponse:
        """Makes a move for the caller's seat; `more` is what the answer tells of the events the seat may know."""
        key, caller = read_key(request), self.caller(request, game_id)
        own = caller.player
        action = action(caller) if callable(action) else action
        # The level of a new bot is all that `add_bot` is told; the service gives it a seat.
        service = partial(self.services.add_bot, level=action["level"]) if action["type"] == "add_bot" else None
        service = service or partial(self.services.act, action=action)
        try:
            receipt = service(game_id=caller.game_id, seat_id=own.player_id, key=key, expected_seq=expected_seq)
        except RuleViolation as violation:
            if violation.code != "stale_state":
                raise
            now = self.standing(read(self.services.engine, caller.game_id), own.player_id)
            return self.error_style.refusal(violation.code, violation.message, details=now)
        told = self.heard(receipt.loaded, receipt.events, receipt.seat)
        return self.answer(receipt.loaded, own.player_id, more(told))

    def create(self, request: HttpRequest, body: OpenBody, *, level: str, **options: Any) -> HttpResponse:
        """Opens a table with bots of this level; `options` are further ones of the game's `create_table`."""
        name, seats, bots = clean_display_name(body.creator_display_name), body.player_count, body.bot_count

        def open_table(person: User) -> Entry:
            levels = [level] * bots
            return self.services.create_table(
                person=person, player_count=seats, bots=levels, display_name=name, **options
            )

        try:
            self.services.check_seats(player_count=seats, bot_count=bots)
            entry = self.enter(request, name=name, service=open_table)
        except RuleViolation as violation:
            # There is no position yet that could be in the way: the request itself is wrong.
            return self.error_style.refusal(violation.code, violation.message, status=400)
        return self.entered(entry, status=201)

    def enter(self, request: HttpRequest, *, name: str, service: Callable[[User], Entry]) -> Entry:
        """Takes a seat for the person of the session; a stranger becomes a guest with this name and gets a session."""
        if request.user.is_authenticated:
            if self.csrf_on_entry:
                check_session(request)
            return service(request.user)
        Limit(name=f"{self.services.engine.slug}-api-guest", times=1000, seconds=600).count_client(request)
        guest, entry = as_guest(name=name, enter=service)
        login(request, guest)
        return entry

    def entered(self, entry: Entry, *, status: int) -> HttpResponse:
        told = {
            "gameId": str(entry.game_id),
            "roomCode": entry.room_code,
            "playerId": entry.player_id,
            "playerToken": entry.token,
        }
        return self.answer(entry.receipt.loaded, entry.player_id, told, status=status)

    def join_by_code(self, request: HttpRequest, body: JoinByCodeBody) -> HttpResponse:
        name = clean_display_name(body.display_name)
        code = clean_code(body.room_code)
        game_id = None if code is None else game_with_code(self.services.engine, code)
        if game_id is None:
            # Codes are short: a program that guesses must not get far.
            Limit(name=f"{self.services.engine.slug}-api-code", times=30, seconds=60).count_client(request)
            raise ApiRefusal("game_not_found")
        return self._join(request, body, game_id, name)

    def join(self, request: HttpRequest, body: JoinBody, game_id: str) -> HttpResponse:
        name = clean_display_name(body.display_name)
        return self._join(request, body, find_game(game_id), name)

    def _join(self, request: HttpRequest, body: JoinBody, game_id: UUID, name: str) -> HttpResponse:
        def sit_down(person: User) -> Entry:
            return self.services.join_table(
                game_id=game_id, person=person, display_name=name, expected_seq=body.expected_seq
            )

        return self.entered(self.enter(request, name=name, service=sit_down), status=200)
