import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware as DjangoSessionMiddleware
from django.db.models import QuerySet
from django.dispatch import Signal
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

from tabletop.composed import ComposedQuery
from tabletop.database import is_outage
from tabletop.errors import answers_outages

if TYPE_CHECKING:
    from django.contrib.sessions.models import Session

    from tabletop.accounts.models import User

RENEW_SECONDS = 24 * 3600
SEEN_AT = "seen_at"
STAFF_SECONDS = 12 * 3600
STAFF_UNTIL = "staff_until"
SECOND_FACTOR = "second_factor"
"""That the person of this session has shown a second factor in it, or set up the first one."""


session_ended = Signal()
"""Sent with the `session_key` of a session that is deleted, by a log-out or a log-in in its place."""


def _stored(key: str) -> "QuerySet[Session, tuple[str, datetime]]":
    # Imported late: this module is read before the models are.
    from django.contrib.sessions.models import Session

    return Session.objects.filter(session_key=key).values_list("session_data", "expire_date")


_stored_sessions = ComposedQuery(_stored, stand_in="a session")


class SessionStore(DatabaseSessionStore):
    """Ignores a cookie that cannot be a key: PostgreSQL raises for some characters."""

    def __init__(self, session_key: str | None = None) -> None:
        is_key = session_key is not None and session_key.isascii() and session_key.isalnum()
        super().__init__(session_key if is_key else None)

    def load(self) -> dict[str, Any]:
        now = timezone.now()
        for data, expires_at in _stored_sessions.rows(self.session_key or ""):
            if expires_at > now:
                return self.decode(data)
        self._session_key = None
        return {}

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as error:
            # Whatever fails there is taken for a session that has been ended meanwhile.
            failure = error.__context__
            if failure is not None and is_outage(failure):
                raise failure from None
            raise

    def delete(self, session_key: str | None = None) -> None:
        ended = session_key or self.session_key
        super().delete(session_key)
        if ended is not None:
            session_ended.send(sender=type(self), session_key=ended)


class SessionMiddleware(DjangoSessionMiddleware):
    """Where the session cannot be saved, the request has done its work: Django's 400 would tell that nothing changed.

    If the database is away the same request may be sent again. If the person has logged out meanwhile the answer
    stands, and the next request has no session.
    """

    @answers_outages
    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except SessionInterrupted:
            patch_vary_headers(response, ("Cookie",))
            return response


class StaySignedInMiddleware:
    """Renews the session about once a day: a guest who returns now and then keeps name and games.

    Sessions of staff are not renewed: they end a fixed time after they have become such.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    @answers_outages
    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        # Only where the view has loaded the session: renewing costs no extra statement, and after a failure the
        # database may not answer.
        if response.status_code < 500 and request.session.accessed and request.user.is_authenticated:
            now = time.time()
            seen_at = request.session.get(SEEN_AT, 0)
            if now - seen_at > RENEW_SECONDS:
                request.session[SEEN_AT] = now
                if not request.user.is_guest:
                    _note_device(request, response)
                elif seen_at:
                    _note_return(request.user)
            if request.user.is_staff:
                _end_in_time(request, now)
        return response


def _note_return(guest: "User") -> None:
    """Guests sign in once, and go when they have not been here for long."""
    guest.last_login = timezone.now()
    guest.save(update_fields=["last_login"])


def _note_device(request: HttpRequest, response: HttpResponse) -> None:
    """Notes for the person where the account is signed in, and for the browser that it is known."""
    # Imported late: this module is read before the models are.
    from allauth.usersessions.models import UserSession

    from tabletop.accounts import known_devices

    UserSession.objects.create_from_request(request)
    known_devices.remember(request, response, email=request.user.email or "")  # type: ignore[union-attr] # asked before


def _end_in_time(request: HttpRequest, now: float) -> None:
    """Sets the end of a session when it has become one of staff, and again if a log-in has set another."""
    until = request.session.setdefault(STAFF_UNTIL, now + STAFF_SECONDS)
    end = datetime.fromtimestamp(until, tz=UTC)
    if request.session.get_expiry_date() != end:
        request.session.set_expiry(end)
