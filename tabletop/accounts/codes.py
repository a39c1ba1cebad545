"""Codes of an app and recovery codes, each of which opens once.

allauth notes a used code of an app in the cache for 30 seconds, while it is valid for 90 and the cache may be away.
Here the row of the app keeps the number of the last one, as RFC 6238 advises: that one and all before it are spent.
"""

from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.mfa.utils import decrypt
from django.db import transaction

from tabletop.accounts.models import User

LAST_USED = "last_used"
"""In the data of an app: how many periods after 1970 its last used code was shown."""


@transaction.atomic
def use_code(*, user: User, code: str) -> Authenticator | None:
    """Spends the code and returns what it belongs to, or None; locks the rows of both kinds of codes."""
    rows = Authenticator.objects.select_for_update().exclude(type=Authenticator.Type.WEBAUTHN)
    for row in rows.filter(user_id=user.pk).order_by("pk"):
        is_app = row.type == Authenticator.Type.TOTP
        if _use_code_of_app(row, code) if is_app else row.wrap().validate_code(code):
            row.user = user
            return row
    return None


def _use_code_of_app(app: Authenticator, code: str) -> bool:
    secret = decrypt(app.data["secret"])
    for counter in yield_hotp_counters_from_time():
        is_spent = counter <= app.data.get(LAST_USED, 0)
        if compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, counter))) and not is_spent:
            app.data[LAST_USED] = counter
            app.save(update_fields=["data"])
            return True
    return False
