"""Seed and log give the stored state, and whatever was tampered with is found."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tabletop import play
from tabletop.accounts.models import User
from tabletop.engine import Move
from tabletop.replay import BrokenLog
from tests.kernel.conftest import STARTED, any_move
from tests.kernel.random_duel import play_by_chance
from tests.kit.bulk import bulk
from tests.tinygame import rules, services, store
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.plug import ABANDON_SECONDS, TAKEOVER_SECONDS
from tests.tinygame.replay import verify
from tests.tinygame.rules import State

pytestmark = pytest.mark.django_db
StateOf = Callable[[DuelGame], State]
NOW = 1_000.0
OTHER_WAITS = '{"offered":["nobody"]}'


@pytest.mark.parametrize("number", range(bulk(20)))
def test_seed_and_log_replay_to_the_stored_state(duel: DuelGame, state_of: StateOf, number: int) -> None:
    chance = Random(number)
    now = state_of(duel).due - rules.TURN_SECONDS
    while not rules.is_over(state := state_of(duel)):
        now += chance.choice([1, 5, 40])
        settled, _events = rules.settle(state, now=now, shuffle=list)
        if rules.is_over(settled):
            play.settle(services.engine, duel.pk, now=now)
            break
        action = chance.choice(rules.legal_actions(state, settled.turn, now=now))
        services.move(game_id=duel.pk, seat=settled.turn, action=rules.action_to_json(action), now=now)
    verify(duel)


def test_a_game_that_goes_on_meanwhile_is_looked_at_again(
    duel: DuelGame, state_of: StateOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = store.load

    def load_and_be_overtaken(*args: Any, **options: Any) -> Any:
        loaded = load(*args, **options)
        monkeypatch.setattr(store, "load", load)
        state = state_of(duel)
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))
        return loaded

    monkeypatch.setattr(store, "load", load_and_be_overtaken)
    verify(duel)
    assert DuelGame.objects.get(pk=duel.pk).seq == STARTED + 1


def happened(duel: DuelGame) -> set[str]:
    return {event["type"] for action in DuelAction.objects.filter(game=duel) for event in action.events}


def test_duels_with_bots_undo_and_takeover_replay(people: list[User]) -> None:
    """Each duel alone has some of it; all of them together must have everything."""
    told: set[str] = set()
    for number in range(25):
        duel = services.start_duel(people=people, now=NOW, takeover=number % 2 == 0)
        for _receipt in play_by_chance(duel.pk, Random(number), now=NOW):
            pass
        verify(duel)
        told |= happened(duel)
    assert told == {
        "player_joined", "game_started", "card_played", "trick_taken", "card_redrawn", "game_over",
        "player_disconnected", "player_reconnected", "seat_taken_over", "seat_taken_back", "undone",
    }  # fmt: skip


@pytest.mark.parametrize("level", ["low", "high", "broken"])
def test_a_duel_against_a_bot_replays(people: list[User], level: str) -> None:
    """A bot that fails on every turn fails in the replay too, and the log tells neither."""
    entry = services.tables.create_table(person=people[0], bots=[level])
    duel = DuelGame.objects.get(pk=entry.game_id)
    services.tables.act(game_id=duel.pk, seat=0, action={"type": "start"}, now=NOW)
    for _receipt in play_by_chance(duel.pk, Random(level), now=NOW):
        pass
    verify(duel)
    assert {"player_joined", "card_played", "trick_taken"} <= happened(duel)


def test_what_happened_in_the_waiting_room_replays(people: list[User]) -> None:
    entry = services.tables.create_table(person=people[0])
    duel = DuelGame.objects.get(pk=entry.game_id)
    bot = services.tables.add_bot(game_id=duel.pk, seat=0, level="high").state.seats[1].seat_id
    services.tables.act(game_id=duel.pk, seat=0, action={"type": "remove_bot", "seatId": bot})
    services.tables.join_table(game_id=duel.pk, person=people[1])
    services.tables.act(game_id=duel.pk, seat=0, action={"type": "leave"})
    services.tables.join_table(game_id=duel.pk, person=people[0])
    play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "left"}), now=NOW)
    verify(duel)
    services.tables.act(game_id=duel.pk, seat=0, action={"type": "start"}, now=NOW + 5)
    verify(duel)
    assert happened(duel) == {"player_joined", "player_left", "player_disconnected", "game_started"}


def test_a_lead_taken_back_and_a_seat_taken_over_replay(people: list[User], state_of: StateOf) -> None:
    duel = services.start_duel(people=people, now=NOW, takeover=True)
    for time in (1, 2):
        services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)), now=NOW + time)
        services.tables.undo(game_id=duel.pk, seat=0, now=NOW + time)
    play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "left"}), now=NOW + 3)
    play.settle(services.engine, duel.pk, now=NOW + 3 + TAKEOVER_SECONDS)
    play.settle(services.engine, duel.pk, now=NOW + 10 + TAKEOVER_SECONDS)
    play.submit(services.engine, duel.pk, Move(seat=1, action={"type": "arrived"}), now=NOW + 11 + TAKEOVER_SECONDS)
    verify(duel)
    assert {"undone", "seat_taken_over", "player_reconnected"} <= happened(duel)


def test_an_abandoned_duel_replays(people: list[User]) -> None:
    duel = services.start_duel(people=people, now=NOW, takeover=True)
    for seat in (0, 1):
        play.submit(services.engine, duel.pk, Move(seat=seat, action={"type": "left"}), now=NOW + seat)
    play.settle(services.engine, duel.pk, now=NOW + 1 + ABANDON_SECONDS)
    verify(duel)
    assert "game_abandoned" in happened(duel)


@pytest.mark.parametrize(
    ("tamper", "found"),
    [
        (lambda log: log.filter(seq=STARTED + 2).delete(), "does not end where the table stands"),
        (lambda log: log.filter(seq=STARTED + 1).update(seq=9), f"has a gap before {STARTED + 2}"),
        (lambda log: log.filter(seq=STARTED + 1).update(events=[]), f"Action {STARTED + 1} tells something else"),
        (lambda log: log.filter(seq=STARTED + 1).update(payload={"type": "play", "card": 99}), "cannot be repeated"),
        (lambda log: DuelSeat.objects.update(away_since=1.0), "The rows differ"),
        (lambda log: DuelGame.objects.update(waits=OTHER_WAITS), "The rows differ"),
    ],
    ids=["end", "gap", "events", "action", "rows", "waits"],
)
def test_what_was_tampered_with_is_found(
    duel: DuelGame, state_of: StateOf, tamper: Callable[..., object], found: str
) -> None:
    for _move in range(2):
        state = state_of(duel)
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))
    verify(duel)
    tamper(DuelAction.objects.filter(game=duel))
    with pytest.raises(BrokenLog, match=found):
        verify(duel)


def test_waits_are_taken_as_they_are_where_an_earlier_version_wrote_a_part_of_the_log(duel: DuelGame) -> None:
    DuelGame.objects.update(waits=OTHER_WAITS)
    DuelAction.objects.filter(game=duel, seq=1).update(engine_version="0")
    verify(duel)
    DuelSeat.objects.update(away_since=1.0)
    with pytest.raises(BrokenLog, match="The rows differ"):
        verify(duel)


def test_a_game_that_ended_with_an_offered_seat_replays(people: list[User]) -> None:
    duel = services.start_duel(people=people, now=NOW)
    services.tables.act(game_id=duel.pk, seat=1, action={"type": "offer_seat"}, now=NOW + 1)
    verify(duel)
    now = NOW + 1
    while not services.engine.rules.is_over(store.load(duel.pk).state):
        now += 60
        play.settle(services.engine, duel.pk, now=now)
    verify(duel)
    assert "seat_offered" in happened(duel)
    assert store.load(duel.pk).state.waits.offered == ()
