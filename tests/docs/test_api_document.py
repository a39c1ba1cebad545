"""docs/api.md is what the types say."""

import pytest

from tabletop.reference.document import games_for_programs
from tabletop.reference.markdown import api_markdown
from tests.docs.documents import ROOT

DOCUMENT = ROOT / "docs/api.md"


def test_the_document_is_current() -> None:
    """Run bin/docs if this fails."""
    assert api_markdown(games_for_programs(["cambio", "imperial"])) == DOCUMENT.read_text()


@pytest.mark.parametrize(
    ("address", "body", "answer"),
    [
        ("`/cambio/api/game/{id}/swap`", "`position`: integer", "200 `Swapped`"),
        ("`/imperial/api/game/{id}/bid`", "`amount`: number", "200 `Moved`"),
        ("`/imperial/api/game/{id}/vote`", "`choice`: `1` or `2`", "200 `Moved`"),
    ],
)
def test_an_address_is_told_with_its_method_body_and_answer(address: str, body: str, answer: str) -> None:
    assert f"| POST | {address} | {body} | {answer} |" in DOCUMENT.read_text()


def test_an_event_for_one_seat_is_told_as_such() -> None:
    text = DOCUMENT.read_text()
    assert "| `CARD_HIDDEN` | one seat | `ownerId`: text; `position`: integer |" in text
    assert "| `bid_placed` | all | `player`: text; `country`: text; `line`: text (optional) |" in text
