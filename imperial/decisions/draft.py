"""A player's choices before submission, stored on the server so that another device can continue."""

import msgspec

from imperial.rules.state import ManeuverTuple, State, UnitKind


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
    fleet_man: tuple[ManeuverTuple, ...] | None = None
    army_man: tuple[ManeuverTuple, ...] | None = None
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
        return state.turn_id - sum(player.bid is not None for player in state.player_info.values())
    if state.voting is not None:
        return state.turn_id - len(state.voting.proposal_1.voters) - len(state.voting.proposal_2.voters)
    return state.turn_id - (len(state.peace_vote.voters) if state.peace_vote else 0)
