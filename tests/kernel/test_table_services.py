"""What can be done with the tables of every game, through the smallest one."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from tabletop import play
from tabletop.accounts.models import User
from tabletop.live import announce, presence
from tabletop.models import Deadline, Presence
from tabletop.rules import RuleViolation
from tabletop.table import Choices
from tabletop.tables import opening
from tabletop.tables.seats import seat_with_token
from tests.kernel.conftest import any_move, game_of
from tests.kernel.random_duel import play_by_chance
from tests.tinygame import queries, services, store
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat

pytestmark = pytest.mark.django_db
Capture = Callable[..., AbstractContextManager[list[Callable[[], object]]]]
tables = services.tables


@pytest.fixture
def rung(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Capture
) -> Callable[[], AbstractContextManager[set[str]]]:
    """`with rung() as topics:` collects the topics that are announced after the commit."""

    @contextmanager
    def collect() -> Iterator[set[str]]:
        topics: set[str] = set()

        def note(*, topics: tuple[str, ...], collected: set[str] = topics, **_rest: Any) -> None:
            collected |= set(topics)

        with monkeypatch.context() as patched:
            patched.setattr(play, "announce", note)
            patched.setattr(announce, "announce", note)
            with django_capture_on_commit_callbacks(execute=True):
                yield topics
                assert not topics, "nothing is announced before the commit"

    return collect


Rung = Callable[[], AbstractContextManager[set[str]]]


def refusal_of(run: Callable[[], object]) -> str:
    with pytest.raises(RuleViolation) as refusal:
        run()
    return refusal.value.code


def names_at(game_id: UUID) -> list[str]:
    return list(store.load(game_id).names.values())


def finish(duel: DuelGame) -> None:
    while not services.engine.rules.is_over(store.load(duel.pk).state):
        state = game_of(duel)
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))


# --- opening and joining ----------------------------------------------------------------------------------------------


def test_a_table_is_opened_with_its_host_and_bots_and_announced(people: list[User], rung: Rung) -> None:
    with rung() as topics:
        entry = tables.create_table(person=people[0], bots=["high"])
    assert {"lobby", f"person:{people[0].pk}"} <= topics
    assert names_at(entry.game_id) == ["Juno", "Ruby"]
    assert entry.receipt.loaded.names == store.load(entry.game_id).names
    assert (entry.seat, entry.player_id) == (0, store.load(entry.game_id).state.host)
    assert entry.token is not None
    taken = seat_with_token(queries.seats.at(entry.game_id), entry.token)
    assert taken is not None
    assert taken.player_id == entry.player_id


@pytest.mark.parametrize(("bots", "code"), [(["low", "low"], "invalid_bot_count"), (["divine"], "invalid_request")])
def test_a_table_that_cannot_be_is_not_opened(people: list[User], bots: list[str], code: str) -> None:
    assert refusal_of(lambda: tables.create_table(person=people[0], bots=bots)) == code
    assert not DuelGame.objects.exists()


def test_a_code_that_is_taken_is_drawn_again(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["AAAAAA", "AAAAAA", "AAAAAA", "BBBBBB"])
    monkeypatch.setattr(opening, "new_code", lambda: next(codes))
    assert tables.create_table(person=people[0]).room_code == "AAAAAA"
    assert tables.create_table(person=people[1]).room_code == "BBBBBB"


def test_a_person_who_joins_is_announced_to_table_lobby_and_the_own_list(people: list[User], rung: Rung) -> None:
    opened = tables.create_table(person=people[0])
    with rung() as topics:
        entry = tables.join_table(game_id=opened.game_id, person=people[1], display_name="Mara the Great")
    assert topics == {f"duel:{opened.game_id}", "lobby", f"person:{people[1].pk}"}
    assert (entry.seat, names_at(opened.game_id)) == (1, ["Juno", "Mara the Great"])
    assert entry.receipt.loaded.names == store.load(opened.game_id).names


def test_a_person_without_a_proper_name_does_not_join(people: list[User]) -> None:
    opened = tables.create_table(person=people[0])
    with pytest.raises(ValidationError):
        tables.join_table(game_id=opened.game_id, person=people[1], display_name=" ")
    assert names_at(opened.game_id) == ["Juno"]


def test_two_people_of_one_name_are_told_apart() -> None:
    both = [User.objects.create(display_name="Juno", is_guest=True) for _person in range(2)]
    duel = services.start_duel(people=both)
    assert names_at(duel.pk) == ["Juno", "Juno (2)"]


def test_the_same_request_for_a_bot_is_one_bot_wherever_it_sits_now(people: list[User]) -> None:
    opened = tables.create_table(person=people[0])
    first = tables.add_bot(game_id=opened.game_id, person=people[0], level="high", key="k")
    again = tables.add_bot(game_id=opened.game_id, person=people[0], level="high", key="k")
    assert (first.changed, again.changed, again.loaded.names) == (True, False, first.loaded.names)
    assert names_at(opened.game_id) == ["Juno", "Ruby"]
    bot = first.state.seats[1].seat_id
    tables.act(game_id=opened.game_id, seat=0, action={"type": "remove_bot", "seatId": bot})
    tables.join_table(game_id=opened.game_id, person=people[1])
    late = tables.add_bot(game_id=opened.game_id, person=people[0], level="high", key="k")
    assert (late.changed, list(late.loaded.names.values())) == (False, ["Juno", "Mara"])


# --- acting -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("type", ["join", "add_bot", "arrived", "left", "reconnected", "disconnected"])
def test_what_the_transport_and_the_services_do_is_not_for_players(duel: DuelGame, type: str) -> None:
    action = {"type": type, "seatId": "x", "level": "low"}
    assert refusal_of(lambda: tables.act(game_id=duel.pk, seat=0, action=action)) == "invalid_request"


def test_what_else_was_sent_with_an_action_is_not_kept(duel: DuelGame) -> None:
    action = any_move(game_of(duel))
    tables.act(game_id=duel.pk, seat=0, action=action | {"note": "hello", "seat": 1})
    assert DuelAction.objects.latest("seq").payload == action


def test_a_stranger_may_not_act(duel: DuelGame) -> None:
    eve = User.objects.create(display_name="Eve", is_guest=True)
    with pytest.raises(PermissionDenied):
        tables.act(game_id=duel.pk, person=eve, action=any_move(game_of(duel)))


def test_a_move_is_announced_to_the_table_and_where_the_turn_passes_to_its_people(
    duel: DuelGame, people: list[User], rung: Rung
) -> None:
    state = game_of(duel)
    with rung() as topics:
        tables.act(game_id=duel.pk, seat=0, action={"type": "redraw", "card": state.hands[0][0]})
    assert topics == {f"duel:{duel.pk}"}
    with rung() as topics:
        tables.act(game_id=duel.pk, seat=0, action=any_move(game_of(duel)))
    assert topics == {f"duel:{duel.pk}", *(f"person:{person.pk}" for person in people)}


def test_a_refused_move_is_not_announced(duel: DuelGame, rung: Rung) -> None:
    with rung() as topics:
        assert refusal_of(lambda: tables.act(game_id=duel.pk, seat=1, action=any_move(game_of(duel))))
    assert not topics


def test_what_changes_the_list_of_open_tables_is_announced_to_the_lobby(people: list[User], rung: Rung) -> None:
    game_id = tables.create_table(person=people[0]).game_id
    with rung() as topics:
        bot = tables.add_bot(game_id=game_id, seat=0).state.seats[1].seat_id
    assert "lobby" in topics
    with rung() as topics:
        tables.act(game_id=game_id, seat=0, action={"type": "remove_bot", "seatId": bot})
    assert "lobby" in topics
    tables.join_table(game_id=game_id, person=people[1])
    with rung() as topics:
        tables.act(game_id=game_id, seat=0, action={"type": "start"})
    assert topics == {"lobby", f"duel:{game_id}", *(f"person:{person.pk}" for person in people)}


def test_the_staff_hand_a_seat_to_a_bot(duel: DuelGame) -> None:
    ben = store.load(duel.pk).state.seats[1]
    receipt = tables.hand_to_bot(game_id=duel.pk, seat_id=ben.seat_id, level="high")
    assert (receipt.seat, receipt.state.seats[1].bot_level) == (None, "high")
    assert store.load(duel.pk).state == receipt.state


# --- leaving, removing, forgetting ------------------------------------------------------------------------------------


def test_a_waiting_table_goes_with_its_last_person(people: list[User], rung: Rung) -> None:
    game_id = tables.create_table(person=people[0], bots=["low"]).game_id
    presence.arrive(services.engine, game_id, 0, process=game_id, now=1.0)
    with rung() as topics:
        tables.act(game_id=game_id, person=people[0], action={"type": "leave"})
    assert {"lobby", f"duel:{game_id}"} <= topics
    assert not DuelGame.objects.exists()
    assert not Presence.objects.exists()


def test_a_waiting_table_stays_while_a_person_is_there_and_a_running_one_always(people: list[User]) -> None:
    game_id = tables.create_table(person=people[0]).game_id
    tables.join_table(game_id=game_id, person=people[1])
    tables.act(game_id=game_id, person=people[0], action={"type": "leave"})
    assert (names_at(game_id), store.load(game_id).seat_of(person=people[1].pk)) == (["Mara"], 0)
    duel = services.start_duel(people=people)
    for person in people:
        tables.act(game_id=duel.pk, person=person, action={"type": "leave"})
    assert names_at(duel.pk) == ["Juno", "Mara"]


def test_a_removed_table_leaves_nothing_behind_and_its_people_hear_of_it(
    duel: DuelGame, people: list[User], rung: Rung
) -> None:
    presence.arrive(services.engine, duel.pk, 0, process=duel.pk, now=1.0)
    assert Deadline.objects.filter(game_id=duel.pk).exists()
    with rung() as topics:
        tables.remove_table(game_id=duel.pk)
    assert topics == {"lobby", f"duel:{duel.pk}", *(f"person:{person.pk}" for person in people)}
    for rows in (DuelGame, DuelSeat, DuelAction, Deadline, Presence):
        assert not rows._default_manager.exists()


def test_a_person_who_deletes_the_account_leaves_waiting_tables_and_the_name_of_running_ones(
    people: list[User],
) -> None:
    waiting = tables.create_table(person=people[0]).game_id
    tables.join_table(game_id=waiting, person=people[1])
    alone = tables.create_table(person=people[0]).game_id
    duel = services.start_duel(people=people)
    before = store.load(duel.pk).state
    people[0].display_name = "Somebody"
    tables.forget_person(people[0])
    assert (names_at(waiting), names_at(duel.pk)) == (["Mara"], ["Somebody", "Mara"])
    assert not DuelGame.objects.filter(pk=alone).exists()
    assert store.load(duel.pk).state == before


# --- play again -------------------------------------------------------------------------------------------------------


def test_the_first_who_wants_it_opens_the_next_table_and_the_other_sits_down_there(
    duel: DuelGame, people: list[User]
) -> None:
    finish(duel)
    first = tables.rematch(game_id=duel.pk, person=people[1])
    second = tables.rematch(game_id=duel.pk, person=people[0])
    assert first.game_id == second.game_id != duel.pk
    assert (names_at(first.game_id), first.seat, second.seat) == (["Mara", "Juno"], 0, 1)
    again = tables.rematch(game_id=duel.pk, person=people[1])
    assert (again.game_id, again.seat, again.token, again.receipt.changed) == (first.game_id, 0, None, False)


def test_bots_and_settings_come_along(people: list[User]) -> None:
    entry = tables.create_table(person=people[0], bots=["high"], choices=Choices(takeover=True))
    duel = DuelGame.objects.get(pk=entry.game_id)
    tables.act(game_id=duel.pk, seat=0, action={"type": "start"})
    for _receipt in play_by_chance(duel.pk, Random(1), now=game_of(duel).due):
        pass
    state = store.load(tables.rematch(game_id=duel.pk, person=people[0]).game_id).state
    assert ([info.bot_level for info in state.seats], state.choices.takeover) == ([None, "high"], True)
    assert state.settings == store.load(duel.pk).state.settings


def test_nobody_plays_again_before_the_end_or_without_a_seat(duel: DuelGame, people: list[User]) -> None:
    eve = User.objects.create(display_name="Eve", is_guest=True)
    assert refusal_of(lambda: tables.rematch(game_id=duel.pk, person=people[0])) == "game_not_completed"
    assert refusal_of(lambda: tables.rematch(game_id=duel.pk, person=eve)) == "player_not_in_game"
    assert DuelGame.objects.count() == 1
