"""How long a turn may take, as pages say it."""

from django.utils.translation import gettext as _

MINUTE_SECONDS = 60


def whole_minutes(seconds: int) -> int | None:
    """From two on; None for a time that is told in seconds."""
    minutes, rest = divmod(seconds, MINUTE_SECONDS)
    return None if rest or minutes < 2 else minutes


def turn_time(seconds: int) -> str:
    """For example "30 s a turn"."""
    minutes = whole_minutes(seconds)
    if minutes is None:
        return _("%(seconds)d s a turn") % {"seconds": seconds}
    return _("%(minutes)d min a turn") % {"minutes": minutes}
