"""Six-character codes that are easy to read out and to type: no 0, 1, I, L or O."""

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 6


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def clean_code(text: str) -> str | None:
    """The typed code in capitals without blanks around it; None if it cannot be a code."""
    code = text.strip().upper()
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else None
