"""How large the body of a request may be, by its address: asked before it is read, and again by those who read it."""

from django.conf import settings

MAX_BODY_BYTES: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""The largest of all; some forms take less, and say so themselves."""
MAX_PROGRAM_BYTES = 16 * 1024
PROGRAMS = "/api/"


def max_bytes_at(path: str) -> int:
    return MAX_PROGRAM_BYTES if PROGRAMS in path else MAX_BODY_BYTES
