from django import template

from tabletop import timebase
from tabletop.tables.turn_times import turn_time

register = template.Library()
register.filter("turn_time", turn_time)


@register.simple_tag
def site_time() -> str:
    """The time that deadlines are counted in, for a page that shows how much of one is left."""
    return f"{timebase.now():.6f}"
