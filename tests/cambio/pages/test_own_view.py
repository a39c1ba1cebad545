"""What all seats see alike is computed once: with what the rules show to one seat it is the view of that seat."""

import random
from collections.abc import Iterator
from typing import get_args

import pytest
from msgspec.structs import replace

from cambio import queries, services
from cambio.pages.loading import LoadedPage
from cambio.pages.table import page, view
from cambio.pages.view import TableView, to_view
from cambio.plug import table
from cambio.rules.state import Stage
from cambio.services import engine
from tabletop.engine import Move
from tabletop.live import presence
from tabletop.play import submit
from tabletop.rules import Json
from tabletop.tables.manners import Manners
from tests.cambio.kit import START, dealt, lobby_of, people, random_action, settle_at

pytestmark = pytest.mark.django_db

STEPS = 60
MUCH_LATER = 10_000


Rows = list[tuple[int, float, list[Json]]]


def expected_view(loaded: LoadedPage, rows: Rows, seat: int, *, now: float) -> TableView:
    """The whole view of the seat, with the events that programs are told as well."""
    told = [
        event | {"seq": seq, "at": at}
        for seq, at, events in reversed(rows)
        for event in reversed(queries.visible_events_with_names(events, seat, loaded.names))
    ]
    deals = [str(seq) for seq, _at, events in rows if any(event["type"] == "GAME_STARTED" for event in events)]
    place = deals[0] if deals else None
    seen = queries.page_view(loaded, seat, now)
    players = [player | {"colour": loaded.colours[player["playerId"]]} for player in seen["players"]]
    return to_view(seen | {"players": players, "recent": told, "dealPlace": place})


def check_views(loaded: LoadedPage, *, now: float) -> None:
    kept = {event.seq for action in loaded.log for event in action}
    rows = [row for row in queries.events_after(loaded.row.pk, 0) if row[0] in kept]
    for seat in range(len(loaded.state.seats)):
        for moment in (now, now + MUCH_LATER):
            seen = view(loaded, seat, moment)
            assert all(event.audience is None or seat in event.audience for event in seen.recent)
            shown = tuple(replace(event, audience=None) for event in seen.recent)
            game = replace(seen, recent=shown, manners=Manners(), again=None, series=None)
            expected = expected_view(loaded, rows, seat, now=moment)
            # Rules 4.2 of the table: while a bot plays a seat, its person can do nothing.
            assert game == (replace(expected, available_actions=frozenset()) if seen.is_played_by_bot else expected)


def play(persons: int, bots: tuple[str, ...]) -> Iterator[tuple[LoadedPage, float]]:
    """The positions of a random game in which people come and go."""
    chance, now = random.Random(f"{persons} {bots}"), START
    game_id = dealt(people(persons), bots=bots, takeover=True)
    for _step in range(STEPS):
        now += 3
        loaded = page.read(game_id)
        assert isinstance(loaded, LoadedPage)
        yield loaded, now
        if table.is_over(loaded.state):
            return
        if chance.random() < 0.1:
            action = chance.choice([presence.LEFT, presence.ARRIVED])
            submit(engine, game_id, Move(seat=chance.randrange(persons), action=action), now=now)
        elif not settle_at(game_id, now).changed and table.players_to_act(loaded.state):
            seat, choice = random_action(loaded.state, chance, now=now)
            services.act(game_id=game_id, seat=seat, action=choice, now=now)


def test_a_seat_is_shown_what_the_rules_let_it_see() -> None:
    met: set[str | None] = set()
    for persons, bots in ((2, ()), (3, ()), (4, ()), (2, ("medium",))):
        for loaded, now in play(persons, bots):
            check_views(loaded, now=now)
            met |= {loaded.public.phase, loaded.public.stage}
    assert met >= {"initial_view", "playing", "final_round", "completed", *get_args(Stage)}


def test_the_waiting_room_is_shown_as_the_rules_show_it() -> None:
    loaded = page.read(lobby_of(people(3)))
    assert isinstance(loaded, LoadedPage)
    check_views(loaded, now=START)
