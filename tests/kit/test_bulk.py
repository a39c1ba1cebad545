"""One knob for how much is played."""

import pytest

from tests.kit.bulk import bulk


@pytest.mark.parametrize(
    ("share", "whole", "least", "played"),
    [
        ("0.1", 1000, 1, 100),
        ("1", 1000, 1, 1000),
        ("20", 1000, 1, 20_000),
        ("0.1", 3, 1, 1),
        ("0.1", 10, 5, 5),
        ("0.1", 2, 5, 2),
    ],
)
def test_a_share_is_played_but_never_too_little(
    monkeypatch: pytest.MonkeyPatch, share: str, whole: int, least: int, played: int
) -> None:
    monkeypatch.setenv("TEST_BULK", share)
    assert bulk(whole, least=least) == played
