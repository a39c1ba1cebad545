"""What a coach says at a table of one person (rules 18.1): only Cambio has one.

Pure, from what the person's seat knows alone.
"""

import msgspec

from cambio import rules
from cambio.bots.advice import Advice, advise
from cambio.bots.lessons import now_told
from cambio.bots.levels import LEVELS
from cambio.plug import BEFORE_ANY_DEADLINE, table
from tabletop.table import Table


class Coaching(msgspec.Struct, frozen=True, kw_only=True):
    lesson: str | None
    """What is explained now: one of `LESSONS`, or "deal" before the first card and "over" at the end."""
    advice: Advice | None = None
    stronger: str | None = None
    """When the game is over: the level of bots that play better."""


def coaching_at(seated: Table, place: int) -> Coaching | None:
    """What the person at this place is told; None without a coach."""
    if seated.abandoned or seated.seats[place].type == "bot" or not table.plug.has_coach(seated):
        return None
    if seated.game is None:
        return Coaching(lesson="deal")
    if rules.is_over(seated.game):
        return Coaching(lesson="over", stronger=_stronger(seated))
    memory, menu = seated.seats[place].bot_memory, table.plug.legal_actions(seated, place)
    view = rules.view(seated.game, place, now=BEFORE_ANY_DEADLINE)
    return Coaching(lesson=now_told(memory, players=len(seated.seats)), advice=advise(view, memory, menu))


def _stronger(seated: Table) -> str | None:
    """The next level above the best bot here."""
    best = max(LEVELS.index(level) for level in LEVELS for info in seated.seats if info.bot_level == level)
    return LEVELS[best + 1] if best + 1 < len(LEVELS) else None
