"""Reads texts, numbers and JSON of any origin: actions, saves and preset files."""

import json
import math
import re
from typing import Any, TypeGuard

_NUMERIC_TEXT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")


def is_text(value: object) -> TypeGuard[str]:
    """Rejects lone surrogates: neither UTF-8 pages nor files can hold them."""
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


def text_or_none(value: object) -> str | None:
    return value if is_text(value) else None


def texts_in(value: object) -> tuple[str, ...]:
    return tuple(filter(is_text, value)) if isinstance(value, list) else ()


def field_text(payload: Any, name: str) -> str | None:
    """Returns None for a payload that is missing or of the wrong type."""
    return text_or_none(payload.get(name)) if isinstance(payload, dict) else None


def whole_number(value: object, within: range, *, otherwise: int, may_be_text: bool = False) -> int:
    """Rounds down and clamps; `otherwise` replaces what is no finite number, such as True.

    With `may_be_text` it reads texts of sign, digits and decimal point too, which older saves hold.
    """
    if may_be_text and isinstance(value, str) and _NUMERIC_TEXT.fullmatch(value):
        number = float(value)
    elif isinstance(value, int | float) and not isinstance(value, bool) and -math.inf < value < math.inf:
        number = value  # math.isfinite would raise for an integer that is too large for a float.
    else:
        return otherwise
    return math.floor(max(within[0], min(within[-1], number)))


def parse_json(text: str) -> Any:
    """Raises ValueError for anything but JSON, including NaN and Infinity, which Python's parser accepts."""
    try:
        return _DECODER.decode(text)
    except RecursionError as error:
        raise ValueError("The text is nested too deeply.") from error


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON.")


def _parse_integer(digits: str) -> float:
    # Python refuses to parse integers of thousands of digits; float() reads any length.
    return int(digits) if len(digits) < 1000 else float(digits)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, parse_int=_parse_integer)
