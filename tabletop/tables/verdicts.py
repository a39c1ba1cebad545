"""Whether tables agree with their logs: told in one line, and row by row in a file."""

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tabletop.replay import BrokenLog
from tabletop.tables.models import TableRow

MOST_TOLD = 3
"""Tables whose problem stands in the line itself."""


class Writable(Protocol):
    def write(self, text: str, /) -> Any: ...


@dataclass(frozen=True, kw_only=True)
class Verdict:
    row: TableRow
    problem: str | None
    """None if the table agrees with its log."""


def judge(rows: Iterable[Any], verify: Callable[[Any], None]) -> Iterator[Verdict]:
    """Replays each table; `verify` raises BrokenLog."""
    for row in rows:
        try:
            verify(row)
        except BrokenLog as error:
            yield Verdict(row=row, problem=str(error))
        else:
            yield Verdict(row=row, problem=None)


def write_csv(file: Writable, verdicts: Iterable[Verdict]) -> Iterator[Verdict]:
    """Writes a line for each table, names nobody, and passes the verdicts on."""
    lines = csv.writer(file)
    lines.writerow(["code", "id", "actions", "verdict", "problem"])
    for verdict in verdicts:
        row = verdict.row
        word = "agrees" if verdict.problem is None else "differs"
        lines.writerow([row.room_code, row.pk, row.seq, word, verdict.problem or ""])
        yield verdict


def summary(verdicts: Iterable[Verdict]) -> tuple[str, bool]:
    """One line about all tables, and whether all agree."""
    judged = list(verdicts)
    broken = [verdict for verdict in judged if verdict.problem is not None]
    if not broken:
        told = ngettext("%(count)d table agrees with its log.", "%(count)d tables agree with their logs.", len(judged))
        return told % {"count": len(judged)}, True
    line = _("%(broken)d of %(count)d tables differ from their logs:") % {"broken": len(broken), "count": len(judged)}
    told = " ".join(f"{verdict.row.room_code}: {verdict.problem}" for verdict in broken[:MOST_TOLD])
    more = len(broken) - MOST_TOLD
    rest = " " + ngettext("And %(count)d more.", "And %(count)d more.", more) % {"count": more} if more > 0 else ""
    return f"{line} {told}{rest}", False
