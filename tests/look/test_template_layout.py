"""The layout of a template does not reach the page, and what can be seen stays as it is written."""

from pathlib import Path

import pytest
from django.template import engines
from django.template.loader import get_template

from tabletop.template_layout import without_layout

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
LONGEST_LINE = 120


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("<ul>\n  <li>a</li>\n\n  <li>b</li>\n</ul>\n", "<ul><li>a</li><li>b</li></ul>", id="elements"),
        pytest.param("<p>\n  one\n  two\n</p>", "<p>one two</p>", id="words"),
        pytest.param("<p>\n  {{ a }}\n  {{ b }}\n</p>", "<p>{{ a }} {{ b }}</p>", id="values"),
        pytest.param("<p>one  two <b>three</b></p>", "<p>one  two <b>three</b></p>", id="blanks within a line"),
        pytest.param('<b>a</b>\n{{ " " }}\n<b>b</b>', '<b>a</b>{{ " " }}<b>b</b>', id="a blank that stays"),
        pytest.param('a\n{{ " " }}\n{% if b %}\n  c\n{% endif %}', 'a{{ " " }}{% if b %}c{% endif %}', id="not twice"),
        pytest.param(
            '{% if a %}\n  {% translate "b" %}\n{% else %}\n  c\n{% endif %}',
            '{% if a %}{% translate "b" %}{% else %}c{% endif %}',
            id="branches",
        ),
        pytest.param(
            '{% translate "a" %}\n{% translate "b" %}\nc', '{% translate "a" %} {% translate "b" %} c', id="texts"
        ),
        pytest.param(
            '{% translate "a" as b %}\n{% translate "c" %}', '{% translate "a" as b %}{% translate "c" %}', id="a name"
        ),
        pytest.param("{% load i18n %}\n{# why #}\n<p>a</p>", "{% load i18n %}{# why #}<p>a</p>", id="comments"),
        pytest.param('<a\n  id="b"\n  href="c"\n>d</a>', '<a id="b" href="c">d</a>', id="attributes"),
        pytest.param('<img\n  alt=""\n/>', '<img alt=""/>', id="an empty element"),
        pytest.param('<a title="b\n  {{ c }}">', '<a title="b {{ c }}">', id="inside of a value"),
        pytest.param(
            '<a\n  class="b\n    {% if c %}d{% else %}e{% endif %}"\n  {% if f %}g{% endif %}\n  h\n>',
            '<a class="b{% if c %} d{% else %} e{% endif %}"{% if f %} g{% endif %} h>',
            id="conditions in a tag",
        ),
        pytest.param(
            "<a\n  {% if b %}\n    {% if c %}d{% endif %}\n    e\n  {% elif f %}\n    g\n  {% endif %}\n>",
            "<a{% if b %}{% if c %} d{% endif %} e{% elif f %} g{% endif %}>",
            id="conditions in conditions",
        ),
        pytest.param(
            "<a{% if b %} c{% endif %}>{% if d %}\n  e\n{% endif %}</a>",
            "<a{% if b %} c{% endif %}>{% if d %}e{% endif %}</a>",
            id="conditions in and after a tag",
        ),
        pytest.param("<p>\n  <pre>\n a\n  b\n</pre>\n</p>", "<p><pre>\n a\n  b\n</pre></p>", id="preformatted"),
        pytest.param(
            "<textarea\n  rows=2\n>\na\n{{ b }}\n</textarea>\n",
            "<textarea\n  rows=2\n>\na\n{{ b }}\n</textarea>",
            id="area",
        ),
        pytest.param(
            "<p>\n{% blocktranslate %}a\n<b>b</b>\nc{% endblocktranslate %}\n</p>",
            "<p>{% blocktranslate %}a\n<b>b</b>\nc{% endblocktranslate %}</p>",
            id="messages",
        ),
    ],
)
def test_a_line_break_is_dropped_or_one_blank(source: str, expected: str) -> None:
    assert without_layout(source) == expected


def test_what_is_laid_out_already_stays() -> None:
    page = get_template("base.html").template.source  # type: ignore[attr-defined] # of Django's own engine
    assert "\n" not in page
    assert without_layout(page) == page


def test_mails_keep_their_lines() -> None:
    assert "\n" in get_template("notify/your_turn.txt").template.source  # type: ignore[attr-defined]


def test_templates_of_libraries_stay_as_they_are() -> None:
    assert "\n" in engines["django"].engine.get_template("admin/base.html").source  # type: ignore[attr-defined]


def test_no_line_of_a_page_is_too_long() -> None:
    """The linter looks into no comment. Mails are left out: a line there is a paragraph, which the reader wraps."""
    files = sorted(TEMPLATES.rglob("*.html"))
    too_long = [
        f"{file.relative_to(TEMPLATES)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert files
    assert too_long == []
