"""Coming to a seat once: a request to open or join a table that is sent again leads to the same seat.

Its key belongs to the session that sends it. Without a session it is the client's own secret, and long. A stranger who
has seen the key of a session gets nothing by it.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from tabletop.accounts.models import User
from tabletop.accounts.services import create_guest
from tabletop.models import EntryKey
from tabletop.play import read
from tabletop.request_headers import is_secret
from tabletop.rules import RuleViolation, gettext_noop, say
from tabletop.tables.seats import Entry, TakenSeat, entry_again, hash_token, new_token
from tabletop.tables.services import TableServices

KEPT_SECONDS = 24 * 3600
KEY_REUSED = gettext_noop("This request was used for something else before. Send it with another key.")
TOKEN_IS_SPENT = gettext_noop("The token of this seat was taken back or replaced. Send the request with another key.")
SEAT_IS_GONE = gettext_noop("This request took a seat that is free again. Send it with another key.")


@dataclass(frozen=True, kw_only=True)
class EntryRequest:
    """A request to come in, by its key."""

    key: str
    session: str | None
    """The key of the session; None for a client without one."""
    person: UUID | None
    """Whose session it is."""
    what: str
    """Names what is asked for."""
    renews: bool = False
    """Whether a seat that is gone meanwhile is asked for anew: a page that is shown again means what it says."""

    @property
    def mark(self) -> str:
        return _hashed("session", self.session, self.key) if self.session else self.secret_mark

    @property
    def secret_mark(self) -> str:
        return _hashed("client", self.key)

    @property
    def what_mark(self) -> str:
        return _hashed("what", self.what)[:32]

    def token(self, row: EntryKey) -> str:
        """The token of the seat, which is kept nowhere: the same for the same row and key."""
        return _hashed("token", row.mark, row.salt, self.key)

    def token_again(self, row: EntryKey, own: TakenSeat) -> str | None:
        """The token that the first answer told, None to a page; raises RuleViolation if the seat has it no more."""
        if self.renews:
            return None
        token = self.token(row)
        if hash_token(token) != own.token_hash:
            raise RuleViolation("key_reused", say(TOKEN_IS_SPENT))
        return token


def _hashed(*parts: str | None) -> str:
    return salted_hmac("tabletop.entry", "\n".join(map(str, parts)), algorithm="sha256").hexdigest()


@transaction.atomic
def as_guest(*, name: str, enter: Callable[[User], Entry]) -> Entry:
    """Creates a guest and lets it `enter` a table in one transaction: without a seat there is no guest either.

    Raises ValidationError for a bad name, and what `enter` raises; locks and announces like `enter`.
    """
    return enter(create_guest(name=name))


@transaction.atomic
def enter_once(services: TableServices, asked: EntryRequest | None, enter: Callable[[str], Entry]) -> Entry:
    """Lets `enter` take a seat with the token it is given; if a request with this key has done so, its seat again.

    Waits for another request with the same key. Raises RuleViolation (`key_reused` for a key of another request and
    for one whose token the seat has no more, `player_not_in_game` for a seat that is gone), UnknownGame for a table
    that is gone, and what `enter` raises; then the key is as if it had not been sent. Locks and announces like `enter`;
    nothing stays of what is refused.
    """
    if asked is None:
        return enter(new_token())
    row = _claim(services, asked)
    if row.game_id is not None:
        entry = _enter_again(services, asked, row, row.game_id)
        if entry is not None:
            return entry
    entry = enter(asked.token(row))
    EntryKey.objects.filter(pk=row.pk).update(game_id=entry.game_id, seat_id=entry.player_id)
    return entry


def _claim(services: TableServices, asked: EntryRequest) -> EntryKey:
    """The row of the key, locked: with a seat if there was such a request before, without one if it is ours."""
    now = time.time()
    EntryKey.objects.filter(pk__in=(asked.mark, asked.secret_mark), at__lt=now - KEPT_SECONDS).delete()
    if asked.session is not None and is_secret(asked.key):
        # The first answer has given the client a session, which it has sent along this time.
        before = EntryKey.objects.filter(pk=asked.secret_mark).first()
        if before is not None and services.seats.rows(pk=before.seat_id, user=asked.person).exists():
            return before
    row = EntryKey(mark=asked.mark, what=asked.what_mark, salt=secrets.token_hex(16), at=now)
    # Waits for a transaction that inserts the same row: after its commit, ours changes nothing.
    EntryKey.objects.bulk_create([row], ignore_conflicts=True)
    return EntryKey.objects.select_for_update().get(pk=asked.mark)


def _enter_again(services: TableServices, asked: EntryRequest, row: EntryKey, game_id: UUID) -> Entry | None:
    """The seat that was taken before; None if it is gone and asked for anew."""
    if row.what != asked.what_mark:
        raise RuleViolation("key_reused", say(KEY_REUSED))
    taken = services.seats.at(game_id)
    own = next((seat for seat in taken if seat.player_id == str(row.seat_id)), None)
    if own is None and asked.renews:
        return None
    if own is None or own.user_id is None:
        raise RuleViolation("player_not_in_game", say(SEAT_IS_GONE))
    person = User.objects.get(pk=own.user_id)
    return entry_again(read(services.engine, game_id), own, person=person, token=asked.token_again(row, own))


def may_log_in_again(entry: Entry) -> bool:
    """Whether the request gives a session: of a guest it has made, now or before, but never of an account."""
    return not entry.is_repeated or (entry.person.is_guest and not entry.person.has_usable_password())


def old_entry_keys(*, now: float) -> QuerySet[EntryKey]:
    """Keys that lead nowhere any more."""
    return EntryKey.objects.filter(at__lt=now - KEPT_SECONDS)
