"""What happens in a maneuver before it is carried out: units move on the virtual board, peace is offered (rules 15)."""

from imperial.rules.events import Event
from imperial.rules.state import UnitKind
from tabletop.rules import Sentence, say
from tabletop.rules import gettext_noop as _


class UnitMoved(Event, frozen=True, kw_only=True, tag="unit_moved"):
    """The move is planned, not yet carried out."""

    country: str
    kind: UnitKind
    origin: str
    destination: str
    action: str


class PeaceOffered(Event, frozen=True, kw_only=True, tag="peace_offered"):
    moving_country: str
    target_country: str
    kind: UnitKind
    origin: str
    destination: str


class PeaceVoteCast(Event, frozen=True, kw_only=True, tag="peace_vote_cast"):
    player: str
    target_country: str


class PeaceAnswered(Event, frozen=True, kw_only=True, tag="peace_answered"):
    dictator: str | None
    """The dictator who decided alone; None if the stockholders of the target voted."""
    target_country: str
    accepted: bool
    moving_country: str
    destination: str

    @property
    def sentence(self) -> Sentence:
        return say(
            self._template,
            player=self.dictator or "",
            country=say(self.target_country),
            mover=say(self.moving_country),
            place=self.destination,
        )

    @property
    def _template(self) -> str:
        if self.dictator and self.accepted:
            return _("%(player)s, for %(country)s, accepts the peace %(mover)s offers in %(place)s.")
        if self.dictator:
            return _("%(player)s, for %(country)s, rejects the peace %(mover)s offers in %(place)s.")
        if self.accepted:
            return _("The stockholders of %(country)s accept the peace %(mover)s offers in %(place)s.")
        return _("The stockholders of %(country)s reject the peace %(mover)s offers in %(place)s.")
