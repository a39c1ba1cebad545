"""The next table of a series: who comes back, and what stays of it when it is gone (rules 3.8, 5 of the table)."""

from uuid import UUID

import pytest

from cambio import services as cambio
from tabletop.accounts.models import User
from tabletop.models import ChairWish, HeldSeat
from tabletop.tables.chair_wishes import put_on_list
from tests.cambio.kit import guest, state_of
from tests.kernel.three_who_played import Rung, over, persons, rung
from tests.kit.clients import client_of

__all__ = ["over", "persons", "rung"]  # fixtures

pytestmark = pytest.mark.django_db(transaction=True)


def answers(game_id: UUID) -> list[bool | None]:
    """Of the finished table, in the order of the seats."""
    state = state_of(game_id)
    return [state.series.answers.get(info.seat_id) for info in state.seats]


def leave(person: User, game_id: UUID) -> None:
    cambio.act(game_id=game_id, person=person, action={"type": "leave"})


def listed() -> dict[str, tuple[UUID, float]]:
    """For which table, and since when, by name."""
    wishes = ChairWish.objects.values_list("person__display_name", "game_id", "asked_at")
    return {name: (game_id, asked_at) for name, game_id, asked_at in wishes}


def sit_in(person: User, game_id: UUID) -> str:
    return client_of(person).get(f"/cambio/{game_id}/sit-in/").content.decode()


# --- who comes back ---------------------------------------------------------------------------------------------------


def test_who_comes_back_by_link_is_in_again_though_no_seat_is_kept(over: UUID, persons: list[User]) -> None:
    """No seat was ever kept for the one who opened the table, and those of the others are tidied up in time."""
    entry = cambio.rematch(game_id=over, person=persons[0])
    cambio.rematch(game_id=over, person=persons[1])
    HeldSeat.objects.all().delete()
    for place, person in enumerate(persons[:2]):
        leave(person, entry.game_id)
        assert answers(over)[place] is False
        client_of(person).post(f"/t/{entry.room_code}/")
        assert answers(over)[place] is True


def test_somebody_from_outside_sits_down_and_the_finished_table_tells_nothing(over: UUID, persons: list[User]) -> None:
    entry = cambio.rematch(game_id=over, person=persons[0])
    cambio.tables.decline(game_id=over, person=persons[1])
    before = cambio.engine.store.load(over).row.seq
    client_of(guest("Eve")).post(f"/t/{entry.room_code}/")
    assert len(cambio.tables.seats.at(entry.game_id)) == 2
    assert cambio.engine.store.load(over).row.seq == before


# --- a next table that is gone ----------------------------------------------------------------------------------------


def test_who_looks_on_is_not_told_that_nobody_wants_to_play_again(over: UUID, persons: list[User]) -> None:
    entry = cambio.rematch(game_id=over, person=persons[0])
    eve = client_of(guest("Eve"))
    assert "Juno wants to play again." in eve.get(f"/cambio/{over}/").content.decode()
    leave(persons[0], entry.game_id)
    page = eve.get(f"/cambio/{over}/").content.decode()
    assert ("wants to play again" in page, "has left" in page) == (False, False)


def test_the_list_for_a_chair_goes_back_to_the_finished_table(over: UUID, persons: list[User], rung: Rung) -> None:
    """All keep their places, and go on with the table after it."""
    ines, paul = guest("Ines"), guest("Paul")
    cambio.tables.ask_for_chair(game_id=over, person=ines)
    entry = cambio.rematch(game_id=over, person=persons[0])
    cambio.tables.ask_for_chair(game_id=entry.game_id, person=paul)
    asked = listed()
    assert {game_id for game_id, _asked_at in asked.values()} == {entry.game_id}
    rung.clear()
    leave(persons[0], entry.game_id)
    assert listed() == {person: (over, asked_at) for person, (_game_id, asked_at) in asked.items()}
    assert {f"person:{ines.pk}", f"person:{paul.pk}"} <= set(rung)
    assert "You are on the list for the next round." in sit_in(ines, over)
    assert "Ines and Paul would sit in." in sit_in(persons[1], over)
    again = cambio.rematch(game_id=over, person=persons[1])
    assert {game_id for game_id, _asked_at in listed().values()} == {again.game_id}


def test_who_has_played_is_not_put_on_the_list_of_the_finished_table(over: UUID, persons: list[User]) -> None:
    """Playing again keeps a seat for them anyhow."""
    entry = cambio.rematch(game_id=over, person=persons[0])
    cambio.tables.decline(game_id=over, person=persons[1])
    cambio.tables.ask_for_chair(game_id=entry.game_id, person=persons[1])
    leave(persons[0], entry.game_id)
    assert not ChairWish.objects.exists()


def test_who_is_on_the_list_of_the_finished_table_already_is_on_it_once(over: UUID, persons: list[User]) -> None:
    ines = guest("Ines")
    entry = cambio.rematch(game_id=over, person=persons[0])
    cambio.tables.ask_for_chair(game_id=over, person=ines)
    put_on_list("cambio", over, ines.pk)
    leave(persons[0], entry.game_id)
    assert ChairWish.objects.get().game_id == over


def test_a_table_that_follows_none_takes_its_list_along_and_the_list_is_told(rung: Rung) -> None:
    ines = guest("Ines")
    entry = cambio.create_table(person=guest("Juno"), player_count=2)
    cambio.tables.ask_for_chair(game_id=entry.game_id, person=ines)
    rung.clear()
    cambio.remove_table(game_id=entry.game_id)
    assert not ChairWish.objects.exists()
    assert f"person:{ines.pk}" in rung
