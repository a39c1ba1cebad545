"""The person behind a socket: read from the session of the handshake, checked again with every heartbeat."""

from typing import Any, NamedTuple
from uuid import UUID

from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language_from_request

from tabletop.accounts.models import User


class Identity(NamedTuple):
    session_key: str | None = None
    person: UUID | None = None
    session_hash: str = ""
    """Changes with the password: a new password ends all other sessions."""


def identity_of(scope: dict[str, Any]) -> Identity:
    user, key = scope["user"], scope["session"].session_key
    return Identity(key, user.pk, user.get_session_auth_hash()) if isinstance(user, User) else Identity(key)


def language_of(scope: dict[str, Any]) -> str:
    """The language of the page that opened the socket: the browser sends both the same headers."""
    request = HttpRequest()
    request.COOKIES = scope["cookies"]
    request.META["HTTP_ACCEPT_LANGUAGE"] = dict(scope["headers"]).get(b"accept-language", b"").decode("latin-1")
    return get_language_from_request(request)


def valid_identities(identities: set[Identity]) -> set[Identity]:
    """Drops those who have logged out, changed the password or deleted the account since the handshake."""
    keys = [identity.session_key for identity in identities if identity.session_key]
    sessions = set(
        Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now()).values_list("pk", flat=True)
    )
    people = User.objects.filter(pk__in=[identity.person for identity in identities if identity.person], is_active=True)
    hashes = {person.pk: person.get_session_auth_hash() for person in people}
    return {
        identity
        for identity in identities
        if (identity.session_key is None or identity.session_key in sessions)
        and (identity.person is None or hashes.get(identity.person) == identity.session_hash)
    }
