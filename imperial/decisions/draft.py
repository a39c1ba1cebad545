"""What a player has chosen but not yet submitted. Kept on the server, so another device can go on with it."""

import msgspec

from imperial.rules.state import ManeuverTuple, State, UnitKind


class Draft(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    turn_id: int = 0
    """Since when its question is asked: a draft for another question is as good as none."""
    maneuver: str = ""
    """Which maneuver it plans. The plan holds as long as that goes on, whatever is committed of it meanwhile."""
    committed: int = 0
    """How many moves of the maneuver were committed when it was changed last."""
    spot: str | None = None
    factory: str | None = None
    produce: tuple[str, ...] | None = None
    """None until the player changes it: all that can be made."""
    imports: tuple[tuple[UnitKind, str], ...] = ()
    bond: tuple[str, int] | None = None
    """Country and denomination on the market."""
    give_back: int | None = None
    choice: int | None = None
    """The proposal a voter is about to vote for."""
    fleet_man: tuple[ManeuverTuple, ...] | None = None
    army_man: tuple[ManeuverTuple, ...] | None = None
    """None until the player touches the plan. The whole maneuver, what is committed of it first."""
    peace_order: tuple[str, ...] = ()
    """Which country is asked first where one move has to ask several."""
    in_hand: int | None = None
    """The row of the plan whose destination is being chosen."""


NO_DRAFT = Draft()


def draft_for(state: State, draft: Draft | None) -> Draft:
    """The draft if it is about the question at hand, else none."""
    if draft is None:
        return NO_DRAFT
    if state.current_maneuver is not None:
        return draft if draft.maneuver == maneuver_key(state) else NO_DRAFT
    return draft if draft.turn_id == asked_since(state) else NO_DRAFT


def maneuver_key(state: State) -> str:
    """Tells one maneuver from the next: in every round a country has one, or one for each of two proposals."""
    maneuver = state.current_maneuver
    return "" if maneuver is None else f"{state.round} {maneuver.country} {maneuver.proposal_slot}"


def asked_since(state: State) -> int:
    """The turn in which the question at hand was put: it tells one question from the next.

    What others bid or vote meanwhile makes a turn each, and the question stays the same.
    """
    if state.mode == "bid":
        return state.turn_id - sum(player.bid is not None for player in state.player_info.values())
    if state.voting is not None:
        return state.turn_id - len(state.voting.proposal_1.voters) - len(state.voting.proposal_2.voters)
    return state.turn_id - (len(state.peace_vote.voters) if state.peace_vote else 0)
