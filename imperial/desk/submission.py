"""From a form and a draft to the action they stand for."""

from collections.abc import Mapping

from imperial.desk.draft import NO_DRAFT, Draft, asked_since
from imperial.desk.editing import Fields, edited
from imperial.desk.market import purchase_of
from imperial.desk.plan import plan_action
from imperial.desk.proposal import proposed_action
from imperial.rules.actions import Action, action_to_json
from imperial.rules.board import Setup
from imperial.rules.state import State
from tabletop.rules import Json, RuleViolation

PLAIN = {"agree", "punt", "pause", "resume"}


SHOWN = {"propose": ("spot", "factory", "produce", "keep"), "buy": ("giveBack",)}
"""The choices that the form of a draft shows. What it shows is what counts: a page without script tells of it nowhere
else, and with script the button may be quicker than the draft."""


def as_shown(state: State, player: str, draft: Draft | None, fields: Fields, *, setup: Setup) -> Draft | None:
    """The draft with the choices that its form shows."""
    names = SHOWN.get(fields.get("type", [""])[-1], ())
    shown = {name: fields[name] for name in names if name in fields}
    return edited(state, player, draft, shown, setup=setup) if shown else draft


def submitted(state: State, player: str, draft: Draft | None, form: Mapping[str, str], *, setup: Setup) -> Json:
    """Raises RuleViolation where the question is no longer asked, or the draft says nothing yet."""
    kind = form.get("type", "")
    if form.get("turn", str(asked_since(state))) != str(asked_since(state)):
        raise _changed_since()
    if kind in PLAIN:
        return {"type": kind}
    if kind in ("propose", "buy", "maneuver_batch"):
        return action_to_json(_drafted(state, player, kind, draft, setup=setup))
    return _answer(kind, form)


def _drafted(state: State, player: str, kind: str, draft: Draft | None, *, setup: Setup) -> Action:
    if draft is None or draft.turn_id != asked_since(state):
        draft = NO_DRAFT
    action: Action | None = None
    if kind == "propose":
        action = proposed_action(state, draft, setup=setup)
    elif kind == "buy":
        action = purchase_of(state, player, draft, setup=setup)
    elif state.current_maneuver is not None:
        action = plan_action(state, draft)
    if action is None:
        raise _changed_since()
    return action


def _changed_since() -> RuleViolation:
    return RuleViolation("stale", "The board has changed since you opened this. Look at it again and choose.")


def _answer(kind: str, form: Mapping[str, str]) -> Json:
    """What the buttons of a panel say by themselves."""
    if kind == "bid":
        return {"type": kind, "amount": _dollars(form.get("amount", ""))}
    if kind == "bid_buy":
        return {"type": kind, "accept": form.get("accept") == "true"}
    if kind == "vote":
        return {"type": kind, "choice": {"1": 1, "2": 2}.get(form.get("choice", ""))}
    if kind == "peace_vote":
        return {"type": kind, "choice": form.get("answer")}
    if kind == "dictator_peace":
        sacrifice = {"sacrifice": form["sacrifice"]} if form.get("sacrifice") else {}
        return {"type": kind, "accept": form.get("answer") == "accept"} | sacrifice
    return {"type": kind}


def _dollars(text: str) -> float:
    try:
        return float(text.strip().lstrip("$").replace(",", "."))
    except ValueError:
        raise RuleViolation("illegal_bid", "A bid is an amount in dollars, such as 4.50.") from None
