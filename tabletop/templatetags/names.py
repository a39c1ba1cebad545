from django import template

from tabletop import bidi
from tabletop.accounts import names
from tabletop.characters import MOST_CODE_POINTS_OF_NAME

register = template.Library()
register.filter("isolated", bidi.isolated)
register.filter("initial", names.initial)


@register.simple_tag
def longest_name() -> int:
    """What a field for a name takes, as browsers count; the rule of names counts as people do."""
    return MOST_CODE_POINTS_OF_NAME
