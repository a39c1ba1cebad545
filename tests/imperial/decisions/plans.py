"""Maneuvers of Ann, and her drafts of them."""

from imperial.decisions import Draft, build_decision
from imperial.decisions.draft import maneuver_key
from imperial.decisions.plan import PlanDecision, plan_action
from imperial.rules.actions import ManeuverBatch
from imperial.rules.state import State
from tests.imperial.rules.positions import STANDARD, do, position


def maneuver(**fields: object) -> State:
    return do(position(**fields), "Ann", "propose", wheel_spot="L-Maneuver")  # type: ignore[arg-type]


def draft_of(state: State, **chosen: object) -> Draft:
    return Draft(maneuver=maneuver_key(state), **chosen)  # type: ignore[arg-type]


def decision_of(state: State, **chosen: object) -> PlanDecision:
    return planned(state, draft_of(state, **chosen))


def planned(state: State, draft: Draft) -> PlanDecision:
    decision = build_decision(state, "Ann", draft, setup=STANDARD)
    assert isinstance(decision, PlanDecision)
    return decision


def problems(decision: PlanDecision) -> list[str]:
    return [str(row.problem) for row in decision.rows if row.problem]


def batch_of(state: State, draft: Draft) -> ManeuverBatch:
    return plan_action(planned(state, draft).rows, peace_order=draft.peace_order)
