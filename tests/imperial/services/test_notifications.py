"""Mail when a task becomes somebody's (rules 12): once for each task, never to the player who has just acted."""

import time
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.utils import timezone

from imperial import rules, services
from tabletop.accounts.models import User
from tabletop.live import presence
from tabletop.notify.models import Notice
from tabletop.notify.services import send_due
from tests.imperial.kit import (
    NAMES,
    START,
    act,
    any_state,
    begun,
    game_of,
    guest,
    member,
    position,
    seat,
    settle_at,
    submit,
    undo,
)

pytestmark = pytest.mark.django_db
NO_MANEUVER = ("Factory", "Import", "L-Produce", "R-Produce", "Taxation", "Investor")


def members(number: int) -> list[User]:
    return [member(name) for name in NAMES[:number]]


def told() -> list[str]:
    """Who has been told since the last time."""
    names = sorted(Notice.objects.values_list("recipient__display_name", flat=True))
    Notice.objects.all().delete()
    return names


def test_when_the_game_begins_everybody_but_the_host_is_told() -> None:
    game_id = begun(members(3))
    notice = Notice.objects.filter(recipient__display_name="Mara").get()
    assert f"{settings.SITE_URL}/imperial/{game_id}/" in notice.body
    assert told() == ["Mara", "Nils"]
    assert mail.outbox == []


def test_two_people_with_one_name_get_a_mail_each() -> None:
    annas = [User.objects.create_user(f"anna{number}@example.com", display_name="Anna") for number in (1, 2)]
    game_id = begun([guest("Juno"), *annas])
    assert {notice.recipient for notice in Notice.objects.all()} == set(annas)
    told()
    act(game_id, "Anna (2)", "bid", amount=6)
    act(game_id, "Anna", "bid", amount=4)
    act(game_id, "Juno", "bid", amount=2)
    assert [notice.recipient for notice in Notice.objects.all()] == [annas[1]]


def test_the_mail_goes_out_after_the_move_to_those_who_are_not_at_the_table() -> None:
    game_id = begun(members(4))
    with time_machine.travel(timezone.now() + timedelta(minutes=1)):
        presence.arrive(services.engine, game_id, seat(game_id, "Nils"), process=uuid4(), now=time.time())
        act(game_id, "Olga", "bid", amount=0)
        assert send_due() == 1
    assert [message.to for message in mail.outbox] == [["mara@example.com"]]


@pytest.fixture
def game_id() -> UUID:
    begun_game = begun(members(3))
    told()
    return begun_game


def test_whose_task_stays_the_same_is_not_told_again(game_id: UUID) -> None:
    act(game_id, "Juno", "bid", amount=4)
    act(game_id, "Mara", "bid", amount=2)
    assert told() == []


def test_another_mode_is_another_task_and_the_submitter_is_not_told(game_id: UUID) -> None:
    act(game_id, "Juno", "bid", amount=4)
    act(game_id, "Mara", "bid", amount=2)
    act(game_id, "Nils", "bid", amount=6)  # closes the round, and is the first to buy
    assert game_of(game_id).player_info["Nils"].my_turn
    assert told() == []
    act(game_id, "Nils", "bid_buy", accept=True)
    assert told() == ["Juno"]
    act(game_id, "Juno", "bid_buy", accept=True)
    assert told() == ["Mara"]


def test_another_country_is_another_task(game_id: UUID) -> None:
    for name in NAMES[:3]:
        act(game_id, name, "bid", amount=0)
    # Nobody can buy, so the next country is up for auction at once.
    assert game_of(game_id).country_up == "Italy"
    assert told() == ["Juno", "Mara"]


def test_a_move_taken_back_and_made_again_tells_nobody_twice(game_id: UUID) -> None:
    for name, amount in zip(NAMES[:3], (6, 4, 2), strict=True):
        act(game_id, name, "bid", amount=amount)
    for _time in range(2):
        act(game_id, "Juno", "bid_buy", accept=True)
        undo(game_id, "Juno")
    act(game_id, "Juno", "bid_buy", accept=True)
    assert Notice.objects.filter(recipient__display_name="Mara").count() == 1


def test_a_move_taken_back_before_its_mail_went_out_is_told_when_it_is_made_again(game_id: UUID) -> None:
    for name, amount in zip(NAMES[:3], (6, 4, 2), strict=True):
        act(game_id, name, "bid", amount=amount)
    assert told() == ["Juno"]
    act(game_id, "Juno", "bid_buy", accept=True)
    undo(game_id, "Juno")
    with time_machine.travel(timezone.now() + timedelta(minutes=1)) as clock:
        assert send_due() == 0
        act(game_id, "Juno", "bid_buy", accept=True)
        clock.shift(timedelta(minutes=1))
        assert send_due() == 1
    assert [message.to for message in mail.outbox] == [["mara@example.com"]]


def test_who_wants_no_mail_has_no_address_or_lets_a_bot_play_is_not_told() -> None:
    persons = [*members(3), guest("Olga")]
    User.objects.filter(display_name="Mara").update(notify_by_mail=False)
    game_id = begun(persons)
    assert told() == ["Nils"]
    act(game_id, "Nils", "bid", amount=0)
    act(game_id, "Nils", "hand_to_bot")
    for name in ("Mara", "Olga", "Juno"):
        act(game_id, name, "bid", amount=0)
    # All of them are to bid on the next country, and nobody is left to tell.
    assert game_of(game_id).country_up == "Italy"
    assert all(player.my_turn for player in game_of(game_id).player_info.values())
    assert told() == []


def test_what_a_bot_does_is_told_too() -> None:
    # A sensible bot never bids its whole purse so early, so Juno's bid is the highest.
    game_id = begun(members(1), bots=["sensible"])
    told()
    act(game_id, "Juno", "bid", amount=30)
    settle_at(game_id, START + 100)
    assert game_of(game_id).player_info["Juno"].my_turn
    assert told() == ["Juno"]


def test_stopping_the_clock_or_handing_over_a_seat_is_nobodys_task(game_id: UUID) -> None:
    act(game_id, "Mara", "hand_to_bot")
    act(game_id, "Mara", "take_back")
    assert told() == []


def test_a_vote_calls_all_stockholders_once() -> None:
    state = any_state(6, lambda state: state.mode == "proposal-opp")
    game_id = begun([member(name) for name in NAMES])
    position(game_id, state)
    told()
    (opposition,) = rules.players_to_act(state)
    menu = rules.legal_actions(state, opposition, setup=rules.load_setup())
    factory = next(action for action in menu if isinstance(action, rules.Propose) and action.wheel_spot in NO_MANEUVER)
    submit(game_id, opposition, rules.action_to_json(factory))
    assert game_of(game_id).mode == "vote"
    voters = state.country_info[state.country_up].leadership
    assert told() == sorted(set(voters) - {opposition})
