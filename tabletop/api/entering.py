"""How programs come to a seat: who asks, and with which key."""

from collections.abc import Callable

import msgspec
from django.contrib.auth import login
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tabletop.accounts.models import User
from tabletop.api.bodies import Body
from tabletop.api.refusals import ApiRefusal
from tabletop.api.requests import check_session, read_key
from tabletop.limits import Limit, client_mark
from tabletop.request_headers import SHORTEST_SECRET, is_secret
from tabletop.tables.entrance import EntryRequest, as_guest, enter_once, may_log_in_again
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.services import TableServices

Service = Callable[[User, Terms], Entry]


def enter(
    services: TableServices, request: HttpRequest, body: Body, what: str, *, name: str, service: Service
) -> Entry:
    """Takes a seat for the person of the session; a stranger becomes a guest with this name and gets a session.

    Raises ApiRefusal, TooMany, and what `enter_once` and the service raise.
    """
    user, network = request.user, client_mark(request)
    if isinstance(user, User):
        check_session(request)
        asked = _asked(request, services, body, what, person=user)
        return enter_once(services, asked, lambda token: service(user, Terms(token=token, opened_from=network)))
    Limit(name=f"{services.engine.slug}-api-guest", times=1000, seconds=600).count_client(request)
    asked = _asked(request, services, body, what, person=None)

    def come_in(token: str) -> Entry:
        return as_guest(name=name, enter=lambda guest: service(guest, Terms(token=token, opened_from=network)))

    entry = enter_once(services, asked, come_in)
    if may_log_in_again(entry):
        login(request, entry.person)
    return entry


def _asked(
    request: HttpRequest, services: TableServices, body: Body, what: str, *, person: User | None
) -> EntryRequest | None:
    key = read_key(request)
    if key is None:
        return None
    if person is None and not is_secret(key):
        sentence = _("Without a session the key is your own secret: send at least %(least)s characters.")
        message = sentence % {"least": SHORTEST_SECRET}
        raise ApiRefusal("invalid_request", message=message, details={"problem": "Idempotency-Key"})
    sent = f"{services.engine.slug} {what} {msgspec.json.encode(body).decode()}"
    session = None if person is None else request.session.session_key
    return EntryRequest(key=key, session=session, person=None if person is None else person.pk, what=sent)
