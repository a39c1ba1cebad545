"""Redaction: the state as one player may see it (rules 14)."""

from msgspec.structs import replace

from imperial.rules.state import Player, State, Tally, Voting
from imperial.rules.state_json import to_json
from tabletop.rules import Json


def redacted(state: State, player: str | None) -> State:
    """Returns the state without what is hidden; None, or an id without a seat, sees what a spectator sees.

    The tallies of a vote are hidden from everybody until it is decided, voters included.
    """
    maneuver, voting = state.current_maneuver, state.voting
    if maneuver is not None and maneuver.player != player:
        maneuver = replace(maneuver, remaining_fleet_plans=(), remaining_army_plans=())
    if voting is not None:
        voting = Voting(
            country=voting.country,
            proposal_1=Tally(proposal=voting.proposal_1.proposal),
            proposal_2=Tally(proposal=voting.proposal_2.proposal),
        )
    players = {
        other: info if other == player else _without_secrets(info, bidding=state.mode == "bid")
        for other, info in state.player_info.items()
    }
    return replace(state, player_info=players, voting=voting, current_maneuver=maneuver)


def _without_secrets(info: Player, *, bidding: bool) -> Player:
    bid = None if bidding else info.bid
    return replace(info, email="", bid=bid) if info.email or bid != info.bid else info


def own_vote(state: State, player: str | None) -> int | None:
    """Returns the number of the proposal that this player has voted for."""
    voting = state.voting
    if voting is None:
        return None
    return 1 if player in voting.proposal_1.voters else 2 if player in voting.proposal_2.voters else None


def view(state: State, player: str | None) -> Json:
    """Returns `to_json` of the redacted state, with the player's own vote."""
    data = to_json(redacted(state, player))
    if state.voting is not None:
        data["voting"] = {
            "country": state.voting.country,
            "proposal 1": {"proposal": state.voting.proposal_1.proposal},
            "proposal 2": {"proposal": state.voting.proposal_2.proposal},
            "myVote": own_vote(state, player),
        }
    return data
