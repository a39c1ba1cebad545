"""Seed and log give the same table, of people and of bots; and what is stored comes back the same."""

import json
from functools import cache

import pytest

from cambio.plug import table
from tests.cambio.table.random_tables import SETTLE, RandomTable
from tests.kit.bulk import bulk

ALL_SEEDS = range(80)
SEEDS = ALL_SEEDS[: bulk(80)]


@cache
def played(seed: int) -> RandomTable:
    return RandomTable(seed, takeover=seed % 2 == 0).play()


@pytest.mark.parametrize("seed", SEEDS)
def test_replaying_seed_and_log_gives_the_same_table_and_the_same_story(seed: int) -> None:
    original = played(seed)
    state = original.opening()
    for place, entry in enumerate(original.log, start=1):
        payload = json.loads(json.dumps(entry.payload))
        if payload == SETTLE:
            state, events = table.settle(state, now=entry.at, shuffle=original.shuffle(place))
        else:
            state, events = table.apply(state, entry.actor, payload, now=entry.at, shuffle=original.shuffle(place))
        assert [event.to_json() | {"audience": event.audience} for event in events] == entry.events
        # As a store does it: what happens next may not depend on anything but the stored table.
        state = table.from_json(json.loads(json.dumps(table.to_json(state))))
    assert state == original.state


@pytest.mark.parametrize("seed", SEEDS)
def test_json_keeps_everything_even_if_the_database_reorders_objects(seed: int) -> None:
    for state, _now in played(seed).states[::5]:
        stored = json.loads(json.dumps(table.to_json(state), sort_keys=True))
        assert table.from_json(stored) == state


@pytest.mark.parametrize("seed", SEEDS)
def test_no_deadline_is_ever_left_in_the_past(seed: int) -> None:
    """Otherwise the clock would fire for ever."""
    for state, now in played(seed).states:
        settled, _events = table.settle(state, now=now, shuffle=list)
        due = table.next_deadline(settled)
        assert due is None or due > now
        assert table.settle(settled, now=now, shuffle=list) == (settled, ())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bot_on_turn_always_has_a_time_to_act(seed: int) -> None:
    for state, _now in played(seed).states:
        for seat in map(int, table.players_to_act(state)):
            if state.seats[seat].bot_level is not None:
                assert state.bot_due is not None
        if state.bot_due is not None:
            assert state.seats[state.game.current].bot_level is not None


def test_the_random_tables_meet_everything_that_can_happen() -> None:
    told = {event["type"] for seed in ALL_SEEDS for entry in played(seed).log for event in entry.events}
    assert told == {
        *("player_joined", "player_left", "GAME_STARTED", "INITIAL_CARDS", "TURN_STARTED"),
        *("INITIAL_VIEW_CONFIRMED", "INITIAL_VIEW_ENDED"),
        *("CARD_DRAWN", "CARD_SWAPPED", "CARD_DISCARDED", "POWER_AVAILABLE", "POWER_USED", "POWER_SKIPPED"),
        *("CARD_REVEALED", "CARD_HIDDEN", "SWAP_COMPLETED", "CAMBIO_CALLED", "GAME_COMPLETED", "POWER_CANCELLED"),
        *("TURN_FORFEITED", "PLAYER_DISCONNECTED", "PLAYER_RECONNECTED", "seat_taken_over", "game_abandoned"),
        *("player_disconnected", "player_reconnected"),
    }
