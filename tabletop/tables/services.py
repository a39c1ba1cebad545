"""What can be done with the tables of every game. A game adds how its tables are opened."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Unpack
from uuid import UUID, uuid4, uuid5

import msgspec
from django.db import transaction

from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name, still_allowed
from tabletop.engine import Engine, Loaded, Move, Receipt, Request, Sitter
from tabletop.likeness import skeleton
from tabletop.live.announce import LOBBY, NAMES, announce_after_commit
from tabletop.models import Deadline, Presence
from tabletop.play import UNDO, submit
from tabletop.rules import Json
from tabletop.table import Abandon, AddBot, Arrived, Join, Leave, Left, RemoveBot, Start, Table, TableRules
from tabletop.table.actions import AbandonReason
from tabletop.tables.caps import check_caps, count_opened
from tabletop.tables.models import PlayerRow, TableRow
from tabletop.tables.opening import insert_with_new_code
from tabletop.tables.seats import Entry, Seats, Terms, entry_again, hash_token, seat_with_person, with_sitter
from tabletop.tables.tokens import issue_token, revoke_token

NOT_FOR_PLAYERS = (Join, AddBot, Abandon, Arrived, Left)
"""Actions of the transport and of the services below."""
LOBBY_ACTIONS = (Start, Leave, RemoveBot)
"""Moves that change the list of open tables."""


class TableServices:
    """The services of one game's tables. Every change of a table goes through `tabletop.play.submit`."""

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

    @transaction.atomic
    def practice(self, *, person: User, terms: Terms | None = None) -> Entry:
        """Opens a table against bots and starts, in one transaction: nothing stays of a game that cannot begin.

        Raises and announces like `create_table` and `act`. The table never waits, so it is not counted among those.
        """
        if terms is not None and terms.opened_from is not None:
            count_opened(person=person, opened_from=terms.opened_from)
            terms = replace(terms, opened_from=None)
        entry = self.create_table(person=person, terms=terms, **self.practice_options)
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
        name = _name_of(person, display_name)
        host = self.new_player(person, token_hash=hash_token(terms.token), display_name=name)
        with transaction.atomic():
            if terms.opened_from is not None:
                check_caps(person=person, opened_from=terms.opened_from)
                count_opened(person=person, opened_from=terms.opened_from)
            row, table = insert_with_new_code(lambda code: insert(code, host))
            if terms.opened_from is not None:
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
        """Seats the person on the next free place.

        Locks the game row. Raises UnknownGame, RuleViolation, or ValidationError for a bad name. Announces the table,
        the lobby and the person's list.
        """
        terms = terms or Terms()
        name = _name_of(person, display_name)
        player = self.new_player(person, token_hash=hash_token(terms.token), display_name=name)
        move = Move(
            action={"type": "join", "seatId": str(player.pk)},
            arriving=player,
            expected_seq=expected_seq,
            topics=(LOBBY, f"person:{person.pk}"),
        )
        receipt = submit(self.engine, game_id, move)
        state: Table = receipt.state
        # A newcomer sits behind the others.
        seat = self.rules.key(state, len(state.seats) - 1)
        sitter = Sitter(seat_id=str(player.pk), person=person.pk, display_name=name)
        receipt = with_sitter(receipt, seat, sitter)
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
        seat = self.rules.key(receipt.state, len(receipt.state.seats) - 1)
        return with_sitter(receipt, seat, Sitter(seat_id=str(bot_id), display_name=name))

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
        its list changes. A waiting table that its last person leaves is removed.
        """
        is_typed = isinstance(action, msgspec.Struct) or action == UNDO
        typed = action if is_typed else self.rules.action_from_json(action)
        if isinstance(typed, NOT_FOR_PLAYERS):
            raise self.rules.refusal("invalid_request")
        topics = (LOBBY,) if isinstance(typed, LOBBY_ACTIONS) else ()
        user, proof = (None, None) if person is None else (person.pk, person.proof)
        move = Move(action=typed, person=user, proof=proof, topics=topics, **request)
        if not isinstance(typed, Leave):
            return submit(self.engine, game_id, move, known=known, now=now)
        with transaction.atomic():
            receipt = submit(self.engine, game_id, move, known=known, now=now)
            if receipt.state.host is None and receipt.state.game is None:
                self.remove_table(game_id=game_id)
        return receipt

    def undo(
        self, *, game_id: UUID, person: User | None = None, now: float | None = None, **request: Unpack[Request]
    ) -> Receipt:
        """Takes the latest submission back, for its author; raises and announces like `act`."""
        return self.act(game_id=game_id, action=UNDO, person=person, now=now, **request)

    def hand_to_bot(self, *, game_id: UUID, seat_id: str, level: str | None = None) -> Receipt:
        """For the staff: a bot plays the seat until its person takes it back; raises and announces like `act`."""
        action: Json = {"type": "hand_to_bot", "seatId": seat_id, "level": level}
        return submit(self.engine, game_id, Move(action=action))

    def abandon(self, *, game_id: UUID, reason: AbandonReason) -> Receipt:
        """For the staff: closes a table, which tells why; locks, raises and announces like `act`, and the lobby."""
        return submit(self.engine, game_id, Move(action=Abandon(reason=reason), topics=(LOBBY,)))

    def replace_token(self, *, seat_id: str, renew: bool) -> str | None:
        """Takes the token of a seat away, and gives a new one if asked; locks and announces like `revoke_token`."""
        seat: PlayerRow = self.seats.rows(pk=seat_id).get()
        if renew:
            return issue_token(seat)
        revoke_token(seat)
        return None

    def rematch(self, *, game_id: UUID, person: User, terms: Terms | None = None) -> Entry:
        """The first person who wants it opens the next table; the others sit down there.

        Locks the game row, so that two who want it at once meet at one table. Raises UnknownGame, and RuleViolation for
        a person without a seat and for a game that goes on; announces like `open_table` or `join_table`. The finished
        table gets no new number and is not announced: no page shows the next one, its button leads there.
        """
        with transaction.atomic():
            loaded = self.engine.store.load(game_id, for_update=True)
            assert isinstance(loaded.row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
            seat = loaded.seat_of(person=person.pk)
            if seat is None:
                raise self.rules.refusal("player_not_in_game")
            if not self.rules.is_over(loaded.state):
                raise self.rules.refusal("game_not_completed")
            next_id = loaded.row.rematch_id
            if next_id is None:
                bots = [info.bot_level for info in loaded.state.seats if info.type == "bot"]
                name = still_allowed(loaded.sitters[seat].display_name, kept=person.display_name)
                options = self.options_of(loaded)
                entry = self.create_table(person=person, display_name=name, bots=bots, terms=terms, **options)
                type(loaded.row)._default_manager.filter(pk=game_id).update(rematch=entry.game_id)
                return entry
        own = seat_with_person(self.seats.at(next_id), person.pk)
        if own is None:
            return self.join_table(game_id=next_id, person=person, terms=terms)
        return entry_again(self.engine.store.load(next_id), own, person=person)

    @transaction.atomic
    def remove_table(self, *, game_id: UUID) -> None:
        """Deletes the table and everything on it; harmless if there is none.

        Locks the game row. Announces the table, the lobby and the lists of the people who sit there.
        """
        games = self.engine.store.games._default_manager.filter(pk=game_id)
        # A move that is being made comes first: its action would belong to no table.
        games.select_for_update().first()
        people = [f"person:{taken.user_id}" for taken in self.seats.at(game_id) if taken.user_id]
        games.delete()
        slug = self.engine.slug
        Deadline.objects.filter(game_slug=slug, game_id=game_id).delete()
        Presence.objects.filter(game_slug=slug, game_id=game_id).delete()
        announce_after_commit(LOBBY, f"{slug}:{game_id}", *people)

    @transaction.atomic
    def forget_person(self, user: User) -> None:
        """Takes the name of a person who deletes the account off the seats; log and snapshots know no names.

        Locks the game rows, in order, so that two such requests never wait for each other in a ring. Seats at waiting
        tables become free; in a running game without presence a bot plays on. Announces the names at the tables, and
        the lists of the people who sit there.
        """
        games = self.engine.store.games._default_manager
        mine = self.seats.rows(user=user)
        for row in games.select_for_update(no_key=True).filter(pk__in=mine.values(self.seats.game)).order_by("pk"):
            player = self.seats.rows(user=user, **{self.seats.game: row}).get()
            player.forget(user.display_name)
            revoke_token(player)
            loaded = self.engine.store.load(row.pk)
            people = (f"person:{sitter.person}" for sitter in loaded.sitters.values() if sitter.person)
            announce_after_commit(f"{self.engine.slug}:{row.pk}{NAMES}", *people)
            state: Table = loaded.state
            seat_id = str(player.pk)
            if self.rules.is_over(state):
                continue
            if state.game is None:
                # Otherwise the others would wait for a person who never comes, perhaps for their host.
                self.act(game_id=row.pk, seat_id=seat_id, action={"type": "leave"})
            elif not self.rules.plug.follows_presence:
                place = state.place_of_id(seat_id)
                if place is not None and state.seats[place].bot_level is None:
                    self.hand_to_bot(game_id=row.pk, seat_id=seat_id)


def _name_of(person: User, chosen: str | None) -> str:
    """The name of a seat: the `chosen` one, or the person's own, which was judged when it was chosen.

    Raises ValidationError.
    """
    return person.display_name if chosen is None else clean_display_name(chosen, kept=person.display_name)
