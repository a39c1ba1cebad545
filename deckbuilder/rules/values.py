"""What counts as a text, as a number and as JSON, wherever it comes from."""

import json
import math
import re
from typing import Any, TypeGuard

MAX_WHOLE_NUMBER = 2**53 - 1
"""What the original application counts exactly. Much longer numbers Python would not even print."""

_NUMERIC_TEXT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")


def is_text(value: object) -> TypeGuard[str]:
    """A text that can also be written: half of a surrogate pair is no character, and no page or file takes it."""
    if not isinstance(value, str):
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def is_named(value: object) -> TypeGuard[str]:
    return is_text(value) and value.strip() != ""


def whole_number(value: object) -> int | None:
    """A finite number rounded down. True is not 1 here, and "7" is no number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return math.floor(max(-MAX_WHOLE_NUMBER, min(MAX_WHOLE_NUMBER, value)))


def stored_whole_number(value: object) -> int | None:
    """The same, and numbers that an older save kept as text: sign, digits, decimal point."""
    if isinstance(value, str) and _NUMERIC_TEXT.fullmatch(value):
        return math.floor(max(-MAX_WHOLE_NUMBER, min(MAX_WHOLE_NUMBER, float(value))))
    return whole_number(value)


def parse_json(text: str) -> Any:
    """Raises ValueError for what is no JSON, as Python's own parser does, and also for NaN, which it lets pass."""
    try:
        return _DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("The text is nested too deeply.") from error


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON.")


def _parse_integer(digits: str) -> float:
    # Python refuses to read whole numbers of thousands of digits; a float reads any.
    return int(digits) if len(digits) < 1000 else float(digits)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=_parse_integer)
