"""Hypothesis plays: any seat tries anything at any time, people leave and return, clocks are late."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cambio import rules
from tabletop.rules import RuleViolation
from tests.cambio.rules.invariants import check_state
from tests.cambio.rules.random_play import all_actions
from tests.cambio.rules.table import NAMES
from tests.conformance.subject import seeded_shuffle
from tests.kit.bulk import bulk

EXAMPLES = bulk(150)
SEATS = st.integers(0, 3)
ACTIONS = all_actions(4)


class CambioTable(RuleBasedStateMachine):
    state: rules.State
    now: float

    @initialize(players=st.integers(2, 4), deal=st.integers(0, 10_000))
    def deal(self, players: int, deal: int) -> None:
        self.now = 1000.0
        self.steps = 0
        self.state = rules.new_game(NAMES[:players], seeded_shuffle("machine", deal), now=self.now)

    def submit(self, seat: int, action: Any) -> bool:
        """Whether the action was accepted."""
        self.steps += 1
        before = rules.to_json(self.state)
        try:
            after, _events = rules.apply(
                self.state, seat, action, now=self.now, shuffle=seeded_shuffle("machine", self.steps)
            )
        except RuleViolation:
            return False
        finally:
            assert rules.to_json(self.state) == before
        self.state = after
        return True

    @rule(seat=SEATS, action=st.sampled_from(ACTIONS))
    def try_anything(self, seat: int, action: Any) -> None:
        """What is on the menu is accepted, and nothing else is (but fields a power does not need are ignored)."""
        menu = rules.legal_actions(self.state, seat, now=self.now)
        stage = rules.view(self.state, seat, now=self.now)["stage"]
        accepted = self.submit(seat, action)
        if action in menu:
            assert accepted
        elif accepted:
            ends_a_reveal = isinstance(action, rules.SkipPower) and stage == "power_reveal"
            assert ends_a_reveal or (isinstance(action, rules.UsePower) and stage == "power_choice")

    @rule(data=st.data())
    @precondition(lambda self: not rules.is_over(self.state))
    def make_a_legal_move(self, data: st.DataObject) -> None:
        settled, _events = rules.settle(self.state, now=self.now, shuffle=list)
        acting = rules.players_to_act(settled)
        if acting:
            seat = data.draw(st.sampled_from(acting))
            assert self.submit(seat, data.draw(st.sampled_from(rules.legal_actions(settled, seat, now=self.now))))

    @rule(seat=SEATS)
    def drop_out(self, seat: int) -> None:
        assert self.submit(seat, rules.Disconnected()) == (seat < len(self.state.players))

    @rule(seat=SEATS)
    def return_to_the_table(self, seat: int) -> None:
        assert self.submit(seat, rules.Reconnected()) == (seat < len(self.state.players))

    @rule(seconds=st.sampled_from([0.0, 0.5, 4.0, 5.0, 11.0, 30.0, 61.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def let_the_clock_settle(self) -> None:
        self.state, _events = rules.settle(self.state, now=self.now, shuffle=list)
        assert rules.settle(self.state, now=self.now, shuffle=list) == (self.state, ())

    @invariant()
    def every_state_is_sound(self) -> None:
        check_state(self.state)
        assert rules.from_json(rules.to_json(self.state)) == self.state

    @invariant()
    def a_settled_state_is_sound_too(self) -> None:
        settled, _events = rules.settle(self.state, now=self.now, shuffle=list)
        check_state(settled)
        for seat in range(len(settled.players)):
            may_act = bool(rules.legal_actions(settled, seat, now=self.now))
            assert may_act or seat not in rules.players_to_act(settled)


CambioTable.TestCase.settings = settings(max_examples=EXAMPLES, stateful_step_count=80)
TestCambioTable = CambioTable.TestCase
