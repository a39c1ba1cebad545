"""What programs do at the tables of every game: come in, act, and hear how the table stands."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from django.http import HttpRequest
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.api.bodies import (
    AddBotBody,
    Body,
    ChangeBotBody,
    JoinBody,
    JoinByCodeBody,
    OpenBody,
    RemoveBotBody,
    RemovePersonBody,
    RevokeBody,
    SeatBody,
    SettingsBody,
    TakeSeatBody,
)
from tabletop.api.codes import OPEN_CODES, TAKE_CODES
from tabletop.api.entering import enter
from tabletop.api.identity import Caller, find_game, identify
from tabletop.api.refusals import ApiRefusal, View
from tabletop.api.registration import Made, Registration
from tabletop.api.requests import read_key
from tabletop.api.shapes import Revoked
from tabletop.engine import Receipt, Request
from tabletop.error_codes import Text
from tabletop.lobby.codes import look_up
from tabletop.play import read
from tabletop.rules import Json, RuleViolation
from tabletop.table import ChangeBot, ChangeSettings, Choices
from tabletop.tables.seats import Entry, Terms


@dataclass(frozen=True, kw_only=True)
class Asked:
    caller: Caller
    terms: Request


@dataclass(frozen=True, kw_only=True, eq=False)
class TableApi(Registration):
    """What programs do at the tables of one game."""

    def table_action(self, kind: str, *, summary: Text) -> View:
        """The address of an action without fields."""

        @self.move_endpoint(Body, summary=summary)
        def act(request: HttpRequest, body: Body, game_id: str) -> msgspec.Struct:
            return self.move(request, body, game_id, {"type": kind})

        return act

    def seat_action(self, kind: str, *, summary: Text) -> View:
        """The address of an action that may name a seat."""

        @self.move_endpoint(SeatBody, summary=summary)
        def act(request: HttpRequest, body: SeatBody, game_id: str) -> msgspec.Struct:
            return self.move(request, body, game_id, {"type": kind, "seatId": body.player_id})

        return act

    def urls(self, create: View, show: View, more: Mapping[str, View]) -> list[URLPattern]:
        """The addresses of a game: what can be done at every table, and `more` by the last part of their addresses."""
        at_table = {
            "join": self.join_endpoint(JoinBody, summary=_("Take a free seat"))(self.join),
            "add_bot": self.move_endpoint(AddBotBody, summary=_("Seat a bot; for the host"))(self.add_bot),
            "remove_bot": self.move_endpoint(RemoveBotBody, summary=_("Send a bot away; for the host"))(
                self.remove_bot
            ),
            "remove_person": self.move_endpoint(
                RemovePersonBody, summary=_("Send a person away for ten minutes; for the host")
            )(self.remove_person),
            "settings": self.settings_endpoint(SettingsBody),
            "change_bot": self.move_endpoint(ChangeBotBody, summary=_("Let a bot play at another level; for the host"))(
                self.change_bot
            ),
            "leave": self.table_action("leave", summary=_("Leave the table")),
            "start": self.table_action("start", summary=_("Begin; for the host")),
            "hand_to_bot": self.seat_action("hand_to_bot", summary=_("Let a bot play your seat, or a late one")),
            "nudge": self.seat_action("nudge", summary=_("Ask those who are awaited to play")),
            "offer_seat": self.seat_action(
                "offer_seat", summary=_("Offer your seat, or one whose player is late or gone, to others")
            ),
            "withdraw_offer": self.seat_action(
                "withdraw_offer", summary=_("Withdraw the offer of your seat, or of one whose player is gone")
            ),
            "take_seat": self.join_endpoint(
                TakeSeatBody, summary=_("Take a seat that is offered, and play on"), refused_with=TAKE_CODES
            )(self.take_seat),
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
        return identify(request, game_id, self.services.seats, may_watch=self.services.may_be_watched)

    def asked(self, request: HttpRequest, body: Body, game_id: str) -> Asked:
        """Who asks for a move here; raises ApiRefusal for a bad key and for those who have no seat."""
        key, caller = read_key(request), self.caller(request, game_id)
        own = caller.player
        terms = Request(seat_id=own.player_id, owner=own.user_id, key=key, expected_seq=body.expected_seq)
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

    def remove_person(self, request: HttpRequest, body: RemovePersonBody, game_id: str) -> msgspec.Struct:
        asked = self.asked(request, body, game_id)
        with self._telling_how_it_stands(asked.caller):
            receipt = self.services.remove_person(
                game_id=asked.caller.game_id, removed_seat=body.player_id, **asked.terms
            )
        return self.tell(self._made(receipt, asked))

    def change_bot(self, request: HttpRequest, body: ChangeBotBody, game_id: str) -> msgspec.Struct:
        return self.move(request, body, game_id, ChangeBot(seat_id=body.player_id, level=body.level))

    def change_settings(self, request: HttpRequest, body: SettingsBody, game_id: str) -> msgspec.Struct:
        chosen = {name: getattr(body, name) for name in (*Choices.__struct_fields__, "max_players")}
        return self.move(request, body, game_id, ChangeSettings(**chosen, game=body.own_choices))

    def settings_endpoint(self, kind: type[SettingsBody]) -> View:
        summary = _("Change what the table allows; for the host")
        return self.move_endpoint(kind, summary=summary)(self.change_settings)

    def revoke(self, request: HttpRequest, body: RevokeBody, game_id: str) -> msgspec.Struct:
        """Takes the token of the caller's seat away; its sockets are closed. The seat stays the person's.

        Raises ApiRefusal.
        """
        caller = self.caller(request, game_id)
        try:
            token = self.services.replace_token(own=caller.player, renew=body.renew)
        except RuleViolation:
            # Another person has taken the seat since the request was authenticated.
            raise ApiRefusal("player_not_in_game") from None
        return Revoked(game_id=str(caller.game_id), player_id=caller.player.player_id, player_token=token)

    def _made(self, receipt: Receipt, asked: Asked) -> Made:
        return Made(
            now=self.standing(receipt.loaded, asked.terms["seat_id"]),
            events=self.visible_to_program(receipt.loaded, receipt.events, receipt.seat),
        )

    @contextmanager
    def _telling_how_it_stands(self, caller: Caller) -> Iterator[None]:
        """A move refused for its `expected_seq` is answered with the table as it is now.

        Raises `player_not_in_game` if the seat has left the table or changed hands since the request was authenticated.
        """
        try:
            yield
        except RuleViolation as violation:
            if violation.code != "stale_state":
                raise
            own, loaded = caller.player, read(self.services.engine, caller.game_id)
            # Read together with the state: the view is private to the person who has the seat now.
            seat = loaded.seat_of(seat_id=own.player_id)
            if seat is None or loaded.sitters[seat].person != own.user_id:
                raise ApiRefusal("player_not_in_game") from None
            now = self.standing(loaded, own.player_id)
            details = msgspec.to_builtins(now, enc_hook=str)
            raise ApiRefusal(violation.code, message=violation.message, details=details) from None

    def create(self, request: HttpRequest, body: OpenBody, *, level: str, **options: Any) -> msgspec.Struct:
        """Opens a table with bots of this level; `options` are further ones of the game's `create_table`."""
        name, seats, bots = clean_display_name(body.creator_display_name), body.player_count, body.bot_count

        def open_table(person: User, terms: Terms) -> Entry:
            return self.services.create_table(
                person=person,
                player_count=seats,
                bots=[level] * bots,
                choices=body.choices,
                display_name=name,
                terms=terms,
                **options,
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
        game_id = look_up(request, body.room_code, self.services.game_with_code)
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

    def take_seat(self, request: HttpRequest, body: TakeSeatBody, game_id: str) -> msgspec.Struct:
        """Takes an offered seat. Raises ApiRefusal and what `services.take_seat` raises; announces like it."""
        name, table = clean_display_name(body.display_name), find_game(game_id)

        def play_on(person: User, terms: Terms) -> Entry:
            return self.services.take_seat(
                game_id=table,
                person=person,
                seat_id=body.player_id,
                display_name=name,
                expected_seq=body.expected_seq,
                terms=terms,
            )

        return self._answer_entry(enter(self.services, request, body, f"take {table}", name=name, service=play_on))
