"""What is done at a table is told by the same name in every game (rules 2.8 of the table)."""

import json
from typing import Any

import pytest

from cambio import plug as cambio_plug
from imperial import plug as imperial_plug
from tabletop.table import (
    AddBot,
    Arrived,
    ChangeBot,
    HandToBot,
    Join,
    Leave,
    Left,
    RemoveBot,
    Start,
    TableRules,
    TakeBack,
)
from tests.imperial.rules.contract import late_setup_data
from tests.tinygame import plug as duel_plug

Done = tuple[int | None, Any, str]
DONE: list[Done] = [
    (None, Join(seat_id="b"), "player_joined"),
    (1, Left(), "player_disconnected"),
    (1, Arrived(), "player_reconnected"),
    (1, Leave(), "player_left"),
    (0, AddBot(seat_id="c", level="LEVEL"), "player_joined"),
    (0, ChangeBot(seat_id="c", level="ANOTHER"), "bot_changed"),
    (0, RemoveBot(seat_id="c"), "player_left"),
    (None, Join(seat_id="d"), "player_joined"),
    (0, Start(), "game_started"),
]
"""By whom, what, and how it is told first. The place of the seat, None for a person without one."""
HANDOVER: list[Done] = [(1, HandToBot(), "seat_taken_over"), (1, TakeBack(), "seat_taken_back")]
PRESENCE: list[Done] = [(1, Left(), "player_disconnected"), (1, Arrived(), "player_reconnected")]
LOOKED: list[Done] = [(place, {"type": "confirm_initial_view"}, "initial_view_confirmed") for place in (0, 1)]
GAMES = {
    "duel": (duel_plug.table, duel_plug.Settings(), "low", HANDOVER + PRESENCE),
    "cambio": (cambio_plug.table, cambio_plug.Settings(), "easy", LOOKED + HANDOVER + PRESENCE),
    "imperial": (imperial_plug.table, imperial_plug.Settings(setup=json.dumps(late_setup_data())), "random", HANDOVER),
}
"""Rules, settings, a level of its bots, and what is done while it is played. Imperial does not follow who is there."""


def told(rules: TableRules, settings: Any, level: str, steps: list[Done]) -> list[str]:
    table = rules.new_table(seat_id="a", max_players=2, settings=settings)
    names = []
    for place, action, _name in steps:
        seat = None if place is None else rules.key(table, place)
        levels = {AddBot: level, ChangeBot: next(other for other in rules.plug.bot_levels if other != level)}
        chosen = action
        if isinstance(action, AddBot | ChangeBot):
            chosen = type(action)(seat_id=action.seat_id, level=levels[type(action)])
        table, events = rules.apply(table, seat, chosen, now=0.0, shuffle=list)
        names.append(events[0].to_json()["type"].lower() if events else "nothing")
    return names


@pytest.mark.parametrize("game", GAMES)
def test_every_action_at_a_table_has_the_same_event_in_every_game(game: str) -> None:
    rules, settings, level, played = GAMES[game]
    steps = DONE + played
    assert told(rules, settings, level, steps) == [name for _place, _action, name in steps]
