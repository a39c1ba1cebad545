"""How the tables of every game are opened and played at. A game adds how its tables are opened."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Unpack
from uuid import UUID, uuid4, uuid5

import msgspec
from django.db import transaction

from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.engine import Engine, Loaded, Move, Receipt, Request, Sitter
from tabletop.likeness import skeleton
from tabletop.live.announce import LOBBY, announce_after_commit
from tabletop.models import ChairWish, Deadline, HeldSeat, Presence, Removal, Watcher
from tabletop.play import UNDO, submit
from tabletop.rules import Json
from tabletop.table import (
    Abandon,
    AddBot,
    Arrived,
    ChangeSettings,
    Decline,
    Gather,
    Join,
    Leave,
    Left,
    Nudge,
    OfferSeat,
    PlayAgain,
    RemoveBot,
    RemovePerson,
    Start,
    Table,
    TableRules,
    TakeBack,
    TakeSeat,
    WithdrawOffer,
)
from tabletop.tables.caps import check_caps, count_opened
from tabletop.tables.chair_wishes import hand_list_back, names_on_list, take_off_list
from tabletop.tables.finished_tables import lock_finished, tell_nobody_comes, tell_who_comes, tell_who_does_not
from tabletop.tables.held_seats import held_people, held_seat
from tabletop.tables.mails import mail_nudges
from tabletop.tables.models import PlayerRow, TableRow
from tabletop.tables.opening import insert_with_new_code
from tabletop.tables.removals import check_not_removed
from tabletop.tables.seats import Entry, Seats, Terms, hash_token, with_sitter
from tabletop.talk.models import Remark

NOT_FOR_PLAYERS = (Join, AddBot, RemovePerson, TakeSeat, Gather, PlayAgain, Decline, Abandon, Arrived, Left)
"""Actions of the transport and of the services below."""
LOBBY_ACTIONS = (Start, Leave, RemoveBot, ChangeSettings, OfferSeat, WithdrawOffer, TakeBack)
"""Moves that change the list of open tables."""


class TablePlay:
    """What players do at one game's tables. Every change of a table goes through `tabletop.play.submit`."""

    create_table: Callable[..., Entry]
    """Opens a table with the `person` as host and `bots` beside; a game has further options."""
    practice_options: ClassVar[Mapping[str, Any]]
    """The options of a table to practise at, with its bots."""

    def __init__(self, engine: Engine, seats: Seats, *, bot_names: Sequence[str]) -> None:
        self.engine, self.seats, self.bot_names = engine, seats, bot_names
        self.rules: TableRules = engine.rules

    def new_player(self, person: User, **columns: Any) -> PlayerRow:
        """The row of a seat to come, with what the rules do not know; a game may keep more."""
        return self.seats.players(user=person, **columns)

    def options_of(self, finished: Loaded[Table]) -> Mapping[str, Any]:
        """The options of a table like the finished one, besides its bots."""
        raise NotImplementedError

    def practice(self, *, person: User, terms: Terms | None = None, level: str = "") -> Entry:
        """Opens a table to practise at and starts; raises and announces like `start_at_once`.

        Its bots play at this level, if the game has such bots.
        """
        options = dict(self.practice_options)
        if level in self.rules.plug.offered_levels:
            options["bots"] = (level,) * len(options["bots"])

        def create(terms: Terms) -> Entry:
            return self.create_table(person=person, terms=terms, **options)

        return self.start_at_once(person=person, terms=terms or Terms(), create=create)

    @transaction.atomic
    def start_at_once(self, *, person: User, terms: Terms, create: Callable[[Terms], Entry]) -> Entry:
        """Opens a table against bots and starts, in one transaction: nothing stays of a game that cannot begin.

        Raises and announces like `create_table` and `act`. The table waits for nobody, so it is not counted among those
        that do. Where the page shows the fingerprint of the shuffle first, the page starts the game.
        """
        entry = create(replace(terms, waits=False))
        if self.rules.plug.seals_first(entry.receipt.state):
            return entry
        return replace(entry, receipt=self.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"}))

    def check_seats(self, *, player_count: int, bot_count: int) -> None:
        """Raises RuleViolation: at least one seat is a person's."""
        if player_count not in self.rules.plug.seats:
            raise self.rules.refusal("invalid_player_count")
        if not 0 <= bot_count < player_count:
            raise self.rules.refusal("invalid_bot_count")

    def open_table(
        self,
        *,
        person: User,
        display_name: str | None,
        bots: Sequence[str],
        insert: Callable[[str, PlayerRow], tuple[TableRow, Table]],
        terms: Terms | None,
    ) -> Entry:
        """Inserts a table with the person as host and bots beside.

        `insert` writes the rows for a code and the host's row. Raises RuleViolation, or ValidationError for a bad
        name; waits and raises like `check_caps` and `count_opened` where the terms say where the request comes from.
        Announces the lobby and the person's list.
        """
        terms = terms or Terms()
        name = name_of(person, display_name)
        host = self.new_player(person, token_hash=hash_token(terms.token), display_name=name)
        with transaction.atomic():
            if terms.opened_from is not None:
                if terms.waits:
                    check_caps(person=person, opened_from=terms.opened_from)
                count_opened(person=person, opened_from=terms.opened_from)
            row, table = insert_with_new_code(lambda code: insert(code, host))
            if terms.opened_from is not None and terms.waits:
                row.opened_from = terms.opened_from
                row.save(update_fields=["opened_from"])
            seat_id, seat = str(host.pk), self.rules.key(table, 0)
            sitters = {seat: Sitter(seat_id=seat_id, person=person.pk, display_name=name)}
            loaded = Loaded(row=row, state=table, sitters=sitters, read_at=time.monotonic())
            receipt = Receipt(seq=row.seq, before=loaded, loaded=loaded, seat=seat)
            for level in bots:
                receipt = self.add_bot(game_id=row.pk, seat=seat, level=level)
            announce_after_commit(LOBBY, f"person:{person.pk}")
        return Entry(player_id=seat_id, seat=seat, receipt=receipt, token=terms.token, person=person)

    def join_table(
        self,
        *,
        game_id: UUID,
        person: User,
        display_name: str | None = None,
        expected_seq: int | None = None,
        terms: Terms | None = None,
    ) -> Entry:
        """Seats the person on the place that is kept for them, or else on the next free one.

        Locks the game row, after that of the finished table before it. Raises UnknownGame, RuleViolation, or
        ValidationError for a bad name. Announces the tables, the lobby and the person's list.
        """
        terms = terms or Terms()
        name = name_of(person, display_name)
        check_not_removed(self.engine.slug, game_id, person.pk)
        held = held_seat(self.engine.slug, game_id, person.pk)
        kept = {} if held is None else {"id": held}
        player = self.new_player(person, token_hash=hash_token(terms.token), display_name=name, **kept)
        move = Move(
            action={"type": "join", "seatId": str(player.pk)},
            arriving=player,
            expected_seq=expected_seq,
            topics=(LOBBY, f"person:{person.pk}"),
        )
        with transaction.atomic():
            finished = lock_finished(self.engine, game_id)
            receipt = submit(self.engine, game_id, move)
            if finished is not None:
                tell_who_comes(self.engine, finished, person.pk)
        take_off_list(self.engine.slug, game_id, person.pk)
        state: Table = receipt.state
        place = state.place_of_id(str(player.pk))
        assert place is not None  # noqa: S101 - the person has just sat down
        seat = self.rules.key(state, place)
        sitter = Sitter(seat_id=str(player.pk), person=person.pk, display_name=name)
        receipt = with_sitter(self.rules, receipt, sitter)
        return Entry(player_id=str(player.pk), seat=seat, receipt=receipt, token=terms.token, person=person)

    def add_bot(
        self, *, game_id: UUID, level: str | None = None, person: User | None = None, **request: Unpack[Request]
    ) -> Receipt:
        """The host puts a bot on the next free seat; raises and announces like `act`."""
        level = self.rules.plug.takeover_level if level is None else level
        # The same request asks for the same bot: sent twice it is one action, and one bot with one name.
        names = self.seats.names_at(game_id)
        host = person.pk if person else request.get("seat_id", request.get("seat"))
        key = request.get("key")
        bot_id = uuid4() if key is None else uuid5(game_id, f"{host} {key}")
        taken = set(map(skeleton, names.values()))
        free = (name for name in self.bot_names if skeleton(name) not in taken)
        name = names.get(str(bot_id)) or next(free, self.bot_names[0])
        move = Move(
            action={"type": "add_bot", "seatId": str(bot_id), "level": level},
            arriving=self.seats.players(id=bot_id, display_name=name),
            topics=(LOBBY,),
            person=None if person is None else person.pk,
            proof=None if person is None else person.proof,
            **request,
        )
        receipt = submit(self.engine, game_id, move)
        if not receipt.changed:
            return receipt
        return with_sitter(self.rules, receipt, Sitter(seat_id=str(bot_id), display_name=name))

    def act(
        self,
        *,
        game_id: UUID,
        action: Json | msgspec.Struct,
        person: User | None = None,
        known: Loaded[Table] | None = None,
        now: float | None = None,
        **request: Unpack[Request],
    ) -> Receipt:
        """What a player does: a move, an undo, or leaving, starting, handing the seat to a bot and taking it back.

        The action is typed already, or JSON, which is read here: what else was sent is not kept.
        Locks, raises and announces like `tabletop.play.submit`, which says what `known` is; announces the lobby where
        its list changes. A waiting table that its last person leaves is removed, and the finished table before it is
        told who has left; a nudge is mailed to those who are away.
        """
        is_typed = isinstance(action, msgspec.Struct) or action == UNDO
        typed = action if is_typed else self.rules.action_from_json(action)
        if isinstance(typed, NOT_FOR_PLAYERS):
            raise self.rules.refusal("invalid_request")
        if isinstance(typed, Leave):
            typed = Leave(hands_over=True)
        topics = (LOBBY,) if isinstance(typed, LOBBY_ACTIONS) else ()
        user, proof = (None, None) if person is None else (person.pk, person.proof)
        move = Move(action=typed, person=user, proof=proof, topics=topics, **request)
        if not isinstance(typed, Leave | Nudge):
            return submit(self.engine, game_id, move, known=known, now=now)
        with transaction.atomic():
            if isinstance(typed, Nudge):
                receipt = submit(self.engine, game_id, move, known=known, now=now)
                mail_nudges(self.engine.slug, receipt)
                return receipt
            finished = lock_finished(self.engine, game_id)
            receipt = submit(self.engine, game_id, move, known=known, now=now)
            if receipt.state.host is None and receipt.state.game is None:
                self.remove_table(game_id=game_id)
            elif receipt.state.game is None and finished is not None:
                self._tell_of_leaving(finished, receipt)
        return receipt

    def _tell_of_leaving(self, finished: UUID, receipt: Receipt) -> None:
        if receipt.changed and receipt.seat is not None and (gone := receipt.before.sitters[receipt.seat].person):
            tell_who_does_not(self.engine, finished, gone)

    def undo(
        self, *, game_id: UUID, person: User | None = None, now: float | None = None, **request: Unpack[Request]
    ) -> Receipt:
        """Takes the latest submission back, for its author; raises and announces like `act`."""
        return self.act(game_id=game_id, action=UNDO, person=person, now=now, **request)

    @transaction.atomic
    def remove_table(self, *, game_id: UUID) -> None:
        """Deletes the table and everything on it; harmless if there is none.

        Locks the game row, after that of the finished table before it, which gets the list for a chair. Announces the
        tables, the lobby and the lists of the people at both, for whom seats are kept and who want a chair.
        """
        finished = lock_finished(self.engine, game_id)
        games = self.engine.store.games._default_manager.filter(pk=game_id)
        # A move that is being made comes first: its action would belong to no table.
        games.select_for_update().first()
        people = [f"person:{taken.user_id}" for taken in self.seats.at(game_id) if taken.user_id]
        games.delete()
        slug = self.engine.slug
        waiting = (*held_people(slug, game_id).values(), *names_on_list(slug, game_id))
        people += [f"person:{person}" for person in waiting]
        if finished is not None:
            played = [taken.user_id for taken in self.seats.at(finished) if taken.user_id]
            hand_list_back(slug, game_id, finished, played=played)
        for kept in (ChairWish, Deadline, HeldSeat, Presence, Remark, Removal, Watcher):
            kept._default_manager.filter(game_slug=slug, game_id=game_id).delete()
        if finished is not None:
            tell_nobody_comes(self.engine, finished)
        announce_after_commit(LOBBY, f"{slug}:{game_id}", *people)


def name_of(person: User, chosen: str | None) -> str:
    """The name of a seat: the `chosen` one, or the person's own, which was judged when it was chosen.

    Raises ValidationError.
    """
    return person.display_name if chosen is None else clean_display_name(chosen, kept=person.display_name)
