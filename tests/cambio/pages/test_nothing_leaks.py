"""Twin worlds: a page must be the same, byte for byte, if only what the viewer may not know is different."""

from typing import Any

import pytest

from cambio import rules
from cambio.pages.parts import PARTS
from cambio.pages.view import to_view
from tabletop.live.parts import build_contexts, render_update
from tests.cambio.pages.samples import NAMES, NOW, seen
from tests.cambio.twin import other_world
from tests.conformance.subject import seeded_shuffle

STEPS = 60


def page_bytes(game: rules.State, *, seat: int, players: int, now: float) -> bytes:
    return render_update(
        build_contexts(PARTS, to_view(seen(game, seat=seat, players=players, now=now))), seq=1
    ).encode()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_page_tells_nothing_the_viewer_may_not_know(players: int) -> None:
    game = rules.new_game(list(NAMES[:players]), seeded_shuffle("pages", players, "deal"), now=NOW)
    compared = 0
    for step in range(STEPS):
        for seat in range(players):
            twin = other_world(game, seat)
            if twin is not None:
                assert page_bytes(game, seat=seat, players=players, now=NOW) == page_bytes(
                    twin, seat=seat, players=players, now=NOW
                )
                compared += 1
        game = _some_move(game, step)
    assert compared > STEPS


def _some_move(game: rules.State, step: int) -> rules.State:
    if rules.is_over(game):
        return game
    seat = rules.players_to_act(game)[0]
    # Calling would end the game before every power has been on the table.
    menu: list[Any] = [
        action
        for action in rules.legal_actions(game, seat, now=NOW)
        if not isinstance(action, rules.CallCambio | rules.SkipPower)
    ]
    after, _events = rules.apply(game, seat, menu[(step * 7) % len(menu)], now=NOW, shuffle=list)
    return after
