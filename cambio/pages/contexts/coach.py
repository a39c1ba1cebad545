"""The coach of a first game: what matters now, and on demand what a careful player would do."""

from cambio.bots.advice import Advice
from cambio.pages.view import TableView
from cambio.rules.cards import POINTS, POWERS, Card, PowerType
from tabletop.live.parts import EMPTY, Context


class Hint(Context, frozen=True):
    """An `Advice` with names."""

    do: str
    why: str
    card: Card | None
    points: int | None
    """Of the card."""
    power: PowerType | None
    position: int | None
    known: Card | None
    known_points: int | None
    expected: int | None
    chance: int | None
    name: str | None
    """Whose card is meant besides."""
    target_position: int | None

    @property
    def template(self) -> str:
        return f"cambio/coach/hint/_{self.do}.html"


class Coach(Context, frozen=True):
    lesson: str | None
    """Which words the template says; "nothing" where there is nothing new to explain, None without a coach."""
    hint: Hint | None
    fingerprint: str | None
    """Of the shuffle, where the page shows it before the deal."""


def coach(view: TableView) -> Context:
    told = view.coaching
    fingerprint = view.shuffle_fingerprint if view.deals else None
    if told is None:
        return EMPTY if fingerprint is None else Coach(lesson=None, hint=None, fingerprint=fingerprint)
    hint = None if told.advice is None else _hint(view, told.advice)
    return Coach(lesson=told.lesson or "nothing", hint=hint, fingerprint=fingerprint)


def _hint(view: TableView, advice: Advice) -> Hint:
    card, known = advice.card, advice.known
    return Hint(
        do=advice.do,
        why=advice.why,
        card=card,
        points=None if card is None else POINTS[card],
        power=None if card is None else POWERS[card],
        position=advice.position,
        known=known,
        known_points=None if known is None else POINTS[known],
        expected=advice.expected,
        chance=advice.chance,
        name=None if advice.seat is None else view.players[advice.seat].display_name,
        target_position=advice.target_position,
    )
