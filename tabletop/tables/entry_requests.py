"""Forms that lead to a seat, each sent once however often it is pressed."""

from django.http import HttpRequest

from tabletop.accounts.models import User
from tabletop.errors import Malformed
from tabletop.limits import client_mark
from tabletop.request_headers import is_key, is_secret
from tabletop.tables.entrance import EntryRequest
from tabletop.tables.seats import Terms


def asked_once(request: HttpRequest, slug: str, what: str, person: User | None) -> EntryRequest | None:
    """The request by the key of its form: another choice in the same form is another request. Raises Malformed."""
    key = request.POST.get("key", "")
    if key and not is_key(key):
        raise Malformed
    if not key or (person is None and not is_secret(key)):
        return None
    chosen = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
    sent = f"{slug} {what} {chosen}"
    return EntryRequest(
        key=f"{key} {sent}",
        session=None if person is None else request.session.session_key,
        person=None if person is None else person.pk,
        what=sent,
        renews=True,
    )


def terms_of(request: HttpRequest) -> Terms:
    """Of a person at a page, whose seat needs no token; one can be made for it at any time."""
    return Terms(token=None, opened_from=client_mark(request))
