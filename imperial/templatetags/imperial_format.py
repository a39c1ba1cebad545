"""Formats of the pages of Imperial: money, points, times and actions as text, and the printed map."""

from functools import cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _
from msgspec.structs import asdict

from imperial.map import sheet
from imperial.map.rondel import ACTIONS, action_of

register = template.Library()

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR


@register.filter
def dollars(amount: float) -> str:
    """$4, or $4.50 where there are cents."""
    sign = "-" if amount < 0 else ""
    return f"{sign}${abs(amount):.2f}".removesuffix(".00")


@register.filter
def points(amount: float) -> str:
    """A score: 43, or 43.33 where there are cents in it."""
    return f"{amount:.2f}".removesuffix(".00")


@register.filter
def points_in_words(amount: float) -> str:
    """One point, 11 points, 2.33 points."""
    return _("one point") if amount == 1 else _("%(number)s points") % {"number": points(amount)}


@register.filter
def cash(amount: float) -> str:
    """Always with cents, for columns."""
    return f"{'-' if amount < 0 else ''}${abs(amount):.2f}"


@register.filter
def time_left(seconds: int) -> str:
    """The two largest units: 2 d 04 h, 9 h 40 m, 3 m 05 s."""
    if seconds >= DAY:
        return _("%(days)d d %(hours)02d h") % {"days": seconds // DAY, "hours": seconds % DAY // HOUR}
    if seconds >= HOUR:
        return _("%(hours)d h %(minutes)02d m") % {"hours": seconds // HOUR, "minutes": seconds % HOUR // MINUTE}
    return _("%(minutes)d m %(seconds)02d s") % {"minutes": seconds // MINUTE, "seconds": seconds % MINUTE}


@register.filter
def duration(seconds: int) -> str:
    """In the largest unit it fills evenly: 3 days, 15 minutes, 90 seconds."""
    if seconds and not seconds % DAY:
        return ngettext("%(count)d day", "%(count)d days", seconds // DAY) % {"count": seconds // DAY}
    if seconds and not seconds % HOUR:
        return ngettext("%(count)d hour", "%(count)d hours", seconds // HOUR) % {"count": seconds // HOUR}
    if seconds and not seconds % MINUTE:
        return ngettext("%(count)d minute", "%(count)d minutes", seconds // MINUTE) % {"count": seconds // MINUTE}
    return ngettext("%(count)d second", "%(count)d seconds", seconds) % {"count": seconds}


@register.filter
def action_name(spot: str) -> str:
    """What a spot of the wheel is called: L-Produce and R-Produce are both Production."""
    action = action_of(spot)
    return gettext(ACTIONS.get(action, action))


@register.filter
def steps(count: int) -> str:
    return ngettext("%(count)d step", "%(count)d steps", count) % {"count": count}


@register.simple_tag
def map_sheet() -> SafeString:
    return _printed("sheet", get_language())


@register.simple_tag
def map_labels() -> SafeString:
    return _printed("labels", None)


@cache
def _printed(layer: str, _language: str | None) -> SafeString:
    """Rendered once for each language: the printed map never changes."""
    shown = asdict(sheet.sheet()) if layer == "sheet" else {}
    return mark_safe(render_to_string(f"imperial/map/_{layer}.html", shown))  # noqa: S308 - our own templates
