"""What people read can be translated: sentences are marked where they are written, and their gaps have fillings."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.kit.test_layers import PACKAGES, ROOT, modules

GAP = re.compile(r"%\((\w+)\)s")
SENTENCE_OF = {"say": 0, "refusal": 1, "RuleViolation": 1}
"""Which of its arguments is the sentence."""


def sentences(source: str) -> Iterator[tuple[ast.Call, ast.expr]]:
    """Every call that says something, and what it says."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SENTENCE_OF:
            place = SENTENCE_OF[node.func.id]
            if len(node.args) > place:
                yield node, node.args[place]


def unmarked(source: str) -> list[str]:
    """Sentences that no translator is ever shown."""
    told = [ast.unparse(said) for _call, said in sentences(source) if isinstance(said, ast.Constant | ast.JoinedStr)]
    marked = [
        ast.unparse(node)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("_", "gettext_noop")
        and not isinstance(node.args[0], ast.Constant)
    ]
    return told + marked


def unfilled(source: str) -> list[str]:
    """Sentences of the rules with a gap that nothing fills."""
    return [
        said.args[0].value
        for call, said in sentences(source)
        if isinstance(said, ast.Call) and isinstance(said.args[0], ast.Constant) and isinstance(said.args[0].value, str)
        if not set(GAP.findall(said.args[0].value)) <= {keyword.arg for keyword in call.keywords}
    ]


def test_every_sentence_is_shown_to_translators() -> None:
    found = {str(file.relative_to(ROOT)): unmarked(file.read_text()) for file in modules(*PACKAGES)}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_every_gap_in_a_sentence_of_the_rules_is_filled() -> None:
    found = {str(file.relative_to(ROOT)): unfilled(file.read_text()) for file in modules("rules", "table")}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param('refusal("limit", "Too many.")', ["'Too many.'"], id="a plain text"),
        pytest.param('RuleViolation("limit", f"{n} is too many.")', ["f'{n} is too many.'"], id="a text with values"),
        pytest.param('_(f"{n} is too many.")', ["_(f'{n} is too many.')"], id="a marked text with values"),
        pytest.param('refusal("limit", _("%(n)s is too many."), n=7)', [], id="a marked sentence"),
        pytest.param("say(country)", [], id="a name"),
    ],
)
def test_a_sentence_without_a_mark_is_found(source: str, expected: list[str]) -> None:
    assert unmarked(source) == expected


def test_a_gap_without_a_filling_is_found() -> None:
    assert unfilled('refusal("limit", _("%(n)s of %(most)s."), n=7)') == ["%(n)s of %(most)s."]
