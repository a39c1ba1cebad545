"""How a country is named and marked. A setup of one's own may have others: they get their first two letters."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop


class Power(NamedTuple):
    name: str | Promise
    code: str
    """Two letters on every chip: colour is never the only sign."""
    css: str


# The keys are the names of the setup, which stand in the log.
KNOWN = {
    gettext_noop("Austria"): Power(_("Austria-Hungary"), "AH", "p-ah"),
    gettext_noop("Italy"): Power(_("Italy"), "IT", "p-it"),
    gettext_noop("France"): Power(_("France"), "FR", "p-fr"),
    gettext_noop("England"): Power(_("Great Britain"), "GB", "p-gb"),
    gettext_noop("Germany"): Power(_("Germany"), "DE", "p-de"),
    gettext_noop("Russia"): Power(_("Russia"), "RU", "p-ru"),
}


def power(country: str) -> Power:
    return KNOWN.get(country) or Power(country, country[:2].upper(), "p-other")
