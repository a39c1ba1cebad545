"""Links as QR codes, drawn by the page itself: one path in an inline SVG."""

from functools import lru_cache
from itertools import groupby

import segno

QUIET_MODULES = 2
"""The border round the code."""


@lru_cache(maxsize=1024)
def qr_path(text: str) -> tuple[str, int]:
    """The dark modules as a path of strokes one module high, and how many modules a side has."""
    rows = segno.make_qr(text, error="m").matrix
    strokes = []
    for y, row in enumerate(rows):
        x = 0
        for is_dark, run in groupby(row):
            length = len(list(run))
            if is_dark:
                strokes.append(f"M{x} {y}.5h{length}")
            x += length
    return "".join(strokes), len(rows)
