"""The ways units took, for every page to show them travel."""

from typing import Any

import msgspec

from imperial import rules
from imperial.decisions.routes import Travel, last_moves
from imperial.rules.state import State
from imperial.store.reading import Line
from tests.imperial.rules.positions import NOW, STANDARD, do, position


def ways_after(state: State, player: str, kind: str, **fields: Any) -> tuple[Travel, ...]:
    """The rows after this submission, with nothing but what it told everybody."""
    after, events = rules.apply(state, player, {"type": kind, **fields}, setup=STANDARD, shuffle=list, now=NOW)
    told = [event.sentence for event in events if event.sentence is not None]
    lines = [
        Line(state.turn_id, place, str(sentence), msgspec.json.encode(sentence)) for place, sentence in enumerate(told)
    ]
    return last_moves(after, lines, setup=STANDARD)


def maneuver(**fields: Any) -> State:
    return do(position(**fields), "Ann", "propose", wheel_spot="L-Maneuver")


def test_units_take_the_ways_that_were_planned() -> None:
    state = maneuver(fleets={"Austria": ["Trieste"]}, armies={"Austria": ["Vienna", "Budapest", "Budapest", "Prague"]})
    fleets = [["Trieste", "Ionian Sea", ""]]
    armies = [["Vienna", "Tunis", ""], *[["Budapest", "Romania", ""]] * 2, ["Prague", "Prague", ""]]
    rows = ways_after(state, "Ann", "maneuver_batch", fleet_man=fleets, army_man=armies)
    assert [(row.unit, row.origin, row.rail, row.seas, row.destination) for row in rows] == [
        ("fleet", "Trieste", (), (), "Ionian Sea"),
        ("army", "Vienna", ("Trieste",), ("Ionian Sea",), "Tunis"),
        ("army", "Budapest", (), (), "Romania"),
    ]
    assert {row.country for row in rows} == {"Austria"}


def test_nobody_travels_while_a_maneuver_is_proposed() -> None:
    bonds = {"Austria": {"Ann": [4], "Ben": [3], "Cleo": [2]}}
    state = maneuver(bonds=bonds, armies={"Austria": ["Vienna"]})
    moves = [["Vienna", "Romania", ""]]
    assert ways_after(state, "Ann", "maneuver_batch", army_man=moves) == ()
    proposed = do(state, "Ann", "maneuver_batch", army_man=moves)
    assert [row.destination for row in ways_after(proposed, "Ben", "agree")] == ["Romania"]


def test_what_moves_no_unit_has_no_ways() -> None:
    assert ways_after(position(armies={"Austria": ["Vienna"]}), "Ann", "propose", wheel_spot="Taxation") == ()
    assert last_moves(position(), [], setup=STANDARD) == ()
    # An imported game brings texts alone.
    assert last_moves(position(), [Line(1, 0, "Vienna to Romania", None)], setup=STANDARD) == ()
