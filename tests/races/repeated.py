"""How often each kind of race is run: 500 times with `--long`, else a tenth or as often as a few seconds allow."""

import time
from collections.abc import Iterator

import pytest

from tests.kit.bulk import bulk, is_long

WHOLE = 500
ENOUGH_SECONDS = 2.5
LEAST = 6
MARKS = [pytest.mark.production_only, pytest.mark.timeout(7200 if is_long() else 300)]


def repeated(whole: int = WHOLE, *, least: int = LEAST) -> Iterator[int]:
    """Numbers of the repetitions; a run that is not long ends after some seconds, on a busy machine too."""
    ends_at = time.monotonic() + ENOUGH_SECONDS
    for number in range(bulk(whole, least=least)):
        if not is_long() and number >= least and time.monotonic() > ends_at:
            return
        yield number
