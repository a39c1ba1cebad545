"""The decision panel: the decision, with faces, flags and shapes to draw it with."""

from imperial.decisions.decision import Decision, Waiting
from imperial.decisions.ending import Closed, GameOver
from imperial.decisions.market import BidDecision, MarketDecision, OfferDecision
from imperial.decisions.plan import PlanDecision
from imperial.decisions.proposal import ProposalDecision
from imperial.decisions.voting import PeaceDecision, VoteDecision
from imperial.pages.contexts import council
from imperial.pages.contexts.buying import MarketScreen, market_screen
from imperial.pages.contexts.people import Mark, mark
from imperial.pages.contexts.planning import PlanScreen, plan_screen
from imperial.pages.contexts.proposing import ProposalScreen, proposal_screen
from imperial.pages.view import TableView
from tabletop.live.parts import Context
from tabletop.tables.manners import Again

SECTIONS = {
    "bid": "auction",
    "offer": "auction",
    "proposal": "rondel",
    "vote": "government",
    "plan": "maneuver",
    "peace": "peace",
    "market": "market",
    "factory": "factory",
    "production": "production",
    "import": "import",
    "taxes": "taxation",
    "interest": "investor",
    "maneuver": "maneuver",
}
"""Section of the rules about each screen of a decision, and about each action on the rondel."""


class OverScreen(Context, frozen=True):
    screen: str = "over"


class ClosedScreen(Context, frozen=True):
    reason: str | None
    seated: bool
    again: Again | None
    """None until somebody wants to play again."""
    screen: str = "closed"


Screen = (
    council.WaitingScreen
    | council.VoteScreen
    | council.PeaceScreen
    | BidDecision
    | OfferDecision
    | MarketScreen
    | PlanScreen
    | ProposalScreen
    | OverScreen
    | ClosedScreen
)


class Decide(Context, frozen=True):
    game_id: str
    country: Mark
    section: str | None
    hint: str | None
    draft_number: int | None
    my_seat: int
    """The number of the seat that is asked, else 0."""
    decision: Screen


def decide(view: TableView) -> Decide:
    decision = view.decision
    return Decide(
        game_id=view.public.game_id,
        country=mark(_country(view, decision)),
        section=_section(decision),
        hint=_hint(view, decision),
        draft_number=view.draft_number,
        my_seat=0 if isinstance(decision, Waiting | GameOver | Closed) else view.my_seat,
        decision=_screen(view, decision),
    )


def _country(view: TableView, decision: Decision) -> str:
    """The country that the decision is about."""
    if not isinstance(decision, MarketDecision):
        return decision.country
    return decision.purchase.country if decision.purchase else view.public.game.country_up


def _section(decision: Decision) -> str | None:
    if isinstance(decision, ProposalDecision) and decision.details:
        return SECTIONS[decision.details.kind]
    return SECTIONS.get(decision.screen)


def _hint(view: TableView, decision: Decision) -> str | None:
    name: str | None = decision.screen
    if isinstance(decision, ProposalDecision):
        # Once a sector is chosen, what it asks needs the room.
        name = None if decision.chosen else "opposition" if decision.counters else name
    return name if name in view.hints else None


def _screen(view: TableView, decision: Decision) -> Screen:
    screen: Screen
    match decision:
        case Waiting():
            screen = council.waiting(view, decision)
        case ProposalDecision():
            screen = proposal_screen(view, decision)
        case MarketDecision():
            screen = market_screen(view, decision)
        case VoteDecision():
            screen = council.vote(view, decision)
        case PeaceDecision():
            screen = council.peace(view, decision)
        case PlanDecision():
            screen = plan_screen(decision)
        case GameOver():
            screen = OverScreen()
        case Closed():
            screen = ClosedScreen(reason=decision.reason, seated=view.me is not None, again=view.again)
        case BidDecision() | OfferDecision():
            screen = decision
    return screen
