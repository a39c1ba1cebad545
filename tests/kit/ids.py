"""Ids of seats stand on no page (rules 1 of the table)."""

from collections.abc import Iterable, Sequence


def assert_no_ids(texts: Sequence[str], seat_ids: Iterable[str]) -> None:
    assert texts
    for seat_id in seat_ids:
        for form in (seat_id, seat_id.replace("-", "")):
            found = next((text for text in texts if form in text), None)
            assert found is None, found[found.index(form) - 200 :][:300]
