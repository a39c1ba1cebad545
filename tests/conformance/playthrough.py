"""Random games, played once and looked at by every check."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from tabletop.rules import Event, Seat, Shuffle
from tests.conformance.subject import START, Subject, seeded_shuffle

THINKING_SECONDS = 1.0
LATE = 0.1  # so often the time runs out instead


@dataclass(frozen=True, kw_only=True)
class Step:
    """A position, what a player did there, and what came of it."""

    number: int
    now: float
    state: Any
    seat: Seat
    action: Any
    after: Any
    events: tuple[Event, ...]


@dataclass(frozen=True, kw_only=True)
class Playthrough:
    subject: Subject
    seed: int
    steps: tuple[Step, ...]
    positions: tuple[tuple[Any, float], ...]
    """Every state of the game with a moment at which no deadline has passed yet; the last is the end."""

    def __str__(self) -> str:
        return f"{self.subject.name}, seed {self.seed}"

    @property
    def final(self) -> Any:
        return self.positions[-1][0]

    @property
    def end(self) -> float:
        return self.positions[-1][1]

    def shuffle_of(self, step: Step) -> Shuffle:
        return seeded_shuffle(self.seed, step.number)


@cache
def play(subject: Subject, seed: int) -> Playthrough:
    """Plays a random game to its end, or to the step limit; sometimes a player lets the time run out."""
    rules, chance, now = subject.rules, Random(seed), START
    state = subject.new_game(seeded_shuffle(seed, "deal"), now)
    steps: list[Step] = []
    positions = [(state, now)]
    while not rules.is_over(state) and len(positions) < subject.step_limit:
        number = len(positions)
        shuffle = seeded_shuffle(seed, number)
        deadline = rules.next_deadline(state)
        if deadline is not None and chance.random() < LATE:
            now = deadline
            state, _events = rules.settle(state, now=now, shuffle=shuffle)
        else:
            if deadline is None or now + THINKING_SECONDS < deadline:
                now += THINKING_SECONDS
            acting = rules.players_to_act(state)
            assert acting, f"{subject.name}, seed {seed}: nobody is to act in {state}"
            seat = chance.choice(acting)
            menu = rules.legal_actions(state, seat, now=now)
            assert menu, f"{subject.name}, seed {seed}: {seat} is to act but has no action in {state}"
            action = chance.choice(menu)
            after, events = rules.apply(state, seat, action, now=now, shuffle=shuffle)
            steps.append(
                Step(number=number, now=now, state=state, seat=seat, action=action, after=after, events=events)
            )
            state = after
        positions.append((state, now))
    return Playthrough(subject=subject, seed=seed, steps=tuple(steps), positions=tuple(positions))
