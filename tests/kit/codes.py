"""The app of a person that shows codes for logging in."""

import time

from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value

from tabletop.accounts.models import User

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
PERIOD_SECONDS = 30


def add_app(person: User, secret: str = SECRET) -> None:
    TOTP.activate(person, secret)


def code_now(secret: str = SECRET) -> str:
    return str(format_hotp_value(hotp_value(secret, int(time.time()) // PERIOD_SECONDS)))
