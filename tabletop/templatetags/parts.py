from django import template

from tabletop.live.parts import render_context

register = template.Library()
# For what is said again and again inside of parts: kept by itself, like a part.
register.simple_tag(render_context, name="show")
