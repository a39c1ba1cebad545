"""A maneuver to play through in a test. Ann leads every country nobody else is said to lead."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from imperial.rules.actions import Action, CastPeaceVote, DictatorPeace, ManeuverBatch, ManeuverStep
from imperial.rules.board import Setup
from imperial.rules.events import Event, Step
from imperial.rules.maneuver.answers import answer_as_dictator, answer_by_vote
from imperial.rules.maneuver.planner import actions_at, reachable
from imperial.rules.maneuver.progress import enter, take_batch, take_step
from imperial.rules.state import CurrentManeuver, ReturnMode, State, UnitKind
from tabletop.rules import RuleViolation
from tests.imperial.rules.positions import STANDARD, position

Holders = Mapping[str, Mapping[str, Sequence[int]]]
Places = Mapping[str, Sequence[str]]
Moves = Sequence[tuple[str, str, str]]
SPOT = "L-Maneuver"
BEN_IN_FRANCE: Holders = {"France": {"Ben": [5]}}
FRENCH_IN_TUNIS: Places = {"France": ["Tunis"]}
TO_TUNIS = ("Rome", "Tunis", "peace")
DEMOCRACY = {"Ben": [4], "Cleo": [3], "Dan": [2]}

EFFECTS: dict[type[Action], Callable[..., Step]] = {
    ManeuverStep: take_step,
    ManeuverBatch: take_batch,
    DictatorPeace: answer_as_dictator,
    CastPeaceVote: answer_by_vote,
}


class Maneuver:
    """What was said and done goes through the functions the engine calls; `state` is the latest state."""

    def __init__(self, state: State, *, setup: Setup = STANDARD) -> None:
        self.state = state
        self.setup = setup
        self.events: tuple[Event, ...] = ()

    @property
    def current(self) -> CurrentManeuver:
        assert self.state.current_maneuver is not None
        return self.state.current_maneuver

    @property
    def to_act(self) -> list[str]:
        return [player for player, info in self.state.player_info.items() if info.my_turn]

    @property
    def event_types(self) -> list[str]:
        return [event.to_json()["type"] for event in self.events]

    @property
    def is_complete(self) -> bool:
        return self.state.current_maneuver is None

    def step(self, destination: str, action: str = "", *, origin: str | None = None, player: str = "Ann") -> "Maneuver":
        move = ManeuverStep(origin=origin, destination=destination, action=action)
        return self._after(take_step(self.state, player, move, setup=self.setup))

    def batch(
        self, fleets: Moves = (), armies: Moves = (), *, peace_order: Sequence[str] = (), player: str = "Ann"
    ) -> "Maneuver":
        moves = ManeuverBatch(fleet_man=tuple(fleets), army_man=tuple(armies), peace_order=tuple(peace_order))
        return self._after(take_batch(self.state, player, moves, setup=self.setup))

    def do(self, player: str, action: Action) -> "Maneuver":
        return self._after(EFFECTS[type(action)](self.state, player, action, setup=self.setup))

    def answer(self, player: str, *, accept: bool, sacrifice: UnitKind | None = None) -> "Maneuver":
        answer = DictatorPeace(accept=accept, sacrifice=sacrifice)
        return self._after(answer_as_dictator(self.state, player, answer, setup=self.setup))

    def vote(self, player: str, *, accept: bool) -> "Maneuver":
        choice = CastPeaceVote(choice="accept" if accept else "reject")
        return self._after(answer_by_vote(self.state, player, choice, setup=self.setup))

    def reachable(self, kind: str, origin: str, plan: Moves = ()) -> set[str]:
        places = reachable(self.state, plan, {"kind": kind, "origin": origin}, setup=self.setup)
        assert len(places) == len(set(places))
        return set(places)

    def actions(self, kind: str, origin: str, destination: str, plan: Moves = ()) -> list[str]:
        unit = {"kind": kind, "origin": origin}
        return actions_at(self.state, plan, unit, destination, setup=self.setup)

    def _after(self, step: Step) -> "Maneuver":
        after = Maneuver(step[0], setup=self.setup)
        after.events = step[1]
        return after


def entered(
    country: str,
    *,
    fleets: Places | None = None,
    armies: Places | None = None,
    bonds: Holders | None = None,
    countries: Mapping[str, Mapping[str, Any]] | None = None,
    return_mode: ReturnMode = "execute",
    player: str = "Ann",
    setup: Setup = STANDARD,
) -> Maneuver:
    held: Holders = {**{name: {"Ann": [5]} for name in setup.countries}, **(bonds or {})}
    state = position(
        players=("Ann", "Ben", "Cleo", "Dan"),
        bonds=held,
        country=country,
        fleets=fleets,
        armies=armies,
        countries=countries,
        setup=setup,
    )
    slot = {"execute": 0, "proposal-opp": 1, "vote": 2}[return_mode]
    state, _events = enter(
        state, player=player, wheel_spot=SPOT, return_mode=return_mode, proposal_slot=slot, setup=setup
    )
    return Maneuver(state, setup=setup)


def facing_tunis(
    armies: int = 1,
    *,
    fleets: Sequence[str] = ("Western Med",) * 4,
    others: Places = FRENCH_IN_TUNIS,
    ships: Places | None = None,
    bonds: Holders = BEN_IN_FRANCE,
) -> Maneuver:
    """Italian armies in Rome, ships to carry them, and by default a French army of Ben's in Tunis."""
    game = entered(
        "Italy", fleets={"Italy": fleets, **(ships or {})}, armies={"Italy": ["Rome"] * armies, **others}, bonds=bonds
    )
    for sea in fleets:
        game = game.step(sea)
    return game


def refusal(attempt: Any, *arguments: Any, **fields: Any) -> RuleViolation:
    with pytest.raises(RuleViolation) as refused:
        attempt(*arguments, **fields)
    return refused.value


def holds(*places: str) -> list[tuple[str, str, str]]:
    return [(place, place, "") for place in places]


def places(state: State, country: str, kind: UnitKind = "army") -> list[str]:
    """As the builder takes them: an army in `~Rome` coexists."""
    info = state.country_info[country]
    units = info.fleets if kind == "fleet" else info.armies
    return [unit.territory if unit.hostile else f"~{unit.territory}" for unit in units]
