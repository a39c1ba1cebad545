"""Fields that are called ids hold seat ids, so that a program can send back what it has read; all others hold names."""

from collections.abc import Iterator

import msgspec
import pytest

from imperial import rules, services, store
from imperial.api.answers import standing, visible_to_program
from imperial.api.event_shapes import EVENTS
from imperial.api.shapes import SeatState, State
from tabletop.accounts.models import User
from tabletop.rules import Json
from tabletop.table.events import HelpAsked, Nudged, SeatsHeld, TableEvent
from tabletop.tables.names import KEEP_ID
from tests.imperial.api.conftest import Trio
from tests.imperial.api.program import Program, post
from tests.imperial.kit import position, random_states, seat

pytestmark = pytest.mark.django_db


def test_the_id_of_an_offered_seat_takes_that_seat(trio: Trio) -> None:
    juno, mara, nils = trio
    for giving_up in (mara, nils):
        assert giving_up.post("offer_seat").status == 200
    _first, second = juno.state["offeredPlayerIds"]
    answer = post(f"{juno.game_id}/take_seat", {"displayName": "Eve", "playerId": second})
    assert answer.status == 200, answer.text
    taken = Program(answer)
    assert (taken.player_id, taken.name) == (second, "Eve")
    assert juno.state["offeredPlayerIds"] == [mara.player_id]


def as_heard(program: Program, event: TableEvent) -> Json:
    logged = event.to_json() | {"audience": None}
    [heard] = visible_to_program(store.load(program.id), (logged,), program.player_id)
    return heard


def test_an_event_tells_by_ids_who_has_asked_and_names_the_player_beside(trio: Trio) -> None:
    juno, mara, nils = (program.player_id for program in trio)
    for event in (
        Nudged(player_id=mara, by_player_id=juno),
        HelpAsked(player_id=mara, by_player_id=juno, votes=1, needed=2),
    ):
        heard = as_heard(trio[2], event)
        assert (heard["playerId"], heard["byPlayerId"], heard["displayName"]) == (mara, juno, "Mara")
    assert as_heard(trio[2], SeatsHeld(player_ids=(mara, nils), number=2))["playerIds"] == (mara, nils)


def test_a_series_is_keyed_by_ids_throughout() -> None:
    host = Program.create(playerCount=2)
    mara = Program.join(host, "Mara")
    host.post("start")
    finished = next(state for state in reversed(random_states(2, seed=1)) if rules.is_over(state))
    position(host.id, finished)
    for number, name in enumerate(("Juno", "Mara"), start=1):
        entry = services.rematch(game_id=host.id, person=User.objects.get(display_name=name))
        assert host.state["series"]["answers"] == dict.fromkeys((host.player_id, mara.player_id)[:number], True)
    series = standing(store.load(entry.game_id), entry.player_id).state.series
    ids = {seat(entry.game_id, name) for name in ("Juno", "Mara")}
    assert set(series.totals) == ids
    assert set(series.rounds[0].winners) <= ids


def fields_of_ids(shape: type[msgspec.Struct]) -> Iterator[str]:
    for field in msgspec.structs.fields(shape):
        if field.encode_name.endswith(("Id", "Ids")) and field.type is not int:
            yield field.encode_name


@pytest.mark.parametrize("shape", [State, SeatState, *EVENTS.values()], ids=lambda shape: shape.__name__)
def test_no_field_of_ids_is_given_names(shape: type[msgspec.Struct]) -> None:
    assert set(fields_of_ids(shape)) <= KEEP_ID
