"""Links that prove who reads the mail of an address.

A claim says: this person wants this address. It travels in the link, signed; nothing of it is stored. It is spent as
soon as the person's address or password has changed, and it grows old with PASSWORD_RESET_TIMEOUT.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core import signing
from django.utils.crypto import salted_hmac

from tabletop.accounts.models import User

SALT = "tabletop.accounts.claims"


@dataclass(frozen=True, kw_only=True)
class Claim:
    user: User
    email: str


def write_claim(*, user: User, email: str) -> str:
    return signing.dumps([str(user.pk), email, _mark(user)], salt=SALT)


def read_claim(token: str) -> Claim | None:
    try:
        user_id, email, mark = signing.loads(token, salt=SALT, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or _mark(user) != mark:
        return None
    return Claim(user=user, email=email)


def _mark(user: User) -> str:
    return salted_hmac(SALT, f"{user.email} {user.password}", algorithm="sha256").hexdigest()
