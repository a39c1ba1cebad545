"""The tables and the state are the same thing in two forms."""

import json
import random
from collections import Counter
from uuid import UUID

import pytest
from msgspec.structs import replace

from imperial import rules, services, store
from imperial.models import CountryInfo, Game, GameHistory, ImperialAction, PlayerInfo
from imperial.plug import Clock, table
from imperial.replay import verify
from tabletop.engine import Receipt
from tabletop.replay import BrokenLog
from tabletop.table import Choices, SeatInfo, Table
from tests.imperial.kit import (
    START,
    act,
    any_state,
    begun,
    game_of,
    host_of,
    lines,
    lobby_of,
    overwrite,
    people,
    position,
    random_action,
    random_states,
    seat,
    seated_names,
    settle_at,
    state_of,
    submit,
)

pytestmark = pytest.mark.django_db


def agrees(game_id: UUID, receipt: Receipt) -> None:
    state = receipt.state
    if state.game is not None:
        assert rules.from_json(rules.to_json(state.game)) == state.game
        state = replace(state, game=replace(state.game, history=()))
    assert store.load(game_id).state == state


def own_seat(state: Table, seat_id: str | None) -> SeatInfo | None:
    place = state.place_of_id(seat_id)
    return None if place is None else state.seats[place]


def play(game_id: UUID, *, seed: int, actions: int) -> int:
    """Plays at random and looks into the tables after everything that happens. Returns how often a move was undone."""
    chance, now, undone = random.Random(seed), START, 0
    for _action in range(actions):
        now += chance.choice([0.5, 2, 40])
        receipt = settle_at(game_id, now)
        state: Table = receipt.state
        if not receipt.changed:
            seat_id, action = random_action(state, chance, now=now)
            own = own_seat(state, seat_id)
            if own is None or own.bot_level is not None:
                continue
            receipt = services.act(game_id=game_id, seat=seat_id, action=action, now=now)
        agrees(game_id, receipt)
        author = own_seat(receipt.state, receipt.state.game.undo)
        if author is not None and author.bot_level is None and chance.random() < 0.2:
            agrees(game_id, services.undo(game_id=game_id, seat=author.seat_id, now=now))
            undone += 1
        elif table.is_over(receipt.state):
            break
    return undone


@pytest.mark.parametrize("number", range(3))
def test_what_is_saved_is_loaded_after_every_action(number: int) -> None:
    """Bots sit at some tables, a clock stands beside others, and now and then somebody takes a move back."""
    clock = Clock(increment=30, banked=600) if number % 2 else None
    game_id = begun(people(2 + 2 * number), bots=["random"] * (number % 2), clock=clock)
    assert play(game_id, seed=number, actions=80) > 1
    verify(Game.objects.get(pk=game_id))


def _reword(row: ImperialAction | GameHistory, field: str) -> None:
    """As if an earlier version, which said it otherwise, had written this."""
    setattr(row, field, json.loads(json.dumps(getattr(row, field)).replace(" has bid on ", " bids on ")))
    row.save()


def test_a_game_is_verified_by_what_happened_whatever_words_were_used_for_it() -> None:
    game_id = begun(people(3))
    play(game_id, seed=4, actions=30)
    for entry in ImperialAction.objects.filter(game=game_id):
        _reword(entry, "events")
    with pytest.raises(BrokenLog, match="The public log differs"):
        verify(Game.objects.get(pk=game_id))
    for kept in GameHistory.objects.filter(game=game_id):
        _reword(kept, "lines")
    verify(Game.objects.get(pk=game_id))


def _propose_at_once(game_id: UUID) -> None:
    """Something that happens, or is put to the others, without moves to plan."""
    game = game_of(game_id)
    (name,) = rules.players_to_act(game)
    menu = (rules.action_to_json(action) for action in rules.legal_actions(game, name, setup=rules.load_setup()))
    proposal = next(data for data in menu if "Maneuver" not in data.get("wheel_spot", "Maneuver"))
    submit(game_id, name, proposal)


def test_what_voters_are_asked_is_verified_in_the_words_of_then() -> None:
    def is_democratic(state: rules.State) -> bool:
        return state.mode == "proposal" and state.country_info[state.country_up].gov == "democracy"

    game_id = services.import_game(data=rules.to_json(any_state(4, is_democratic))).pk
    for _proposal in ("of the leader", "of the opposition"):
        _propose_at_once(game_id)
    row = Game.objects.get(pk=game_id)
    assert row.mode == "vote"
    assert row.voting
    for tally in row.voting.values():
        if isinstance(tally, dict):
            tally["proposal"] = tally["proposal"].replace(": ", " - ")
    row.save()
    with pytest.raises(BrokenLog, match="The rows differ"):
        verify(row)
    for entry in ImperialAction.objects.filter(game=game_id):
        for event in entry.events:
            if "description" in event:
                event["description"] = event["description"].replace(": ", " - ")
        entry.save()
    verify(row)


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (5, 3)])
def test_what_is_saved_is_loaded_to_the_end_of_the_game(players: int, seed: int) -> None:
    late = random_states(players, seed=seed)[-60]
    game_id = services.import_game(data=rules.to_json(late)).pk
    play(game_id, seed=seed, actions=1000)
    assert table.is_over(state_of(game_id))
    verify(Game.objects.get(pk=game_id))


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (4, 2), (6, 4)])
def test_every_kind_of_position_goes_through_the_tables(players: int, seed: int) -> None:
    game_id = begun(people(players))
    states = random_states(players, seed=seed)
    kinds = [(state.mode, state.current_maneuver is not None, state.swiss_set is None) for state in states]
    seen: Counter[object] = Counter()
    for state, kind in zip(states, kinds, strict=True):
        seen[kind] += 1
        if seen[kind] <= 6:
            position(game_id, state)
            assert game_of(game_id) == replace(state, history=())


def test_the_waiting_room_is_saved_and_loaded_too() -> None:
    persons = people(4)
    game_id = lobby_of(persons, clock=Clock(increment=5, banked=60), choices=Choices(is_open=True))
    for name in ("Mara", "Juno", "Olga"):
        agrees(game_id, act(game_id, name, "leave"))
    state = state_of(game_id)
    assert (seated_names(game_id), host_of(game_id)) == (["Nils"], "Nils")
    assert (state.settings.clock, state.choices.is_open) == (Clock(increment=5, banked=60), True)


def test_only_what_changed_is_written() -> None:
    game_id = begun(people(3))
    PlayerInfo.objects.filter(game=game_id).update(email="kept@example.com")
    CountryInfo.objects.filter(game=game_id).update(last_tax=9)
    act(game_id, "Juno", "bid", amount=4)
    # What a move does not touch is not written: so neither are these marks, which the state loaded with them.
    mails = dict(PlayerInfo.objects.filter(game=game_id).values_list("display_name", "email"))
    assert mails == dict.fromkeys(("Juno", "Mara", "Nils"), "kept@example.com")
    PlayerInfo.objects.filter(game=game_id).update(score_modifier=-3)
    loaded = store.load(game_id)
    PlayerInfo.objects.filter(game=game_id).update(score_modifier=-5, bid=9)
    CountryInfo.objects.filter(game=game_id).update(last_tax=7)
    bid = {"type": "bid", "amount": 2}
    after, events = table.apply(loaded.state, seat(game_id, "Mara"), bid, now=START, shuffle=list)
    overwrite(loaded, after, events)
    players = PlayerInfo.objects.filter(game=game_id)
    assert dict(players.values_list("display_name", "bid")) == {"Juno": 9, "Mara": 200, "Nils": 9}
    # Of a row that changed, what the move does not touch is not written either.
    assert set(players.values_list("score_modifier", flat=True)) == {-5}
    assert set(CountryInfo.objects.filter(game=game_id).values_list("last_tax", flat=True)) == {7}


def test_a_submission_leaves_the_position_before_it_and_its_lines() -> None:
    game_id = begun(people(2))
    before = state_of(game_id).game
    act(game_id, "Juno", "bid", amount=4)
    first, second = GameHistory.objects.filter(game=game_id).order_by("turn_id")
    assert (first.turn_id, first.state, len(first.lines)) == (0, None, 1)
    assert (second.turn_id, second.lines) == (1, [f"{seat(game_id, 'Juno')} has bid on Austria."])
    assert lines(game_id)[-1] == "Juno has bid on Austria."
    assert store.snapshot(game_id, 1) == before


def test_no_move_reads_the_public_log() -> None:
    game_id = begun(people(2))
    act(game_id, "Juno", "bid", amount=4)
    game = state_of(game_id).game
    assert game is not None
    assert game.history == ()
