"""What the page says of somebody who is away is what is true at this table, with and without clock and takeover."""

from msgspec.structs import replace

from cambio.pages.parts import PARTS
from cambio.pages.view import TableView, to_view
from cambio.rules.turn import RECONNECT_SECONDS
from tabletop.live.parts import build_contexts, render_parts
from tabletop.tables.manners import Manners, TurnClock
from tests.cambio.pages.samples import NOW, away, position, seen
from tests.cambio.pages.test_last_moves import words

KEPT_UNTIL = NOW - 18 + RECONNECT_SECONDS


def shown(view: TableView) -> dict[str, str]:
    return {name: words(str(html)) for name, html in render_parts(build_contexts(PARTS, view)).items()}


def test_a_turn_clock_that_is_quicker_is_what_is_said() -> None:
    absent = seen(away(position(turn=2), 2)) | {"turnClock": 30}
    for takeover in (True, False):
        view = to_view(absent | {"takeover": takeover})
        for moment, said in (
            (KEPT_UNTIL - 5, "A bot plays this turn in 1:00"),
            (KEPT_UNTIL + 5, "A bot plays on in 1:00" if takeover else "The turn is skipped in 1:00"),
            (None, "The clock ran out. A bot plays this turn."),
        ):
            clock = None if moment is None else TurnClock(seat=2, until=f"{moment:.1f}", seconds=30)
            assert f"is away. {said}" in shown(replace(view, manners=Manners(clock=clock)))["status"]


def test_while_no_person_is_there_the_game_waits() -> None:
    game = position(turn=2)
    for seat in (0, 1, 2):
        game = away(game, seat)
    parts = shown(to_view(seen(game) | {"takeover": True}))
    assert "is away. The game waits until somebody is back." in parts["status"] + parts["top"]
    assert "1:00" not in "".join(parts.values())


def test_a_bot_that_plays_for_somebody_is_waited_for_by_nobody() -> None:
    view = seen(position(turn=2)) | {"takeover": True}
    for player in view["players"]:
        if player["turnOrder"] == 2:
            player |= {"isConnected": False, "botLevel": "medium"}  # as the table shows a seat that is handed over
    parts = shown(to_view(view))
    assert parts["status"] == "Mara is drawing."
    assert "away" not in parts["status"] + parts["top"]


def test_when_the_time_has_run_out_turns_are_skipped() -> None:
    forfeited = {"type": "TURN_FORFEITED", "playerId": 2, "seq": 9, "at": KEPT_UNTIL}
    parts = shown(to_view(seen(away(position(turn=3), 2), recent=(forfeited,))))
    assert "away, turns are skipped" in parts["top"]
    assert "1:00" not in parts["top"]
