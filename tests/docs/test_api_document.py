"""docs/api.md is what the types say."""

import pytest

from tests.docs.api_document import BLOCKS, DOCUMENT, made_document


def test_the_document_is_current() -> None:
    """Run bin/docs if this fails."""
    text = DOCUMENT.read_text()
    assert made_document(text) == text


@pytest.mark.parametrize("name", BLOCKS)
def test_every_block_is_in_the_document(name: str) -> None:
    assert f"<!-- made: {name} -->" in DOCUMENT.read_text()


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("`/cambio/api/game/{id}/swap`", "`position`: integer"),
        ("`/imperial/api/game/{id}/bid`", "`amount`: number"),
        ("`/imperial/api/game/{id}/vote`", "`choice`: `1` or `2`"),
    ],
)
def test_an_address_is_told_with_its_method_and_body(address: str, body: str) -> None:
    assert f"| POST | {address} | {body} |" in DOCUMENT.read_text()


def test_an_outdated_table_is_made_anew() -> None:
    text = DOCUMENT.read_text()
    assert made_document(text.replace("`position`: integer |", "`place`: integer |")) == text
