from django import template

from tabletop import timebase

register = template.Library()


@register.simple_tag
def site_time() -> str:
    """The time that deadlines are counted in, for a page that shows how much of one is left."""
    return f"{timebase.now():.6f}"
