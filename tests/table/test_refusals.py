"""Every refusal of a table has a sentence, also for a game that brings none of its own."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tabletop import play
from tabletop.rules import RuleViolation
from tabletop.table import TableRules, engine
from tabletop.table.refusals import MESSAGES
from tabletop.tables import offered_seats, playing, services
from tests.table.duels import SlowPlug, started
from tests.tinygame.plug import DuelPlug, Settings


class SilentPlug(DuelPlug):
    messages = {}


def raised(sources: Iterable[str]) -> Iterator[str]:
    """The codes that `refusal(...)` is called with; where a function chooses the code, all that it returns."""
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    functions = {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "refusal":
            chosen = node.args[0]
            if isinstance(chosen, ast.Call) and isinstance(chosen.func, ast.Name):
                chooser = functions[chosen.func.id]
                yield from (code for told in ast.walk(chooser) if isinstance(told, ast.Return) for code in texts(told))
            else:
                yield from texts(chosen)


def texts(node: ast.AST) -> list[str]:
    found = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    assert found, ast.unparse(node)
    return found


FILES = [
    *Path(engine.__file__).parent.glob("*.py"),
    Path(offered_seats.__file__),
    Path(playing.__file__),
    Path(services.__file__),
    Path(play.__file__),
]
CODES = sorted(set(raised(file.read_text() for file in FILES)))


def test_the_table_has_a_sentence_for_every_code_it_raises_and_for_no_other() -> None:
    assert set(CODES) == set(MESSAGES)


@pytest.mark.parametrize("code", CODES)
def test_a_game_without_sentences_of_its_own_refuses_in_those_of_the_table(code: str) -> None:
    refusal = SilentPlug().refusal(code)
    assert (refusal.code, refusal.message) == (code, MESSAGES[code])


def test_a_game_without_sentences_of_its_own_refuses_a_table_of_the_wrong_size() -> None:
    with pytest.raises(RuleViolation, match="invalid_player_count"):
        TableRules(SilentPlug()).new_table(seat_id="Ada", max_players=3, settings=Settings())


@pytest.mark.parametrize("action", ["start", "leave"])
def test_those_who_sit_at_a_started_table_are_not_told_that_they_came_too_late(action: str) -> None:
    rules = TableRules(SlowPlug())
    with pytest.raises(RuleViolation, match="game_already_started") as refused:
        rules.apply(started(plug=SlowPlug()).state, 0, {"type": action}, now=0, shuffle=list)
    assert refused.value.message == "The game has begun already."
