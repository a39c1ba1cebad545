"""Conversion of money: the rules count cents, JSON has dollars."""

from decimal import ROUND_HALF_UP, Decimal

from imperial.rules.state import CENTS

_CENT = Decimal("0.01")


def to_cents(dollars: float) -> int:
    """Rounds half up in decimal: 2.675 is 2.68, although its binary value is lower."""
    cents = round(dollars * CENTS)
    if cents / CENTS == dollars:
        return cents
    return int(Decimal(str(dollars)).quantize(_CENT, ROUND_HALF_UP) * CENTS)


def to_dollars(cents: int) -> float:
    return cents / CENTS if cents % CENTS else cents // CENTS


def in_words(cents: int) -> str:
    """Formats money for the log: `$7`, `$4.50`, `-$2`."""
    sign, amount = "-" if cents < 0 else "", abs(cents)
    return f"{sign}${amount // CENTS}.{amount % CENTS:02}" if amount % CENTS else f"{sign}${amount // CENTS}"
