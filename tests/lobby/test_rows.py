"""A list of open tables that changes: the rows that are sent make the one list of the other, in order."""

from collections.abc import Iterable
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.lobby.parts import Rows, TableRow
from tabletop.lobby.rows import render_row, render_row_changes


def row(name: str, *, note: str = "1 free seat", title: str = "Ada") -> TableRow:
    return TableRow(dom_id=name, game="cambio", game_title="Cambio", title=title, note=note, url=f"/{name}/", ago="")


class Swaps(HTMLParser):
    """The swaps of a message as (how, id of the row or of the list, ids of the rows inside)."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, list[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if how := given.get("hx-swap-oob"):
            style, _colon, selector = how.partition(":")
            self.found.append((style, selector.removeprefix("#") or str(given["id"]), []))
        elif tag == "li":
            self.found[-1][2].append(str(given["id"]))


def after_swaps(shown: Iterable[str], html: str) -> list[str]:
    """The rows of a page, as htmx would leave them."""
    rows = list(shown)
    for style, target, inside in Swaps(html).found:
        if style == "delete":
            rows.remove(target)
        elif style == "afterbegin":
            assert target == "open-list"
            rows[:0] = inside
        elif style == "afterend":
            place = rows.index(target) + 1
            rows[place:place] = inside
        else:
            assert (style, target in rows) == ("true", True)
    return rows


def ids(rows: Rows) -> list[str]:
    return [f"row-{row.dom_id}" for row in rows]


def test_a_new_table_is_one_row_at_its_place() -> None:
    before = (row("b"), row("d"))
    html = render_row_changes(before, (row("b"), row("c"), row("d"))) or ""
    assert after_swaps(ids(before), html) == ["row-b", "row-c", "row-d"]
    assert html.count("<li") == 1
    html = render_row_changes(before, (row("a"), *before)) or ""
    assert html == f'<ul hx-swap-oob="afterbegin:#open-list">{render_row(row("a"))}</ul>'


def test_a_closed_table_leaves_without_a_word_about_the_others() -> None:
    html = render_row_changes((row("a"), row("b", title="Secret")), (row("a"),))
    assert html == '<li id="row-b" hx-swap-oob="delete"></li>'


def test_a_changed_table_is_replaced_where_it_stands() -> None:
    html = render_row_changes((row("a"), row("b")), (row("a"), row("b", note="2 free seats"))) or ""
    assert html.startswith('<li id="row-b" hx-swap-oob="true">')
    assert "2 free seats" in html
    assert html.count("<li") == 1


def test_what_people_call_themselves_is_escaped() -> None:
    html = render_row_changes((row("a"),), (row("a", title="<b>&"),)) or ""
    assert "&lt;b&gt;&amp;" in html


@pytest.mark.parametrize(
    ("before", "after"),
    [("", "a"), ("a", ""), ("ab", "ba"), ("ab", "cd"), ("abc", "acb")],
    ids=["the first table", "the last table", "other places", "all others", "two have changed places"],
)
def test_the_whole_list_is_sent_where_rows_do_not_say_it(before: str, after: str) -> None:
    assert render_row_changes(tuple(map(row, before)), tuple(map(row, after))) is None


@st.composite
def two_lists(draw: st.DrawFn) -> tuple[Rows, Rows]:
    names = draw(st.lists(st.sampled_from("abcdefgh"), unique=True, min_size=1))
    before = draw(st.sets(st.sampled_from(names)))
    after = draw(st.sets(st.sampled_from(names)))
    notes = st.sampled_from(["1 free seat", "2 free seats"])
    return (
        tuple(row(name) for name in names if name in before),
        tuple(row(name, note=draw(notes)) for name in names if name in after),
    )


@given(two_lists())
def test_the_changes_lead_from_any_list_to_any_other(lists: tuple[Rows, Rows]) -> None:
    before, after = lists
    html = render_row_changes(before, after)
    if html is None:
        assert not set(ids(before)) & set(ids(after))
        return
    assert after_swaps(ids(before), html) == ids(after)
    for old, new in ((old, new) for old in before for new in after if old.dom_id == new.dom_id):
        assert (render_row(new, swap="true") in html) == (old != new)
