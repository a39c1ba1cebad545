from django import template
from django.utils.safestring import SafeString

from tabletop.lobby.parts import TableRow
from tabletop.lobby.rows import render_row

register = template.Library()


@register.simple_tag
def open_row(table: TableRow) -> SafeString:
    """A row of the list as it is also sent alone; kept, so that a new list renders its new rows only."""
    return render_row(table)
