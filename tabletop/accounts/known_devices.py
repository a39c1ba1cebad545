"""A browser that has logged in keeps a signed note of it: strangers who guess at the account cannot shut it out.

A browser that has opened a mailed link to a new password gets one, too; while it is signed in, the note is renewed.
The note is no way in by itself. It says whose tries are counted (`tabletop.accounts.attempts`), and the password lane
keeps a thread for those who have one (`tabletop.password_lane`).
"""

import secrets
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tabletop.accounts.cookies import KNOWN_DEVICE, cookie_name
from tabletop.accounts.models import User

SALT = "tabletop.accounts.known_devices"
MOST_ACCOUNTS = 4
"""Of one household at one browser."""


def remember(request: HttpRequest, response: HttpResponse, *, email: str) -> None:
    number, marks = _read(note_in(request.COOKIES)) or (secrets.token_hex(8), [])
    marks = [_mark(email), *(mark for mark in marks if mark != _mark(email))][:MOST_ACCOUNTS]
    response.set_cookie(
        cookie_name(KNOWN_DEVICE),
        signing.dumps([number, marks], salt=SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def device_of(request: HttpRequest, *, email: str) -> str | None:
    """The number of a browser that has logged into this account before."""
    number, marks = _read(note_in(request.COOKIES)) or ("", [])
    return number if _mark(email) in marks else None


def note_in(cookies: Mapping[str, str]) -> str:
    return cookies.get(cookie_name(KNOWN_DEVICE), "")


def is_note(text: str) -> bool:
    return _read(text) is not None


def _read(text: str) -> tuple[str, list[str]] | None:
    try:
        note: Any = signing.loads(text, salt=SALT, max_age=settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return None
    return note[0], note[1]


def _mark(email: str) -> str:
    return salted_hmac(SALT, User.objects.normalize_email(email), algorithm="sha256").hexdigest()[:32]


BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("Chrome/", "Chrome"), ("Safari/", "Safari"))
SYSTEMS = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("Mac OS X", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)
"""In this order: browsers name those they are like, too."""


def name_of(user_agent: str) -> str:
    """What people call a browser by, for example "Firefox, Windows"; empty if it says nothing that is known."""
    found = (next((name for sign, name in names if sign in user_agent), None) for names in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in found if name)
