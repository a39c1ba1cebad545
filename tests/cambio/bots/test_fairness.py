"""A bot gets no more than its seat: by the types, by the imports, and in every position of whole games."""

import ast
import inspect
import typing
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from cambio import bots
from cambio.bots.memory import recall
from cambio.plug import table
from cambio.rules import Action, Event
from cambio.rules.events import CardRevealed
from tabletop.rules import Json
from tabletop.table import Moment, Table
from tabletop.table.bot_turns import bot_on_turn, prepare_bots
from tests.cambio.table.random_tables import RandomTable
from tests.cambio.twin import other_world
from tests.kit.bulk import bulk

SEEDS = range(bulk(48, least=10))
ALLOWED = {"cambio.rules.actions", "cambio.rules.cards", "tabletop.rules", "msgspec", "msgspec.structs"}
ALLOWED |= {"abc", "collections.abc", "functools", "math", "typing"}


def imports_of(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield str(node.module)


def test_bots_import_nothing_that_knows_a_games_state() -> None:
    folder = Path(inspect.getfile(bots)).parent
    files = sorted(folder.glob("**/*.py"))
    assert len(files) > 5
    for file in files:
        foreign = {name for name in imports_of(file) if not name.startswith("cambio.bots")}
        assert foreign <= ALLOWED, f"{file.name} imports {foreign - ALLOWED}"


def test_a_bot_is_given_views_events_memory_and_menu_by_its_types() -> None:
    decided, learned = typing.get_type_hints(bots.decide), typing.get_type_hints(bots.learn)
    assert {name: decided[name] for name in ("view", "memory", "menu")} == {
        "view": Json,
        "memory": msgspec.Raw,
        "menu": Sequence[Action],
    }
    assert set(decided) == {"view", "memory", "menu", "level", "return"}
    assert set(learned) == {"stored", "heard", "seat", "players", "level", "return"}


@cache
def played(seed: int) -> RandomTable:
    return RandomTable(seed, takeover=seed % 2 == 0).play()


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_twin_world_a_bot_decides_the_same(seed: int) -> None:
    """All cards the seat does not see at this moment are other ones."""
    for state, _now in played(seed).states:
        seat = bot_on_turn(table.plug, state)
        if seat is None or state.game is None:
            continue
        twin = replace(state, game=other_world(state.game, seat))
        assert twin.game != state.game
        menu = bot_menu(state, seat)
        assert bot_menu(twin, seat) == menu
        assert chosen(twin, seat, menu) == chosen(state, seat, menu)


def bot_menu(state: Table, seat: int) -> Sequence[Action]:
    return table.plug.bot_menu(state, seat)


def chosen(state: Table, seat: int, menu: Sequence[Action]) -> Action:
    action: Action = table.plug.bot_choice(state, seat, menu, list)
    return action


def test_the_twin_worlds_were_many() -> None:
    acting = sum(bot_on_turn(table.plug, state) is not None for seed in SEEDS for state, _now in played(seed).states)
    assert acting > bulk(500)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bot_remembers_nothing_but_what_was_told_to_its_seat(seed: int) -> None:
    """Learning again from the log, as a client of that seat would have received it, gives the same memory."""
    game = played(seed)
    for seat, level in bot_seats(game):
        seats_of = {info.seat_id: number for number, info in enumerate(game.state.seats)}
        memory = msgspec.Raw(b"null")
        for entry in game.log:
            heard = [event for event in entry.events if event["audience"] is None or seat in event["audience"]]
            told = [with_seats(event, seats_of) for event in heard]
            memory = bots.learn(memory, told, seat=seat, players=len(game.state.seats), level=level)
        assert bytes(memory) == bytes(game.state.seats[seat].bot_memory)


def bot_seats(game: RandomTable) -> list[tuple[int, bots.Level]]:
    return [
        (seat, cast(bots.Level, info.bot_level or "medium"))
        for seat, info in enumerate(game.state.seats)
        if info.type == "bot" and (info.bot_level or game.takeover)
    ]


def test_the_bots_that_remember_were_many() -> None:
    assert sum(len(bot_seats(played(seed))) for seed in SEEDS) > bulk(30)


def with_seats(event: Json, seats_of: dict[str, int]) -> Json:
    return {
        name: seats_of.get(value, value) if isinstance(value, str) and name.endswith("Id") else value
        for name, value in event.items()
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_what_others_are_told_leaves_no_trace_in_a_bots_memory(seed: int) -> None:
    dealt = [(state, now) for state, now in played(seed).states if state.game is not None]
    assert dealt
    for state, now in dealt[::7]:
        for seat, info in enumerate(state.seats):
            secret = revealed_to(state, [other for other in range(len(state.seats)) if other != seat])
            after, _faults = prepare_bots(table.plug, state, state, [secret], Moment(now))
            assert after.seats[seat] == info


def revealed_to(state: Table, audience: list[int]) -> Event:
    assert state.game is not None
    card = state.game.players[0].hand[0]
    return CardRevealed(owner_id=0, position=0, card=card, expires_at=0.0, audience=tuple(audience))


def test_a_remembered_card_was_once_shown() -> None:
    """At the end of the games every card a bot believes to know lies where it believes."""
    known = 0
    for seed in SEEDS:
        state = played(seed).state
        assert state.game is not None
        for info in state.seats:
            if info.type == "bot":
                memory = recall(info.bot_memory, players=len(state.seats))
                for player, hand in zip(state.game.players, memory.hands, strict=True):
                    for card, believed in zip(player.hand, hand, strict=True):
                        assert believed in ("?", "kept", card)
                        known += believed == card
    assert known > bulk(50)
