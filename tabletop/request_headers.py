"""The headers of a move."""

from django.http import HttpRequest

from tabletop.errors import Malformed
from tabletop.models import LONGEST_KEY

SHORTEST_SECRET = 32
"""Characters of a key that proves by itself who sends it again."""


def idempotency_key(request: HttpRequest) -> str | None:
    """The key that gives a repeated request the same answer without a second effect; raises Malformed."""
    key = request.headers.get("Idempotency-Key") or None
    if key and not is_key(key):
        raise Malformed
    return key


def is_secret(key: str) -> bool:
    """Whether a key is long enough to be a secret that its client has made for itself."""
    return len(key) >= SHORTEST_SECRET


def is_key(text: str) -> bool:
    return 0 < len(text) <= LONGEST_KEY and text.isascii() and text.isprintable()


def expected_seq(request: HttpRequest) -> int | None:
    """The sequence number the page shows; raises Malformed."""
    text = request.headers.get("X-Table-Seq", "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Malformed
    return int(text) if text else None
