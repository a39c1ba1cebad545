"""Every "rules 4.6" in code, templates and documents leads to a heading or anchored line of the rules of its game."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.documents import NUMBER, ROOT, RULES, name_of, numbers, source_files

LIST = rf"{NUMBER}(?:(?:,? and |, | to ){NUMBER})*(?![\w.]*\w)"
OWNERS = "|".join(RULES)
CITATION = re.compile(rf"(?:\b(?P<before>{OWNERS})'s )?\b[Rr]ules?\s(?P<list>{LIST})(?: of (?P<after>{OWNERS}))?")
BARE_MARK = re.compile(r"(?:#|\"\"\") *(?:[QST]\d+\b|FR-\d|SC-\d)|\((?:[QST]\d+|FR-\d+|SC-\d+)\)")
LINE_BREAK = re.compile(r"\s*\n\s*(?:#|//|\*)?\s*")
GAMES = {"cambio": "Cambio", "imperial": "Imperial", "deckbuilder": "the Deckbuilder"}


def owner_of(name: str) -> str:
    """Whose rules a file cites if it names none: those of the game it belongs to, else those of the table."""
    if name.startswith("docs/rules/"):
        return next(owner for owner, document in RULES.items() if document == name)
    return next(
        (owner for game, owner in GAMES.items() if re.search(rf"(^|/){game}\b|(^|/){game}_", name)), "the table"
    )


def citations(text: str, *, owner: str) -> Iterator[tuple[str, str]]:
    """Document and number of everything cited. A citation may go on in the next line."""
    for found in CITATION.finditer(LINE_BREAK.sub(" ", text)):
        document = RULES[found["before"] or found["after"] or owner]
        for number in re.findall(NUMBER, found["list"]):
            yield document, number


def broken(text: str, *, owner: str) -> list[str]:
    return [
        f"{document} has no {number}"
        for document, number in citations(text, owner=owner)
        if number not in numbers(document)
    ]


FILES = [
    path for path in source_files(".py", ".html", ".css", ".js", ".md") if not name_of(path).startswith("tests/docs/")
]


def test_no_citation_leads_nowhere() -> None:
    found = {
        name: problems
        for path in FILES
        if (problems := broken(path.read_text(), owner=owner_of(name := name_of(path))))
    }
    assert found == {}


def test_every_game_is_cited() -> None:
    """The search itself finds what it should: most files of the rules say which rule they are."""
    counts = dict.fromkeys(RULES.values(), 0)
    for path in FILES:
        for document, _number in citations(path.read_text(), owner=owner_of(name_of(path))):
            counts[document] += 1
    assert counts[RULES["Cambio"]] > 100
    assert counts[RULES["Imperial"]] > 100
    assert counts[RULES["the Deckbuilder"]] > 30


def test_a_mark_is_cited_as_a_rule() -> None:
    """A bare "T17" says nothing to a reader who does not know the rules; "rules T17" leads there."""
    found = [
        f"{name_of(path)}: {mark}"
        for path in FILES
        if path.suffix == ".py"
        for mark in BARE_MARK.findall(path.read_text())
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "owner", "problems"),
    [
        ("# Rules 9.2: nobody is waited for.", "Cambio", []),
        ("# Rules 9.9: nobody is waited for.", "Cambio", ["docs/rules/cambio.md has no 9.9"]),
        ("(rules 3.8, 6 and 77)", "Imperial", ["docs/rules/imperial.md has no 77"]),
        ("(rules 5.7 and Q88)", "Imperial", ["docs/rules/imperial.md has no Q88"]),
        ("Rules 5.12 to 5.19: decks", "the Deckbuilder", ["docs/rules/deckbuilder.md has no 5.19"]),
        ("# as in\n    # rules\n    # 21.99, a line", "Cambio", ["docs/rules/cambio.md has no 21.99"]),
        ("# Rules 21.36", "Cambio", []),
        ("Cambio's rules 9.2, and rules 20 of the table", "the table", ["docs/rules/table.md has no 20"]),
        ("Rules 2: 1 to 3 seconds for each action. Rules 5.1: 9 cards.", "Cambio", []),
    ],
)
def test_a_broken_citation_is_found(text: str, owner: str, problems: list[str]) -> None:
    assert broken(text, owner=owner) == problems


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("cambio/rules/turn.py", "Cambio"),
        ("tests/cambio/rules/test_turn_order.py", "Cambio"),
        ("templates/imperial/_plan.html", "Imperial"),
        ("static/css/imperial-map.css", "Imperial"),
        ("bench/deckbuilder_page.py", "the Deckbuilder"),
        ("tabletop/table/actions.py", "the table"),
        ("docs/rules/imperial-map.md", "the map"),
    ],
)
def test_a_file_cites_the_rules_of_its_game(name: str, owner: str) -> None:
    assert owner_of(name) == owner


def test_every_number_is_there_once() -> None:
    """Two headings with one number would make a citation ambiguous."""
    for document in RULES.values():
        lines = re.findall(
            rf"^(?:#{{2,6}} +({NUMBER})\.? |\| <a id=\"[^\"]+\"></a>({NUMBER}) )",
            Path(ROOT, document).read_text(),
            re.M,
        )
        all_numbers = [heading or line for heading, line in lines]
        assert len(all_numbers) == len(set(all_numbers)), document
