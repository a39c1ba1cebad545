"""Undo (rules 11): the author of the latest submission, step by step, and never past a closed round of bids."""

from uuid import UUID

import pytest

from imperial import rules
from imperial.models import Game, GameHistory
from imperial.plug import Clock
from imperial.replay import verify
from tabletop.rules import RuleViolation
from tests.imperial.kit import (
    START,
    act,
    begun,
    game_of,
    lines,
    named,
    names_at,
    people,
    position,
    random_states,
    rows_of,
    seated,
    settle_at,
    submit,
    undo,
)

pytestmark = pytest.mark.django_db


def refused(game_id: UUID, name: str) -> str:
    before = rows_of(game_id)
    with pytest.raises(RuleViolation) as refusal:
        undo(game_id, name)
    assert rows_of(game_id) == before
    return refusal.value.code


@pytest.fixture
def game_id() -> UUID:
    return begun(people(3))


def test_the_author_takes_the_latest_submission_back(game_id: UUID) -> None:
    before, told = rules.undone(game_of(game_id), now=START), lines(game_id)
    act(game_id, "Juno", "bid", amount=4)
    receipt = undo(game_id, "Juno")
    assert named(receipt.state.game, names_at(game_id)) == before
    assert game_of(game_id) == before
    assert lines(game_id) == told
    assert [event["type"] for event in receipt.events] == ["undone"]
    assert not GameHistory.objects.filter(game=game_id, turn_id__gt=0).exists()


def test_turn_id_falls_back_and_version_grows(game_id: UUID) -> None:
    act(game_id, "Juno", "bid", amount=4)
    row = Game.objects.get(pk=game_id)
    undo(game_id, "Juno")
    after = Game.objects.get(pk=game_id)
    assert (row.turn_id, after.turn_id) == (2, 1)
    assert after.version == row.version + 1


def test_nobody_else_can(game_id: UUID) -> None:
    act(game_id, "Juno", "bid", amount=4)
    assert refused(game_id, "Mara") == "nothing_to_undo"
    assert refused(game_id, "Pia") == "player_not_in_game"


def test_before_the_first_submission_there_is_nothing_to_take_back(game_id: UUID) -> None:
    assert refused(game_id, "Juno") == "nothing_to_undo"


def test_undo_goes_on_with_the_author_of_the_submission_before(game_id: UUID) -> None:
    act(game_id, "Juno", "bid", amount=4)
    act(game_id, "Mara", "bid", amount=6)
    assert refused(game_id, "Juno") == "nothing_to_undo"
    undo(game_id, "Mara")
    undo(game_id, "Juno")
    assert game_of(game_id).turn_id == 1
    assert refused(game_id, "Juno") == "nothing_to_undo"


def test_the_closing_bid_stays(game_id: UUID) -> None:
    for name in ("Juno", "Mara", "Nils"):
        act(game_id, name, "bid", amount=4)
    assert refused(game_id, "Nils") == "nothing_to_undo"
    # What came before it stays with it.
    buyer = game_of(game_id).bid_buy_order[0]
    act(game_id, buyer, "bid_buy", accept=True)
    undo(game_id, buyer)
    for name in ("Juno", "Mara", "Nils"):
        assert refused(game_id, name) == "nothing_to_undo"


def test_undo_and_the_same_again_meet_the_same_chance() -> None:
    """The last purchase of the auction draws lots for the seats; taking it back draws the same ones."""
    game_id = begun(people(6))
    while (game := game_of(game_id)).mode in ("bid", "buy-bid"):
        names = [name for name, player in game.player_info.items() if player.my_turn]
        if game.mode == "bid":
            act(game_id, names[0], "bid", amount=4 if game.country_up == "Russia" else 0)
        else:
            act(game_id, names[0], "bid_buy", accept=True)
    last = game_of(game_id).undo
    assert last is not None
    seats = {name: player.order for name, player in game_of(game_id).player_info.items()}
    for _time in range(5):
        undo(game_id, last)
        assert game_of(game_id).mode == "buy-bid"
        act(game_id, last, "bid_buy", accept=True)
        assert {name: player.order for name, player in game_of(game_id).player_info.items()} == seats
    verify(Game.objects.get(pk=game_id))


def test_the_submission_that_ended_the_game_can_be_taken_back() -> None:
    game_id, setup = begun(people(3)), rules.load_setup()
    position(game_id, random_states(3, seed=1)[-2])
    before = game_of(game_id)
    name = rules.players_to_act(before)[0]
    for action in rules.legal_actions(before, name, setup=setup):
        after, _events = rules.apply(before, name, action, setup=setup, shuffle=list, now=START)
        if rules.is_over(after):
            submit(game_id, name, rules.action_to_json(action))
            break
    assert Game.objects.get(pk=game_id).completed_at is not None
    undo(game_id, name)
    assert game_of(game_id) == rules.undone(before, now=START)
    assert Game.objects.get(pk=game_id).completed_at is None


def test_a_clock_that_ran_meanwhile_is_not_charged() -> None:
    game_id = begun(people(2), clock=Clock(increment=0, banked=100))
    act(game_id, "Juno", "bid", amount=4, now=START + 30)
    assert game_of(game_id).player_info["Juno"].banked == 70
    undo(game_id, "Juno", now=START + 1000)
    game = game_of(game_id)
    assert game.player_info["Juno"].banked == 100
    assert game.timer.last_move == round(1000 * (START + 1000))


def test_a_seat_that_was_handed_to_a_bot_meanwhile_stays_with_it(game_id: UUID) -> None:
    act(game_id, "Juno", "bid", amount=4)
    act(game_id, "Mara", "hand_to_bot")
    undo(game_id, "Juno")
    assert seated(game_id, "Mara").bot_level is not None
    verify(Game.objects.get(pk=game_id))


def test_what_a_bot_did_for_somebody_is_not_theirs_to_take_back(game_id: UUID) -> None:
    act(game_id, "Mara", "hand_to_bot")
    settle_at(game_id, START + 100)
    assert game_of(game_id).undo == "Mara"
    assert refused(game_id, "Mara") == "played_by_bot"


def test_a_repeated_undo_is_one_undo(game_id: UUID) -> None:
    act(game_id, "Juno", "bid", amount=4)
    act(game_id, "Mara", "bid", amount=4)
    for _time in range(2):
        undo(game_id, "Mara", key="once")
    assert game_of(game_id).turn_id == 2
