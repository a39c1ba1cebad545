"""A player's choices before submission, stored on the server so that another device can continue.

A plan has a row for each unit: the committed moves of the maneuver, then the drafted moves of the remaining units.
"""

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.progress import waiting_places
from imperial.rules.state import CurrentManeuver, ManeuverTuple, State, UnitKind
from tabletop.rules import RuleViolation, say
from tabletop.rules import gettext_noop as _

Moves = tuple[ManeuverTuple, ...]
Row = tuple[UnitKind, ManeuverTuple]
UNDECIDED = "?"
"""Placeholder of an action that the player has yet to choose. Never submitted."""


class Draft(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    turn_id: int = 0
    """The turn since which the question is asked; a draft for another question is ignored."""
    maneuver: str = ""
    """Key of the planned maneuver. The plan stays valid while moves of that maneuver are committed."""
    committed: int = 0
    """Number of committed moves at the last change of the draft."""
    spot: str | None = None
    factory: str | None = None
    produce: tuple[str, ...] | None = None
    """None until the player changes it, which means all that can be produced."""
    imports: tuple[tuple[UnitKind, str], ...] = ()
    bond: tuple[str, int] | None = None
    """Country and denomination on the market."""
    give_back: int | None = None
    choice: int | None = None
    """The proposal that a voter has selected, 1 or 2."""
    fleet_man: Moves | None = None
    army_man: Moves | None = None
    """The whole maneuver, committed moves first; None until the player changes the plan."""
    peace_order: tuple[str, ...] = ()
    """The country to ask first where a move has to ask several."""
    in_hand: int | None = None
    """Index of the row whose destination is being chosen."""


NO_DRAFT = Draft()


def draft_for(state: State, draft: Draft | None) -> Draft:
    """Returns the draft if it answers the current question, else `NO_DRAFT`."""
    if draft is None:
        return NO_DRAFT
    if state.current_maneuver is not None:
        return draft if draft.maneuver == maneuver_key(state) else NO_DRAFT
    return draft if draft.turn_id == asked_since(state) else NO_DRAFT


def maneuver_key(state: State) -> str:
    """Returns a key that is unique in a game: per round a country has one maneuver for each proposal."""
    maneuver = state.current_maneuver
    return "" if maneuver is None else f"{state.round} {maneuver.country} {maneuver.proposal_slot}"


def asked_since(state: State) -> int:
    """Returns the turn in which the current question was asked. Bids and votes of others do not change it."""
    if state.mode == "bid":
        return state.turn_id - sum(info.bid is not None for info in state.player_info.values())
    if state.voting is not None:
        return state.turn_id - len(state.voting.proposal_1.voters) - len(state.voting.proposal_2.voters)
    return state.turn_id - (len(state.peace_vote.voters) if state.peace_vote else 0)


def current_maneuver(state: State) -> CurrentManeuver:
    if state.current_maneuver is None:
        raise ValueError("there is no maneuver to plan")
    return state.current_maneuver


def committed_rows(maneuver: CurrentManeuver) -> list[Row]:
    fleets: list[Row] = [("fleet", move) for move in maneuver.completed_fleet_moves]
    return fleets + [("army", move) for move in maneuver.completed_army_moves]


def planned_rows(maneuver: CurrentManeuver, draft: Draft) -> list[Row]:
    """Returns the drafted moves of units that have not moved; units without one hold."""
    fleets = _still_planned(draft.fleet_man, maneuver.completed_fleet_moves, maneuver.remaining_fleet_plans)
    armies = _still_planned(draft.army_man, maneuver.completed_army_moves, maneuver.remaining_army_plans)
    rows: list[Row] = [("fleet", move) for move in _planned(waiting_places(maneuver, "fleet"), fleets)]
    return rows + [("army", move) for move in _planned(waiting_places(maneuver, "army"), armies)]


def _still_planned(drafted: Moves | None, completed: Moves, remaining: Moves) -> Moves:
    """Returns the drafted moves beyond the committed ones; a draft that begins differently is outdated.

    Compares routes, not actions: a refused peace offer has become a war.
    """
    if drafted is None or [move[:2] for move in drafted[: len(completed)]] != [move[:2] for move in completed]:
        return remaining
    return drafted[len(completed) :]


def _planned(places: list[str], plans: Moves) -> list[ManeuverTuple]:
    """Returns the planned moves of these units in order, then a hold for every other unit."""
    waiting = Counter(places)
    rows = []
    for move in plans:
        if waiting[move[0]]:
            waiting[move[0]] -= 1
            rows.append(move)
    for place in places:
        if waiting[place]:
            waiting[place] -= 1
            rows.append((place, place, codes.PLAIN))
    return rows


def with_plan(state: State, draft: Draft | None) -> Draft:
    """Returns the draft with all rows written out, because a step discards the plan stored in the game (rules 5.10)."""
    draft = started(state, draft)
    return with_rows(state, draft, planned_rows(current_maneuver(state), draft))


def started(state: State, draft: Draft | None) -> Draft:
    """Returns the draft if it answers the current question, else a new one."""
    draft = draft_for(state, draft)
    if draft is NO_DRAFT:
        draft = Draft(turn_id=asked_since(state), maneuver=maneuver_key(state))
    if state.current_maneuver is not None and draft.committed != (done := len(committed_rows(state.current_maneuver))):
        # Row indexes have shifted; clear the selection.
        draft = replace(draft, in_hand=None, committed=done)
    return draft


def with_rows(state: State, draft: Draft, rows: Sequence[Row]) -> Draft:
    maneuver = current_maneuver(state)
    return replace(
        draft,
        fleet_man=(*maneuver.completed_fleet_moves, *(move for kind, move in rows if kind == "fleet")),
        army_man=(*maneuver.completed_army_moves, *(move for kind, move in rows if kind == "army")),
    )


def is_stale(state: State, turn: Sequence[str]) -> bool:
    """Whether the form was rendered for an earlier question; a form without a turn is current."""
    return bool(turn) and turn[-1] != str(asked_since(state))


def stale_form() -> RuleViolation:
    return RuleViolation("stale", say(_("The board has changed since you opened this. Look at it again and choose.")))
