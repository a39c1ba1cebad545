"""The headers of a move."""

from django.http import HttpRequest

from tabletop.errors import Malformed
from tabletop.models import LONGEST_KEY


def idempotency_key(request: HttpRequest) -> str | None:
    """The key that gives a repeated request the same answer without a second effect; raises Malformed."""
    key = request.headers.get("Idempotency-Key") or None
    if key and (len(key) > LONGEST_KEY or not (key.isascii() and key.isprintable())):
        raise Malformed
    return key
