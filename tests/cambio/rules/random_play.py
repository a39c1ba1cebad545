"""Whole games by chance: sensible moves, nonsense, people who leave and return, time that runs out."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from cambio import rules
from tabletop.rules import RuleViolation, Shuffle
from tests.cambio.rules.table import NAMES
from tests.conformance.subject import seeded_shuffle

START = 1000.0
LONG_GAME = 250
STEP_LIMIT = 2000


@dataclass(frozen=True)
class Step:
    number: int
    before: rules.State
    now: float
    seat: int | None
    """None: the clock."""
    action: Any
    after: rules.State
    events: tuple[rules.Event, ...]


def all_actions(players: int) -> list[rules.Action]:
    """Everything anybody could ever ask for, and a little more."""
    places = (-1, 0, 1, 2, 3, 4)
    return [
        rules.ConfirmInitialView(),
        rules.Draw(source="deck"),
        rules.Draw(source="discard"),
        *(rules.Swap(position=place) for place in places),
        rules.Discard(),
        *(rules.UsePower(position=place) for place in places),
        *(
            rules.UsePower(target_seat=seat, target_position=place)
            for seat in range(-1, players + 1)
            for place in places
        ),
        *(
            rules.UsePower(position=own, target_seat=seat, target_position=place)
            for own in (0, 3, 4)
            for seat in range(players)
            for place in places
        ),
        rules.SkipPower(),
        rules.DismissReveal(),
        rules.CallCambio(),
    ]


def first_state(seed: int, players: int) -> rules.State:
    return rules.new_game(NAMES[:players], seeded_shuffle("cambio", seed, "deal"), now=START)


def shuffle_of(seed: int, number: int) -> Shuffle:
    return seeded_shuffle("cambio", seed, number)


def random_game(seed: int, players: int, *, eventful: bool = True) -> Iterator[Step]:
    """A game to its end. An eventful one has drop-outs, late clocks and refused nonsense between the moves."""
    chance, nonsense = Random(seed), all_actions(players)
    state, now = first_state(seed, players), START
    for number in range(1, STEP_LIMIT):
        if rules.is_over(state):
            return
        now += chance.choice((0.5, 1.0, 2.0))
        late = number > LONG_GAME
        seat: int | None
        action: Any
        before, shuffle, luck = state, shuffle_of(seed, number), chance.random()
        if eventful and luck < 0.05:
            seat, action = None, "settle"
            now += chance.choice((3, 10, 61))
            state, events = rules.settle(state, now=now, shuffle=shuffle)
        else:
            seat, action = _move(state, now, chance, late=late)
            if eventful and luck < 0.15:
                seat, action = chance.randrange(players), chance.choice(nonsense)
            elif eventful and luck < 0.25:
                seat = chance.randrange(players)
                gone = state.players[seat].is_connected and not late
                action = rules.Disconnected() if gone else rules.Reconnected()
            try:
                state, events = rules.apply(state, seat, action, now=now, shuffle=shuffle)
            except RuleViolation:
                continue
        yield Step(number=number, before=before, now=now, seat=seat, action=action, after=state, events=events)
    raise AssertionError(f"seed {seed}: not over after {STEP_LIMIT} steps")


def _move(state: rules.State, now: float, chance: Random, *, late: bool) -> tuple[int, Any]:
    state, _events = rules.settle(state, now=now, shuffle=list)
    acting = rules.players_to_act(state)
    if not acting:
        return 0, rules.Reconnected()
    seat = chance.choice(acting)
    menu = rules.legal_actions(state, seat, now=now)
    call = rules.CallCambio()
    if call in menu:
        if late or chance.random() < 0.04:
            return seat, call
        menu.remove(call)
    return seat, chance.choice(menu)
