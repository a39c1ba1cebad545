from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from tabletop.accounts.models import User

SECOND_FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)


def is_taken(email: str) -> bool:
    return User.objects.filter(email=User.objects.normalize_email(email)).exists()


def has_second_factor(user: Any) -> bool:
    """Recovery codes alone are none: they stand in for one that is lost."""
    return Authenticator.objects.filter(user_id=user.pk, type__in=SECOND_FACTORS).exists()


def is_only_factor(authenticator: Authenticator) -> bool:
    others = Authenticator.objects.filter(user_id=authenticator.user_id, type__in=SECOND_FACTORS)
    return not others.exclude(pk=authenticator.pk).exists()


def devices_of(user: User) -> list[UserSession]:
    """Where the person is signed in, the latest first."""
    return sorted(UserSession.objects.purge_and_list(user), key=lambda device: device.last_seen_at, reverse=True)
