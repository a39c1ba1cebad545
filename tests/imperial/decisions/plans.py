"""Maneuvers of Ann, and her drafts of them."""

from imperial.decisions import Draft, build_decision
from imperial.decisions.draft import maneuver_key
from imperial.decisions.plan import plan_action
from imperial.rules.actions import ManeuverBatch
from imperial.rules.state import State
from tests.imperial.rules.positions import STANDARD, do, position


def maneuver(**fields: object) -> State:
    return do(position(**fields), "Ann", "propose", wheel_spot="L-Maneuver")  # type: ignore[arg-type]


def draft_of(state: State, **chosen: object) -> Draft:
    return Draft(maneuver=maneuver_key(state), **chosen)  # type: ignore[arg-type]


def decision_of(state: State, **chosen: object) -> dict:
    return build_decision(state, "Ann", draft_of(state, **chosen), setup=STANDARD)


def problems(decision: dict) -> list[str]:
    return [str(row["problem"]) for row in decision["rows"] if row["problem"]]


def batch_of(state: State, draft: Draft) -> ManeuverBatch:
    return plan_action(build_decision(state, "Ann", draft, setup=STANDARD)["rows"], peace_order=draft.peace_order)
