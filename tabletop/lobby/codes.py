"""Six-character codes that are easy to read out and to type: no 0, 1, I, L or O. And the gate for those who guess."""

import secrets
from collections.abc import Callable
from typing import TypeVar

from django.http import HttpRequest

from tabletop.limits import Limit

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 6
GUESSES = Limit(name="code", times=10, seconds=60)
"""Codes are short: limits guessing, by page and by program together."""

Found = TypeVar("Found")


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def clean_code(text: str) -> str | None:
    """The typed code in capitals without blanks around it; None if it cannot be a code."""
    code = text.strip().upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None


def look_up(request: HttpRequest, text: str, find: Callable[[str], Found | None]) -> Found | None:
    """What `find` has for a code that somebody sends.

    Raises TooMany after too many wrong ones, before the code is looked at: for a right one too.
    """
    GUESSES.count_client(request)
    code = clean_code(text)
    found = None if code is None else find(code)
    if found is not None:
        GUESSES.give_back(request)
    return found
