"""People who signed in before the cookies were renamed (`tabletop.accounts.cookies`) stay signed in."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest, HttpResponse

from tabletop.accounts.cookies import KNOWN_DEVICE, MESSAGES, PLAIN_SESSION_COOKIE, has_new_names
from tabletop.accounts.sessions import SessionStore

OLD_CSRF_COOKIE = "csrftoken"
OLD_COOKIES = frozenset({PLAIN_SESSION_COOKIE, OLD_CSRF_COOKIE, KNOWN_DEVICE, MESSAGES})
HAS_NEW_NAME = "has_new_name"
"""In a session that the new cookie has carried: under the old name somebody else may have put it there."""


class OldCookiesMiddleware:
    """Reads a session with its old name once and the secret of its forms, sets them with the new ones.

    Deletes all old ones. A secret without such a session is not taken: another site of the domain could have set it.

    Stands behind the sessions, which write the new cookie of a changed session, and before what checks forms.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        old = OLD_COOKIES & request.COOKIES.keys() if has_new_names() else frozenset()
        if PLAIN_SESSION_COOKIE in old and settings.SESSION_COOKIE_NAME not in request.COOKIES:
            session = old_session(request.COOKIES[PLAIN_SESSION_COOKIE])
            if session is not None:
                session[HAS_NEW_NAME] = True
                request.session = session
                _take_secret(request)
        response = self.get_response(request)
        for name in old:
            response.delete_cookie(name, samesite="Lax")
        return response


def old_session(key: str) -> SessionStore | None:
    """The session if it is there and no new cookie has carried it."""
    session = SessionStore(key)
    return None if session.is_empty() or HAS_NEW_NAME in session else session


def _take_secret(request: HttpRequest) -> None:
    """Forms of pages that were open during the update carry tokens of it."""
    if OLD_CSRF_COOKIE in request.COOKIES and settings.CSRF_COOKIE_NAME not in request.COOKIES:
        request.COOKIES[settings.CSRF_COOKIE_NAME] = request.COOKIES[OLD_CSRF_COOKIE]
        request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True


def mark_new_sessions() -> None:
    user_logged_in.connect(_mark)


def _mark(*, request: HttpRequest | None, **_more: Any) -> None:
    if request is not None and has_new_names():
        request.session[HAS_NEW_NAME] = True
