"""Random games from the deal to the scores, with every invariant after every step."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

import pytest

from cambio import rules
from tabletop.rules import Item
from tests.cambio.rules.invariants import check_state
from tests.cambio.rules.random_play import Step, random_game
from tests.cambio.twin import other_world
from tests.kit.bulk import bulk

GAMES = bulk(1000)
PLAYERS = (2, 3, 4)


def seeds(players: int) -> range:
    return range(PLAYERS.index(players), GAMES, len(PLAYERS))


def test_as_many_games_are_played_as_promised() -> None:
    assert sum(len(seeds(players)) for players in PLAYERS) == GAMES


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games_end_and_keep_every_invariant(players: int) -> None:
    for seed in seeds(players):
        steps = list(random_game(seed, players))
        assert rules.is_over(steps[-1].after)
        for step in steps:
            check_state(step.after)
            check_nobody_reaches_beyond_the_turn(step)
            check_something_can_happen(step)
        check_the_final_round(steps)
        check_one_turn_at_a_time(steps)


def check_nobody_reaches_beyond_the_turn(step: Step) -> None:
    """A call is for ever, and the phases go one way."""
    order = ("initial_view", "playing", "final_round", "completed")
    assert order.index(step.before.phase) <= order.index(step.after.phase)
    assert step.before.cambio_caller_id in (None, step.after.cambio_caller_id)


def check_something_can_happen(step: Step) -> None:
    if rules.is_over(step.after):
        assert rules.players_to_act(step.after) == ()
        assert rules.next_deadline(step.after) is None
        return
    acting = rules.players_to_act(step.after)
    assert acting
    assert all(rules.legal_actions(step.after, seat, now=step.now) for seat in acting)
    deadline = rules.next_deadline(step.after)
    assert deadline is None or deadline > step.now, "what is due has been settled"


def told(steps: list[Step]) -> list[dict[str, object]]:
    return [event.to_json() for step in steps for event in step.events]


def check_the_final_round(steps: list[Step]) -> None:
    """Exactly one turn for each of the others, in order; none for the caller; then the scores, told last."""
    events = told(steps)
    caller = steps[-1].after.cambio_caller_id
    assert caller is not None
    players = len(steps[-1].after.players)
    (call,) = [number for number, event in enumerate(events) if event["type"] == "CAMBIO_CALLED"]
    after_call = events[call + 1 :]
    turns = [event["playerId"] for event in after_call if event["type"] in ("TURN_STARTED", "TURN_FORFEITED")]
    # A turn that started and was forfeited later is told twice in a row.
    assert [seat for seat, _again in groupby(turns)] == [
        (caller + 1 + number) % players for number in range(players - 1)
    ]
    started = Counter(event["playerId"] for event in after_call if event["type"] == "TURN_STARTED")
    assert all(times == 1 for times in started.values())
    assert [event["type"] for event in events].count("GAME_COMPLETED") == 1
    assert events[-1]["type"] == "GAME_COMPLETED"


def check_one_turn_at_a_time(steps: list[Step]) -> None:
    """Between two starts of a turn only its player draws, and once; who draws swaps or discards, or is given up."""
    drawn = 0
    for event in told(steps):
        if event["type"] == "TURN_STARTED":
            assert drawn == 0
        elif event["type"] == "CARD_DRAWN" and not (event["source"] == "deck" and "card" not in event):
            drawn += 1
        elif event["type"] in ("CARD_SWAPPED", "CARD_DISCARDED") or (
            event["type"] == "TURN_FORFEITED" and event["card"]
        ):
            drawn -= 1
        assert drawn in (0, 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_among_them_is_everything_that_can_happen(players: int) -> None:
    seen = {event["type"] for seed in range(60) for event in told(list(random_game(seed, players)))}
    assert seen == {
        "INITIAL_VIEW_CONFIRMED",
        "INITIAL_VIEW_ENDED",
        "TURN_STARTED",
        "CARD_DRAWN",
        "DECK_RESHUFFLED",
        "CARD_SWAPPED",
        "CARD_DISCARDED",
        "POWER_AVAILABLE",
        "POWER_USED",
        "CARD_REVEALED",
        "CARD_HIDDEN",
        "SWAP_COMPLETED",
        "POWER_SKIPPED",
        "POWER_CANCELLED",
        "CAMBIO_CALLED",
        "TURN_FORFEITED",
        "GAME_COMPLETED",
        "PLAYER_DISCONNECTED",
        "PLAYER_RECONNECTED",
    }


# What turns a card up for everybody; then two worlds may tell different things.
TURNS_CARDS_UP = ("CARD_SWAPPED", "CARD_DISCARDED", "TURN_FORFEITED", "GAME_COMPLETED")


@pytest.mark.parametrize("players", PLAYERS)
def test_the_events_a_seat_is_told_do_not_depend_on_what_it_may_not_know(players: int) -> None:
    compared: Counter[str] = Counter()
    for seed in range(60):
        for step in random_game(seed, players):
            if any(event.to_json()["type"] in TURNS_CARDS_UP for event in step.events) or step.seat is None:
                continue
            for viewer in range(players):
                world = other_world(step.before, viewer)
                shown = [event.to_json() for event in events_for(viewer, step.events)]
                if world is None or any("card" in event for event in shown):
                    continue
                _after, events = rules.apply(world, step.seat, step.action, now=step.now, shuffle=reversed_order)
                assert [event.to_json() for event in events_for(viewer, events)] == shown
                compared.update(event["type"] for event in shown)
    assert {"CARD_DRAWN", "POWER_USED", "SWAP_COMPLETED", "CARD_HIDDEN", "POWER_SKIPPED"} <= set(compared)


def events_for(viewer: int, events: tuple[rules.Event, ...]) -> list[rules.Event]:
    return [event for event in events if event.audience is None or viewer in event.audience]


def reversed_order(items: Sequence[Item]) -> list[Item]:
    return list(reversed(items))
