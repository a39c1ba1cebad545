"""The Content-Security-Policy forbids inline code, and htmx fails open on some of it: no template may contain any."""

import re
from pathlib import Path

import pytest

from tests.look.files import TEMPLATES, markup, name

FORBIDDEN = {
    "script in the page": re.compile(r"<script(?![^>]*\ssrc=)[^>]*>|<script[^>]*>\s*[^\s<]"),
    "style in the page": re.compile(r"<style\b"),
    "style attribute": re.compile(r"""\sstyle\s*=\s*["']?"""),
    "event handler attribute": re.compile(r"""<[a-z][^>]*\son[a-z]+\s*="""),
    "hx-on": re.compile(r"\bhx-on\b"),
    "js: value": re.compile(r"""["'\s](?:js|javascript):"""),
    "trigger filter": re.compile(r"""hx-trigger\s*=\s*(?:"[^"]*\[|'[^']*\[)"""),
    "outside address": re.compile(r"""(?<!xmlns=["'])(?:https?|wss?)://|(?:href|src|action|srcset)=["']//"""),
}


def broken_rules(text: str) -> list[str]:
    return [rule for rule, pattern in FORBIDDEN.items() if pattern.search(text)]


@pytest.mark.parametrize("template", TEMPLATES, ids=name)
def test_template_keeps_to_the_content_security_policy(template: Path) -> None:
    assert broken_rules(markup(template)) == []


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("script in the page", "<script>start()</script>"),
        ("script in the page", '<script src="site.js">start()</script>'),
        ("script in the page", '<script type="application/json">{}</script>'),
        ("style in the page", "<style>p {}</style>"),
        ("style attribute", '<p class="a" style="color: red">'),
        ("style attribute", "<p\n  style=color:red>"),
        ("event handler attribute", '<button type="button" onclick="go()">'),
        ("hx-on", '<button hx-on:click="go()">'),
        ("hx-on", '<button data-hx-on="click: go()">'),
        ("js: value", """<div hx-vals='js:{"a": 1}'>"""),
        ("js: value", '<a href="javascript:go()">'),
        ("trigger filter", '<div hx-trigger="click[ctrlKey]">'),
        ("trigger filter", """<div hx-trigger='keyup[key=="Enter"]'>"""),
        ("outside address", '<img src="https://example.org/a.png">'),
        ("outside address", '<script src="//example.org/a.js"></script>'),
    ],
)
def test_lint_notices(rule: str, text: str) -> None:
    assert rule in broken_rules(text)


def test_lint_lets_ordinary_markup_pass() -> None:
    assert not broken_rules(
        '<svg xmlns="http://www.w3.org/2000/svg"></svg><script src="/static/js/site.js" defer></script>'
        '<div class="styled" hx-trigger="every 2s, keyup delay:300ms" data-one="1">Once: on felt</div>'
    )
