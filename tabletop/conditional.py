"""Pages that have not changed are not sent again: 304 to a browser that names what it shows by the page's ETag.

The tag names what a page shows, not its bytes, which differ with each visit: the CSRF token is masked anew. So it is
known before anything is rendered.
"""

from collections.abc import Callable
from functools import cache
from hashlib import blake2b

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from tabletop.response_headers import NOT_KEPT

SHOWN_OF_PERSON = ("pk", "display_name", "is_guest", "theme", "sounds", "motion")
"""What pages tell of the person who looks; a stranger has none of it."""
PRODUCT = ("tabletop", "cambio", "imperial", "deckbuilder", "templates", "static", "locale")


def answer_with_page(request: HttpRequest, *marks: object, render: Callable[[], HttpResponse]) -> HttpResponse:
    """The page, or 304. `marks` name all it shows besides person, language and messages; equal ones have equal `repr`.

    Without a mark the page is always sent.
    """
    # Messages are shown once. In development templates change under a running server.
    is_marked = bool(marks) and not get_messages(request) and not settings.DEBUG
    response = None
    # Without the cookie that its forms need, a page must be sent to set it.
    if is_marked and "CSRF_COOKIE" in request.META:
        response = get_conditional_response(request, etag=_tag(request, marks))
    if response is None:
        response = render()
    if is_marked:
        response["ETag"] = _tag(request, marks)
    # Never kept for others, and never shown again without asking.
    response["Cache-Control"] = "private, no-cache"
    return response


def answer_with_hand(render: Callable[[], HttpResponse]) -> HttpResponse:
    """A page with what only one person may know: no browser keeps it, so there is none that could be shown again."""
    response = render()
    response["Cache-Control"] = NOT_KEPT
    return response


def _tag(request: HttpRequest, marks: tuple[object, ...]) -> str:
    """Weak: the same page in other bytes. A log-in or log-out changes the session, and with it every tag."""
    person = tuple(getattr(request.user, name, None) for name in SHOWN_OF_PERSON)
    visit = (request.session.session_key, request.META.get("CSRF_COOKIE"), person, get_language(), release())
    return f'W/"{blake2b(repr((visit, marks)).encode(), digest_size=12).hexdigest()}"'


@cache
def release() -> str:
    """Names the code, templates and static files that this process serves: the same in all processes of a release."""
    digest = blake2b(settings.SITE_URL.encode(), digest_size=12)
    for folder in PRODUCT:
        for file in sorted((settings.BASE_DIR / folder).rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                digest.update(str(file.relative_to(settings.BASE_DIR)).encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()
