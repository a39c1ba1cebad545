"""Signed links that prove who reads the mail of an address.

A claim says that a person wants an address. It is stored nowhere but in the link; it ends when the person's address or
password changes, or after PASSWORD_RESET_TIMEOUT.
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


def sign_claim(*, user: User, email: str) -> str:
    return signing.dumps([str(user.pk), email, _fingerprint(user)], salt=SALT)


def read_claim(token: str) -> Claim | None:
    """The claim of a valid link; None for a forged, old or used one."""
    try:
        user_id, email, fingerprint = signing.loads(token, salt=SALT, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except signing.BadSignature:
        return None
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None or _fingerprint(user) != fingerprint:
        return None
    return Claim(user=user, email=email)


def _fingerprint(user: User) -> str:
    return salted_hmac(SALT, f"{user.email} {user.password}", algorithm="sha256").hexdigest()
