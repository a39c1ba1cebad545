"""The rules as the kernel's contract wants them: with a setup given beforehand, and no deadlines."""

import json
from importlib.resources import files
from typing import Any

from msgspec.structs import replace

from imperial import rules
from imperial.rules.board import Setup
from imperial.rules.state import State, Tally, Voting, with_player
from imperial.rules.stock import vote_weight
from tabletop.rules import Json, Seat, Shuffle


def late_setup() -> Setup:
    return rules.parse_setup(late_setup_data())


def late_setup_data() -> Json:
    """The standard board in the middle of things: short games with much to move and to fight for."""
    data = json.loads(files("imperial").joinpath("data", "standard.json").read_bytes())
    units = {
        "Austria": (["Trieste"], ["Vienna", "Prague", "Romania"]),
        "Italy": (["Ionian Sea", "Naples"], ["Rome", "Venice", "Trieste"]),
        "France": (["Western Med", "Brest"], ["Paris", "Dijon", "Marseille"]),
        "England": (["North Sea", "English Channel", "London"], ["London", "London"]),
        "Germany": (["North Sea", "Baltic Sea"], ["Munich", "Munich", "Danzig", "Warsaw"]),
        "Russia": (["Black Sea", "Baltic Sea"], ["Warsaw", "Kiev", "Odessa"]),
    }
    chips = ["Romania", "Tunis", "Spain", "North Atlantic", "Denmark", "Black Sea"]
    for (name, (fleets, armies)), chip in zip(units.items(), chips, strict=True):
        data["countries"][name]["start"] |= {
            "money": 4.5,
            "points": 19,
            "taxChips": [chip],
            "fleets": [{"territory": place} for place in fleets],
            "armies": [{"territory": place} for place in armies],
        }
    return {**data, "name": "late"}


class RulesWithSetup:
    """Fulfils `tabletop.rules.Rules`."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    is_over = staticmethod(rules.is_over)
    result = staticmethod(rules.result)
    players_to_act = staticmethod(rules.players_to_act)
    to_json = staticmethod(rules.to_json)
    from_json = staticmethod(rules.from_json)
    action_from_json = staticmethod(rules.action_from_json)
    action_to_json = staticmethod(rules.action_to_json)

    def apply(self, state: State, seat: Seat, action: Any, *, now: float, shuffle: Shuffle) -> rules.Step:
        return rules.apply(state, seat, action, setup=self.setup, shuffle=shuffle, now=now)

    def settle(self, state: State, *, now: float, shuffle: Shuffle) -> rules.Step:
        return state, ()

    def next_deadline(self, state: State) -> None:
        return None

    def legal_actions(self, state: State, seat: Seat, *, now: float) -> list[rules.Action]:
        return rules.legal_actions(state, seat, setup=self.setup)

    def view(self, state: State, seat: Seat | None, *, now: float) -> Json:
        return rules.view(state, seat if isinstance(seat, str) else None)


def other_world(state: State, viewer: Seat | None) -> State | None:
    """A state the viewer cannot tell from this one: other bids, other votes, other drafts, other addresses."""
    world = _other_bids(state, viewer) if state.mode == "bid" else state
    world = _other_votes(world, viewer)
    world = _other_drafts(world, viewer)
    if world == state:
        return None
    for player in state.player_info:
        if player != viewer:
            world = with_player(world, player, replace(world.player_info[player], email=f"{player}@example.org"))
    return world


def _other_bids(state: State, viewer: Seat | None) -> State:
    for player, info in state.player_info.items():
        if player != viewer and info.bid is not None:
            state = with_player(state, player, replace(info, bid=info.money - info.bid // 2))
    return state


def _other_votes(state: State, viewer: Seat | None) -> State:
    """Everybody else voted for the other side."""
    voting = state.voting
    if voting is None:
        return state
    leader = state.country_info[voting.country].leadership[0]
    sides: dict[int, list[str]] = {1: [], 2: []}
    for side, tally in ((1, voting.proposal_1), (2, voting.proposal_2)):
        for voter in tally.voters:
            sides[side if voter == viewer else 3 - side].append(voter)

    def counted(tally: Tally, voters: list[str]) -> Tally:
        votes = sum(vote_weight(state, voter, voting.country, first=leader) for voter in voters)
        return replace(tally, votes=votes, voters=tuple(voters))

    other = Voting(
        country=voting.country,
        proposal_1=counted(voting.proposal_1, sides[1]),
        proposal_2=counted(voting.proposal_2, sides[2]),
    )
    return replace(state, voting=other)


def _other_drafts(state: State, viewer: Seat | None) -> State:
    maneuver = state.current_maneuver
    if maneuver is None or maneuver.player == viewer:
        return state
    drafts = maneuver.remaining_army_plans
    return replace(state, current_maneuver=replace(maneuver, remaining_army_plans=drafts[1:])) if drafts else state
