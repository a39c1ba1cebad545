"""Forms without a draft, as somebody may fill them in by hand."""

import pytest

from imperial.decisions.submission import build_action
from tabletop.rules import RuleViolation
from tests.imperial.rules.positions import STANDARD, position


@pytest.mark.parametrize(
    "form",
    [
        {"type": "vote", "choice": "7"},
        {"type": "vote"},
        {"type": "peace_vote", "answer": "perhaps"},
        {"type": "dictator_peace", "answer": "accept", "sacrifice": "horse"},
    ],
)
def test_a_field_of_the_wrong_kind_is_refused_in_words_for_people(form: dict[str, str]) -> None:
    with pytest.raises(RuleViolation, match="stale") as refused:
        build_action(position(), "Ann", None, form, setup=STANDARD)
    assert "Expected" not in refused.value.message


@pytest.mark.parametrize("amount", ["", "much", "nan", "inf", "9" * 30, "9" * 400])
def test_a_bid_that_is_no_amount_says_what_a_bid_is(amount: str) -> None:
    with pytest.raises(RuleViolation, match="illegal_bid") as refused:
        build_action(position(), "Ann", None, {"type": "bid", "amount": amount}, setup=STANDARD)
    assert refused.value.message == "A bid is an amount in dollars, such as 4.50."
