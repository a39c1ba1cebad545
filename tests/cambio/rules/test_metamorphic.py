"""What must not matter: the players' names, and which suit is which."""

import json
from typing import Any

import pytest
from msgspec.structs import replace

from cambio import rules
from cambio.rules.cards import DECK
from tests.cambio.rules.random_play import first_state, random_game, shuffle_of
from tests.kit.bulk import bulk

GAMES = bulk(40)
OTHER_SUIT = str.maketrans("hdcs", "cshd")
CARDS = frozenset(DECK)
OTHER_NAMES = ("Zoe", "Zoe", "Anna Maria 22", "x y z")


def renamed(state: rules.State) -> rules.State:
    players = tuple(
        replace(player, display_name=name) for player, name in zip(state.players, OTHER_NAMES, strict=False)
    )
    return replace(state, players=players)


def other_suits(data: Any) -> Any:
    """The same data with hearts and clubs, diamonds and spades exchanged in every card."""
    if isinstance(data, str):
        return data[:-1] + data[-1].translate(OTHER_SUIT) if data in CARDS else data
    if isinstance(data, list):
        return [other_suits(item) for item in data]
    if isinstance(data, dict):
        return {key: other_suits(value) for key, value in data.items()}
    return data


@pytest.mark.parametrize("players", [2, 3, 4])
def test_renaming_the_players_changes_nothing(players: int) -> None:
    for seed in range(GAMES):
        state = renamed(first_state(seed, players))
        for step in random_game(seed, players):
            if step.seat is None:
                state, _events = rules.settle(state, now=step.now, shuffle=shuffle_of(seed, step.number))
            else:
                shuffle = shuffle_of(seed, step.number)
                state, _events = rules.apply(state, step.seat, step.action, now=step.now, shuffle=shuffle)
            assert state == renamed(step.after)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_exchanging_the_suits_changes_nothing(players: int) -> None:
    for seed in range(GAMES):
        state = rules.from_json(other_suits(rules.to_json(first_state(seed, players))))
        for step in random_game(seed, players, eventful=False):
            assert step.seat is not None
            shuffle = shuffle_of(seed, step.number)
            state, events = rules.apply(state, step.seat, step.action, now=step.now, shuffle=shuffle)
            assert [event.to_json() for event in events] == other_suits([event.to_json() for event in step.events])
        assert rules.to_json(state) == other_suits(rules.to_json(step.after))
        original = rules.result(step.after)
        assert json.dumps(rules.result(state)) == json.dumps(other_suits(original))
