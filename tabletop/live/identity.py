"""The person behind a socket: read from the session of the handshake, checked again with every heartbeat."""

from hashlib import blake2b
from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models.signals import post_save
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language_from_request

from tabletop.accounts.models import User
from tabletop.accounts.sessions import session_ended
from tabletop.batch import Condition
from tabletop.games import get_game
from tabletop.live.announce import SIGNED_IN, announce_after_commit


class SignedOut(Exception):
    """The person has logged out, changed the password or deleted the account since the handshake."""


class Identity(NamedTuple):
    session_key: str | None = None
    person: UUID | None = None
    password: str = ""
    """As it is stored: a new password ends all other sessions."""
    game: str = ""
    token_hash: str = ""
    """Of a program that has a seat of this game by its token, in place of session and person."""

    @property
    def marks(self) -> tuple[str, ...]:
        """What a doorbell calls the person and the session by, or the token; the key of a session is a secret."""
        if self.token_hash:
            return (mark_of_token(self.token_hash),)
        return (str(self.person), mark_of_session(self.session_key or ""))

    def check(self) -> None:
        """One statement; raises SignedOut."""
        condition = self.condition()
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {condition.sql}", condition.parameters)
            is_signed_in = bool(cursor.fetchone()[0])
        if not is_signed_in:
            raise SignedOut

    def condition(self) -> Condition:
        """That the person is signed in, for the statement that writes a move, and stays so until the move is committed.

        Locks the rows of session and person where others may write meanwhile: a sign-out waits for it.
        """
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        person = User._meta.pk.get_db_prep_value(self.person, connection)
        locks = _UNTIL_COMMIT if connection.features.has_select_for_update else ""
        return Condition(_STILL_SIGNED_IN.format(locks=locks), (self.session_key, now, person, self.password))


_STILL_SIGNED_IN = (
    f"EXISTS (SELECT 1 FROM {Session._meta.db_table} AS session, {User._meta.db_table} AS person"  # noqa: S608 - models' names
    " WHERE session.session_key = %s AND session.expire_date > %s"
    " AND person.id = %s AND person.is_active AND person.password = %s{locks})"
)
_UNTIL_COMMIT = " FOR KEY SHARE OF session FOR SHARE OF person"
"""Against the deletion of the session, and against any change of the person."""


def mark_of_session(key: str) -> str:
    return blake2b(key.encode(), digest_size=16).hexdigest()


def mark_of_token(token_hash: str) -> str:
    return blake2b(b"token " + token_hash.encode(), digest_size=16).hexdigest()


def watch_sign_outs() -> None:
    """Rings when a session ends or a person changes, so that sockets close at once and not with the heartbeat."""
    session_ended.connect(_session_ended)
    post_save.connect(_person_saved, sender=User)


def _session_ended(*, session_key: str, **_more: Any) -> None:
    """Announces a log-out, so that the session's sockets are closed at once."""
    announce_after_commit(SIGNED_IN + mark_of_session(session_key))


def _person_saved(*, instance: User, created: bool, **_more: Any) -> None:
    """Announces a changed person, so that sockets of a deleted one or with an old password are closed at once."""
    if not created:
        announce_after_commit(f"{SIGNED_IN}{instance.pk}")


def identity_of(scope: dict[str, Any]) -> Identity:
    user, key = scope["user"], scope["session"].session_key
    return Identity(key, user.pk, user.password) if isinstance(user, User) else Identity(key)


def language_of(scope: dict[str, Any]) -> str:
    """The language of the page that opened the socket: the browser sends both the same headers."""
    request = HttpRequest()
    request.COOKIES = scope["cookies"]
    request.META["HTTP_ACCEPT_LANGUAGE"] = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    return get_language_from_request(request)


def valid_identities(identities: set[Identity]) -> set[Identity]:
    """Drops those who have logged out, changed the password or deleted the account, or whose token was revoked."""
    keys = [identity.session_key for identity in identities if identity.session_key]
    sessions = set(
        Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now()).values_list("pk", flat=True)
    )
    people = User.objects.filter(pk__in=[identity.person for identity in identities if identity.person], is_active=True)
    passwords = dict(people.values_list("pk", "password"))
    tokens = _valid_tokens(identities)
    return {
        identity
        for identity in identities
        if (identity.session_key is None or identity.session_key in sessions)
        and (identity.person is None or passwords.get(identity.person) == identity.password)
        and (not identity.token_hash or identity.token_hash in tokens)
    }


def _valid_tokens(identities: set[Identity]) -> set[str]:
    """Hashes of tokens that are still those of a seat; one statement for each game with programs."""
    found: set[str] = set()
    for slug in {identity.game for identity in identities if identity.token_hash}:
        tables = get_game(slug).tables
        hashes = [identity.token_hash for identity in identities if identity.game == slug]
        found |= set() if tables is None else tables.seats.known_hashes(hashes)
    return found
