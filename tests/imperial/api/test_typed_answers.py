"""Every move of the rules is taken at its address, and every answer is of its type, at any point of a game.

The settings of the tests let an answer fail that is not of its type, or that the type would take a field from.
"""

from typing import get_args

import pytest

from imperial import rules
from tests.imperial.api.program import Program
from tests.imperial.kit import NAMES, any_state, position, random_states

pytestmark = pytest.mark.django_db

PLAYERS = 4
LOOKS = 15
"""How many states of a game are looked at."""
CLOCK = {"pause", "resume"}
MOVES = sorted({str(action.__struct_config__.tag) for action in get_args(rules.Action)} - CLOCK)


@pytest.fixture
def programs(db: None) -> dict[str, Program]:
    """Those who play a game that has begun, by their names."""
    host = Program.create(playerCount=PLAYERS)
    seated = [host, *(Program.join(host, name) for name in NAMES[1:PLAYERS])]
    host.post("start")
    return {program.name: program for program in seated}


def offers(state: rules.State, kind: str) -> list[tuple[str, rules.Action]]:
    """Who may make a move of this kind now, and which."""
    setup = rules.load_setup()
    menus = {name: rules.legal_actions(state, name, setup=setup) for name in rules.players_to_act(state)}
    return [(name, action) for name, menu in menus.items() for action in menu if action.__struct_config__.tag == kind]


@pytest.mark.parametrize("kind", MOVES)
def test_a_move_is_taken_as_it_is_offered_and_answered_with_its_type(programs: dict[str, Program], kind: str) -> None:
    state = any_state(PLAYERS, lambda state: offers(state, kind))
    name, action = offers(state, kind)[-1]
    position(next(iter(programs.values())).id, state)
    fields = rules.action_to_json(action)
    assert fields.pop("type") == kind
    answer = programs[name].post(kind, fields)
    assert answer.status == 200, answer.text
    assert answer.json["events"]


def test_answers_are_of_their_types_throughout_a_game(programs: dict[str, Program]) -> None:
    states = random_states(PLAYERS, seed=1)
    assert rules.is_over(states[-1])
    modes = set[str]()
    for state in (*states[:: len(states) // LOOKS], states[-1]):
        program = programs[NAMES[len(modes) % PLAYERS]]
        position(program.id, state)
        answers = [program.get(path) for path in ("", "options", "history")]
        assert [answer.status for answer in answers] == [200] * 3
        modes.add(answers[0].json["state"]["mode"])
    assert {"proposal", "buy", "game-over"} <= modes
