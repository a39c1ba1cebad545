"""Open tables as rows of their list: a page that shows a list is sent the rows that have changed and no others."""

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tabletop.live.parts import render_context
from tabletop.lobby.parts import OpenRow, Rows, TableRow

LIST = "open-list"


def render_row(row: TableRow, *, swap: str = "") -> SafeString:
    inner = render_context("lobby/_open_table.html", OpenRow(table=row))
    # The space stands between two attributes.
    return format_html('<li id="{}"{}>{}</li>', _id(row), SafeString(swap and f' hx-swap-oob="{swap}"'), inner)


def render_row_changes(before: Rows, after: Rows) -> str | None:
    """Out-of-band swaps that make one list of the other, in order; None if the whole list must be sent.

    That is when a list is empty, which is a sentence and no list, and when tables that stay have changed places.
    """
    old, new = {_id(row): row for row in before}, {_id(row): row for row in after}
    stay = [row for row in old if row in new]
    if not stay or stay != [row for row in new if row in old]:
        return None
    swaps = [f'<li id="{gone}" hx-swap-oob="delete"></li>' for gone in old if gone not in new]
    place = f"afterbegin:#{LIST}"
    for name, row in new.items():
        if name not in old:
            swaps.append(f'<ul hx-swap-oob="{place}">{render_row(row)}</ul>')
        elif old[name] != row:
            swaps.append(render_row(row, swap="true"))
        place = f"afterend:#{name}"
    return "".join(swaps)


def _id(row: TableRow) -> str:
    return f"row-{row.dom_id}"
