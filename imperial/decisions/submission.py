"""Builds the action from a submitted form and the draft."""

from collections.abc import Mapping

import msgspec

from imperial.decisions.draft import Draft, current_maneuver, draft_for, is_stale, stale_form
from imperial.decisions.editing import Fields, edit_draft
from imperial.decisions.market import purchase_of
from imperial.decisions.plan import plan_action, plan_decision, step_action
from imperial.decisions.proposal import proposed_action
from imperial.rules.actions import (
    Action,
    Agree,
    Bid,
    BidBuy,
    CastPeaceVote,
    DictatorPeace,
    Dollars,
    Pause,
    Punt,
    Resume,
    Vote,
)
from imperial.rules.board import Setup
from imperial.rules.state import State, UnitKind
from tabletop.rules import RuleViolation, Sentence, say
from tabletop.rules import gettext_noop as _

MANEUVERING = {"maneuver_step", "maneuver_batch"}
PLAIN_ACTIONS: Mapping[str, Action] = {"agree": Agree(), "punt": Punt(), "pause": Pause(), "resume": Resume()}
VOTES: Mapping[str, Action] = {"1": Vote(choice=1), "2": Vote(choice=2)}
PEACE_VOTES: Mapping[str, Action] = {"accept": CastPeaceVote(choice="accept"), "reject": CastPeaceVote(choice="reject")}
SACRIFICES: Mapping[str, UnitKind | None] = {"": None, "army": "army", "fleet": "fleet"}

SHOWN = {"propose": ("spot", "factory", "produce", "keep"), "buy": ("giveBack",)}
"""Choices that a form submits besides the draft. They win: without script the draft does not know them, and with
script the submission may overtake the draft."""


def with_form_choices(state: State, player: str, draft: Draft | None, fields: Fields, *, setup: Setup) -> Draft | None:
    """Returns the draft with the choices of the submitted form."""
    names = SHOWN.get(fields.get("type", [""])[-1], ())
    shown = {name: fields[name] for name in names if name in fields}
    return edit_draft(state, player, draft, shown, setup=setup) if shown else draft


def build_action(state: State, player: str, draft: Draft | None, form: Mapping[str, str], *, setup: Setup) -> Action:
    """Raises `stale` if the question has changed or nothing is chosen."""
    kind = form.get("type", "")
    draft, late = draft_for(state, draft), is_stale(state, [form["turn"]] if "turn" in form else ())
    if kind in MANEUVERING and state.current_maneuver is not None:
        return _maneuvering(state, player, kind, draft, late=late, setup=setup)
    if late or kind in MANEUVERING:
        raise stale_form()
    if kind not in ("propose", "buy"):
        return _answer(kind, form)
    proposed = proposed_action(state, draft, setup=setup) if kind == "propose" else None
    action = purchase_of(state, player, draft, setup=setup) if kind == "buy" else proposed
    if action is None:
        raise stale_form()
    return action


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


def _answer(kind: str, form: Mapping[str, str]) -> Action:
    """Returns the action of a form that needs no draft. Raises `stale` for what no form of the game sends."""
    answer = PLAIN_ACTIONS.get(kind)
    if kind == "bid":
        answer = _bid(form.get("amount", ""))
    elif kind == "bid_buy":
        answer = BidBuy(accept=form.get("accept") == "true")
    elif kind == "vote":
        answer = VOTES.get(form.get("choice", ""))
    elif kind == "peace_vote":
        answer = PEACE_VOTES.get(form.get("answer", ""))
    elif kind == "dictator_peace" and (sacrifice := form.get("sacrifice", "")) in SACRIFICES:
        answer = DictatorPeace(accept=form.get("answer") == "accept", sacrifice=SACRIFICES[sacrifice])
    if answer is None:
        raise stale_form()
    return answer


def _bid(text: str) -> Bid:
    """Raises `illegal_bid` for no amount: the rules' words are for programs."""
    try:
        return Bid(amount=msgspec.convert(float(text.strip().lstrip("$").replace(",", ".")), Dollars))
    except (ValueError, msgspec.ValidationError):
        raise RuleViolation("illegal_bid", say(_("A bid is an amount in dollars, such as 4.50."))) from None
