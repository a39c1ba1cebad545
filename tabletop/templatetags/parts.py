from django import template
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tabletop.live.parts import Context, render

register = template.Library()


@register.simple_tag
def show(name: str, context: Context) -> SafeString:
    """What this template makes of the context, kept like a part: for what is said again and again inside of parts."""
    return render(name, context, get_language())
