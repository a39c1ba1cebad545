"""Builds the action from a submitted form and the draft."""

from collections.abc import Mapping

from imperial.decisions.draft import Draft, current_maneuver, draft_for, is_stale, stale_form
from imperial.decisions.editing import Fields, edit_draft
from imperial.decisions.market import purchase_of
from imperial.decisions.plan import plan_action, plan_decision, step_action
from imperial.decisions.proposal import proposed_action
from imperial.rules.actions import Action, action_from_json, action_to_json
from imperial.rules.board import Setup
from imperial.rules.state import State
from tabletop.rules import Json, RuleViolation, Sentence, say
from tabletop.rules import gettext_noop as _

MANEUVERING = {"maneuver_step", "maneuver_batch"}
PLAIN_ACTIONS = {"agree", "punt", "pause", "resume"}

SHOWN = {"propose": ("spot", "factory", "produce", "keep"), "buy": ("giveBack",)}
"""Choices that a form submits besides the draft. They win: without script the draft does not know them, and with
script the submission may overtake the draft."""


def with_form_choices(state: State, player: str, draft: Draft | None, fields: Fields, *, setup: Setup) -> Draft | None:
    """Returns the draft with the choices of the submitted form."""
    names = SHOWN.get(fields.get("type", [""])[-1], ())
    shown = {name: fields[name] for name in names if name in fields}
    return edit_draft(state, player, draft, shown, setup=setup) if shown else draft


def build_action(state: State, player: str, draft: Draft | None, form: Mapping[str, str], *, setup: Setup) -> Json:
    """Returns the action as JSON. Raises `stale` if the question has changed or nothing is chosen."""
    kind = form.get("type", "")
    draft, late = draft_for(state, draft), is_stale(state, [form["turn"]] if "turn" in form else ())
    if kind in MANEUVERING and state.current_maneuver is not None:
        return action_to_json(_maneuvering(state, player, kind, draft, late=late, setup=setup))
    if late or kind in MANEUVERING:
        raise stale_form()
    if kind not in ("propose", "buy"):
        return _known(_answer(kind, form))
    proposed = proposed_action(state, draft, setup=setup) if kind == "propose" else None
    action = purchase_of(state, player, draft, setup=setup) if kind == "buy" else proposed
    if action is None:
        raise stale_form()
    return action_to_json(action)


def _maneuvering(state: State, player: str, kind: str, draft: Draft, *, late: bool, setup: Setup) -> Action:
    """Returns the plan as a batch, or its first row as a step. Raises `stale` for illegal rows (rules 5.10)."""
    decision, whole = plan_decision(state, player, draft, setup=setup), kind == "maneuver_batch"
    if current_maneuver(state).player == player and state.player_info[player].my_turn:
        first = 1 + len(decision.committed)
        bad = [row.index + first for row in decision.rows if row.problem]
        if late or (bad and whole):
            raise RuleViolation("stale", _what_to_do(bad, overtaken=late or decision.overtaken))
        sent = decision.rows if whole else decision.rows[:1]
        if undecided := [row.index + first for row in sent if row.undecided]:
            raise RuleViolation("illegal_action", _what_to_choose(undecided))
    return plan_action(decision.rows, peace_order=draft.peace_order) if whole else step_action(decision.rows[0])


def _what_to_choose(undecided: list[int]) -> Sentence:
    one, several = _("Row %(numbers)s waits for a choice."), _("Rows %(numbers)s wait for a choice.")
    return _about_rows(undecided, one, several)


def _what_to_do(bad: list[int], *, overtaken: bool) -> Sentence:
    if not bad:
        return say(_("The board has changed since you opened this. Your plan is kept: look at it again."))
    if not overtaken:
        return _about_rows(bad, _("Row %(numbers)s needs a new place."), _("Rows %(numbers)s need a new place."))
    return _about_rows(
        bad,
        _("The board has changed since you opened this. Your plan is kept; row %(numbers)s needs a new place."),
        _("The board has changed since you opened this. Your plan is kept; rows %(numbers)s need a new place."),
    )


def _about_rows(numbers: list[int], one: str, several: str) -> Sentence:
    return say(one if len(numbers) == 1 else several, numbers=tuple(map(str, numbers)))


def _answer(kind: str, form: Mapping[str, str]) -> Json:
    """Returns the action of a form that needs no draft. Raises `stale` for what no form of the game sends."""
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
    if kind not in PLAIN_ACTIONS:
        raise stale_form()
    return {"type": kind}


def _known(answer: Json) -> Json:
    """Raises `stale` for fields of the wrong kind, `illegal_bid` for no amount: the rules' words are for programs."""
    try:
        action_from_json(answer)
    except RuleViolation:
        raise (_no_amount() if answer["type"] == "bid" else stale_form()) from None
    return answer


def _no_amount() -> RuleViolation:
    return RuleViolation("illegal_bid", say(_("A bid is an amount in dollars, such as 4.50.")))


def _dollars(text: str) -> float:
    try:
        return float(text.strip().lstrip("$").replace(",", "."))
    except ValueError:
        raise _no_amount() from None
