"""Playing again: the next table keeps the seats of those who played, tells them at once, and starts by itself."""

import re
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from tabletop import play, timebase
from tabletop.accounts.models import User
from tabletop.models import Deadline, HeldSeat
from tabletop.rules import RuleViolation
from tabletop.table import Choices, Table
from tabletop.tables.held_seats import names_of_held
from tests.kernel.conftest import any_move, game_of
from tests.kit.clients import client_of
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db
tables = services.tables


def finish(game_id: UUID) -> None:
    while not services.engine.rules.is_over(store.load(game_id).state):
        state = store.load(game_id).state.game
        services.move(game_id=game_id, seat=state.turn, action=any_move(state))


def state_of(game_id: UUID) -> Table:
    return store.load(game_id).state


def code_of_refusal(person: User, game_id: UUID) -> str:
    with pytest.raises(RuleViolation) as refused:
        tables.join_table(game_id=game_id, person=person)
    return refused.value.code


@pytest.fixture
def over(duel: DuelGame) -> UUID:
    finish(duel.pk)
    return duel.pk


@pytest.fixture
def eve(db: None) -> User:
    return User.objects.create(display_name="Eve", is_guest=True)


def test_a_stranger_with_the_code_cannot_take_a_kept_seat_and_its_person_can(
    over: UUID, people: list[User], eve: User
) -> None:
    juno, mara = people
    entry = tables.rematch(game_id=over, person=juno)
    held = HeldSeat.objects.get(game_id=entry.game_id)
    assert (held.person, set(state_of(entry.game_id).series.held)) == (mara, {str(held.seat_id)})
    assert code_of_refusal(eve, entry.game_id) == "seats_are_held"
    joined = tables.rematch(game_id=over, person=mara)
    assert (joined.game_id, joined.player_id) == (entry.game_id, str(held.seat_id))


def test_the_finished_table_tells_who_is_in_and_until_when(over: UUID, people: list[User]) -> None:
    juno, mara = people
    before = store.load(over).row.seq
    tables.rematch(game_id=over, person=juno)
    finished = store.load(over)
    seats = {sitter.person: sitter.seat_id for sitter in finished.sitters.values()}
    assert finished.row.seq == before + 1
    assert finished.state.series.answers == {seats[juno.pk]: True}
    tables.rematch(game_id=over, person=mara)
    assert state_of(over).series.answers == {seats[juno.pk]: True, seats[mara.pk]: True}


def test_when_all_are_in_the_game_starts_by_itself_after_a_count(over: UUID, people: list[User]) -> None:
    entry = tables.rematch(game_id=over, person=people[0])
    tables.rematch(game_id=over, person=people[1])
    starts_at = state_of(entry.game_id).series.starts_at
    assert starts_at is not None
    assert Deadline.objects.get(game_id=entry.game_id, task="settle").due_at == starts_at
    play.settle(services.engine, entry.game_id, now=starts_at)
    started = state_of(entry.game_id)
    assert (started.game is not None, started.series.number) == (True, 2)


def test_a_seat_that_is_declined_is_free_at_once_and_the_host_decides(
    over: UUID, people: list[User], eve: User
) -> None:
    entry = tables.rematch(game_id=over, person=people[0])
    tables.decline(game_id=over, person=people[1])
    assert (state_of(entry.game_id).series.held, list(state_of(over).series.answers.values())) == ({}, [True, False])
    tables.join_table(game_id=entry.game_id, person=eve)
    assert state_of(entry.game_id).series.starts_at is None
    # Who changes their mind comes too late.
    with pytest.raises(RuleViolation) as refused:
        tables.rematch(game_id=over, person=people[1])
    assert refused.value.code == "game_full"
    assert list(state_of(over).series.answers.values()) == [True, False]


def test_a_seat_is_kept_for_a_minute(over: UUID, people: list[User], eve: User) -> None:
    entry = tables.rematch(game_id=over, person=people[0])
    (until,) = state_of(entry.game_id).series.held.values()
    assert until == pytest.approx(timebase.now() + 60, abs=5)
    play.settle(services.engine, entry.game_id, now=until)
    assert state_of(entry.game_id).series.held == {}
    tables.join_table(game_id=entry.game_id, person=eve)


def test_the_next_table_is_private_whatever_the_last_one_was(people: list[User]) -> None:
    entry = tables.create_table(person=people[0], choices=Choices(is_open=True, watching="everybody"))
    tables.join_table(game_id=entry.game_id, person=people[1])
    tables.act(game_id=entry.game_id, seat=0, action={"type": "start"})
    finish(entry.game_id)
    following = state_of(tables.rematch(game_id=entry.game_id, person=people[1]).game_id)
    assert (following.choices.is_open, following.choices.watching) == (False, "everybody")


def test_against_bots_alone_it_starts_at_once_and_waits_for_nobody(people: list[User]) -> None:
    entry = tables.practice(person=people[0])
    state = game_of(DuelGame.objects.get(pk=entry.game_id))
    while not services.engine.rules.is_over(state_of(entry.game_id)):
        state = state_of(entry.game_id).game
        due = store.load(entry.game_id).state.bot_due
        if state.turn == 0:
            services.move(game_id=entry.game_id, seat=0, action=any_move(state))
        else:
            play.settle(services.engine, entry.game_id, now=due)
    following = tables.rematch(game_id=entry.game_id, person=people[0])
    assert state_of(following.game_id).game is not None
    assert not HeldSeat.objects.exists()


def test_the_score_goes_on_from_table_to_table(over: UUID, people: list[User]) -> None:
    winner = services.engine.rules.plug.round_of(state_of(over)).winners[0]
    won_by = next(sitter.person for sitter in store.load(over).sitters.values() if sitter.seat_id == winner)
    second = tables.rematch(game_id=over, person=people[0]).game_id
    tables.rematch(game_id=over, person=people[1])
    loaded = store.load(second)
    seats = {sitter.seat_id: sitter.person for sitter in loaded.sitters.values()}
    totals = loaded.state.series.totals
    assert {seats[seat_id]: total.won for seat_id, total in totals.items()} == {
        person.pk: int(person.pk == won_by) for person in people
    }
    assert loaded.state.series.id == str(over)


def test_declining_by_the_page_leads_back_to_the_result(over: UUID, people: list[User]) -> None:
    tables.rematch(game_id=over, person=people[0])
    answer = client_of(people[1]).post(reverse("duel:decline", args=[over]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("duel:table", args=[over]))
    early = client_of(people[0]).post(reverse("duel:decline", args=[tables.practice(person=people[0]).game_id]))
    assert early.status_code == 409


def test_a_table_that_goes_takes_its_kept_seats_along(over: UUID, people: list[User]) -> None:
    entry = tables.rematch(game_id=over, person=people[0])
    tables.act(game_id=entry.game_id, person=people[0], action={"type": "leave"})
    assert not DuelGame.objects.filter(pk=entry.game_id).exists()
    assert not HeldSeat.objects.exists()


def test_a_next_table_that_is_gone_is_followed_by_another_and_everybody_is_told(over: UUID, people: list[User]) -> None:
    juno, mara = people
    first = tables.rematch(game_id=over, person=juno)
    tables.act(game_id=first.game_id, person=juno, action={"type": "leave"})
    before, until = store.load(over).row.seq, state_of(over).series.until
    assert until is not None
    second = tables.rematch(game_id=over, person=juno)
    assert second.game_id != first.game_id
    assert store.load(over).row.seq == before + 1
    kept = state_of(over).series
    assert kept.until is not None
    assert kept.until > until
    assert kept.until == pytest.approx(HeldSeat.objects.get().until, abs=5)
    assert tables.rematch(game_id=over, person=mara).game_id == second.game_id


def test_two_of_one_name_for_whom_chairs_are_kept_are_told_apart(over: UUID, people: list[User]) -> None:
    entry = tables.rematch(game_id=over, person=people[0])
    second = uuid4()
    namesake = User.objects.create(display_name="Mara", is_guest=True)
    HeldSeat.objects.create(game_slug="duel", game_id=entry.game_id, person=namesake, seat_id=second, until=1e12)
    names = names_of_held("duel", entry.game_id)
    assert (sorted(names.values()), names[str(second)]) == (["Mara", "Mara (2)"], "Mara (2)")


def test_the_waiting_room_names_those_who_are_waited_for_and_the_host_may_give_up(
    over: UUID, people: list[User]
) -> None:
    entry = tables.rematch(game_id=over, person=people[0])
    client = client_of(people[0])
    address = reverse("duel:table", args=[entry.game_id])
    page = client.get(address).content.decode()
    assert 'value="remove_person:kept:Mara"' in page
    assert "A chair is kept for one who played before." in page
    client.post(reverse("duel:move", args=[entry.game_id]), {"do": "remove_person:kept:Mara"})
    assert state_of(entry.game_id).series.held == {}
    assert "remove_person:kept" not in client.get(address).content.decode()


def test_while_a_chair_is_kept_no_bot_is_offered_for_it(over: UUID, people: list[User]) -> None:
    entry = tables.rematch(game_id=over, person=people[0])
    client, address = client_of(people[0]), reverse("duel:table", args=[entry.game_id])
    page = client.get(address).content.decode()
    assert 'id="offered-bot"' not in page
    assert "kept for a while" in re.sub(r"<[^>]*>", "", page), "without script it says no time that is not true"
    tables.decline(game_id=over, person=people[1])
    assert 'id="offered-bot"' in client.get(address).content.decode()


def test_the_waiting_room_counts_to_the_start(over: UUID, people: list[User]) -> None:
    entry = tables.rematch(game_id=over, person=people[0])
    tables.rematch(game_id=over, person=people[1])
    page = client_of(people[1]).get(reverse("duel:table", args=[entry.game_id])).content.decode()
    assert "Everybody is here. The game starts in" in re.sub(r"<[^>]*>", "", page)
    # The seconds run: they are no part of what is said aloud.
    assert "<span data-announce>Everybody is here.</span>" in page
