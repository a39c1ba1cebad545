"""Hypothesis plays: any player tries anything at any time, clocks are stopped and late."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from imperial import rules
from imperial.rules.state import UnitKind
from tabletop.rules import RuleViolation
from tests.conformance.subject import seeded_shuffle
from tests.imperial.rules.contract import late_setup
from tests.imperial.rules.invariants import check_state, check_step
from tests.imperial.rules.random_play import NAMES, TIMER
from tests.kit.bulk import bulk

EXAMPLES = bulk(25)
LATE = late_setup()
PLACES = st.sampled_from(
    ["Vienna", "Trieste", "Romania", "Ionian Sea", "Rome", "Paris", "London", "North Sea", "Atlantis"]
)
COUNTRIES = st.sampled_from([*LATE.countries, "Atlantis"])
STOCK = st.integers(-1, 9)
CODES = st.sampled_from(["", "peace", "hostile", "war Italy army", "war Austria fleet", "blow up France", "dance"])
MOVES = st.lists(st.tuples(PLACES, PLACES, CODES), max_size=4).map(tuple)
BOTH_KINDS: tuple[UnitKind, UnitKind] = ("fleet", "army")
KINDS = st.sampled_from(BOTH_KINDS)
ANYTHING = st.one_of(
    st.builds(rules.Bid, amount=st.integers(-5, 40).map(lambda tenths: tenths / 3)),
    st.builds(rules.BidBuy, accept=st.booleans()),
    st.builds(rules.Buy, country=COUNTRIES, stock=STOCK, return_stock=st.none() | STOCK),
    st.builds(rules.Punt),
    st.builds(
        rules.Propose,
        wheel_spot=st.sampled_from([*LATE.wheel, "center", "Rest"]),
        factory_loc=st.none() | PLACES,
        fleet_produce=st.lists(PLACES, max_size=2).map(tuple),
        army_produce=st.lists(PLACES, max_size=2).map(tuple),
    ),
    st.lists(st.tuples(KINDS, PLACES), max_size=4).map(
        lambda units: rules.Propose(
            wheel_spot="Import",
            imports=rules.Import(
                types=tuple(kind for kind, _ in units), territories=tuple(place for _, place in units)
            ),
        )
    ),
    st.builds(rules.Agree),
    st.builds(rules.Vote, choice=st.sampled_from([1, 2])),
    st.builds(rules.ManeuverStep, origin=st.none() | PLACES, destination=PLACES, action=CODES),
    st.builds(
        rules.ManeuverBatch, fleet_man=MOVES, army_man=MOVES, peace_order=st.lists(COUNTRIES, max_size=2).map(tuple)
    ),
    st.builds(rules.DictatorPeace, accept=st.booleans(), sacrifice=st.none() | KINDS),
    st.builds(rules.CastPeaceVote, choice=st.sampled_from(["accept", "reject"])),
)


class ImperialGame(RuleBasedStateMachine):
    state: rules.State
    now: float

    @initialize(players=st.integers(2, 6), timed=st.booleans())
    def begin(self, players: int, timed: bool) -> None:
        self.now = 1_000.0
        self.steps = 0
        self.state = rules.new_game(NAMES[:players], LATE, shuffle=list, now=self.now, timer=TIMER if timed else None)

    def submit(self, player: str, action: Any) -> bool:
        """Whether the action was accepted; a refused one changes nothing, an accepted one not the state before."""
        self.steps += 1
        before = rules.to_json(self.state)
        try:
            after, events = rules.apply(
                self.state, player, action, setup=LATE, shuffle=seeded_shuffle("machine", self.steps), now=self.now
            )
        except RuleViolation:
            return False
        finally:
            assert rules.to_json(self.state) == before
        if not isinstance(action, rules.Pause | rules.Resume):
            check_step(self.state, after, events, player=player)
        self.state = after
        return True

    @rule(player=st.sampled_from([*NAMES, "Zoe"]), action=ANYTHING)
    def try_anything(self, player: str, action: Any) -> None:
        on_the_menu = action in rules.legal_actions(self.state, player, setup=LATE)
        to_act = player in rules.players_to_act(self.state)
        accepted = self.submit(player, action)
        assert accepted or not on_the_menu
        assert to_act or not accepted

    @rule(action=ANYTHING, data=st.data())
    @precondition(lambda self: not rules.is_over(self.state))
    def try_anything_in_turn(self, action: Any, data: st.DataObject) -> None:
        self.submit(data.draw(st.sampled_from(rules.players_to_act(self.state))), action)

    @rule(data=st.data(), moves=st.integers(1, 12))
    @precondition(lambda self: not rules.is_over(self.state))
    def make_legal_moves(self, data: st.DataObject, moves: int) -> None:
        chance = data.draw(st.randoms(use_true_random=False))
        for _move in range(moves):
            acting = rules.players_to_act(self.state)
            if acting:
                player = chance.choice(acting)
                assert self.submit(player, chance.choice(rules.legal_actions(self.state, player, setup=LATE)))

    @rule(player=st.sampled_from([*NAMES, "Zoe"]), action=st.sampled_from([rules.Pause(), rules.Resume()]))
    def stop_or_start_the_clock(self, player: str, action: Any) -> None:
        timer, over = self.state.timer, rules.is_over(self.state)
        sensible = timer.timed and bool(timer.pause) == isinstance(action, rules.Resume)
        seated = player in self.state.player_info
        assert self.submit(player, action) == (sensible and seated and not over)

    @rule(seconds=st.sampled_from([0.0, 0.5, 30.0, 200.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @invariant()
    def every_state_is_sound(self) -> None:
        check_state(self.state, setup=LATE)


ImperialGame.TestCase.settings = settings(max_examples=EXAMPLES, stateful_step_count=30)
TestImperialGame = ImperialGame.TestCase
