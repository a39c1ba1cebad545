"""Names and marks of countries. Countries of custom setups are marked with their first two letters."""

from typing import NamedTuple

from tabletop.rules import gettext_noop as _

MOST_COUNTRIES = 6
"""Number of country cards below the map."""


class Power(NamedTuple):
    name: str
    """In English; pages translate it."""
    code: str
    """Two letters on every chip, so that colour is never the only sign."""
    css: str


class _Powers(dict[str, Power]):
    def __missing__(self, country: str) -> Power:
        return Power(country, country[:2].upper(), "p-other")


POWERS = _Powers(
    {
        "Austria": Power(_("Austria-Hungary"), "AH", "p-ah"),
        "Italy": Power(_("Italy"), "IT", "p-it"),
        "France": Power(_("France"), "FR", "p-fr"),
        "England": Power(_("Great Britain"), "GB", "p-gb"),
        "Germany": Power(_("Germany"), "DE", "p-de"),
        "Russia": Power(_("Russia"), "RU", "p-ru"),
    }
)
"""By country; one of a custom setup has a power too."""
