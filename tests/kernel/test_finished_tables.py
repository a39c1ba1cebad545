"""The finished or closed table, and the home page, tell everybody what becomes of the seats at the next one."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from cambio import services as cambio
from cambio.models import GameSession
from imperial import services as imperial
from tabletop.accounts.models import User
from tabletop.games import TableKind, get_game
from tabletop.models import Removal
from tabletop.rules import RuleViolation
from tests.cambio.kit import dealt
from tests.cambio.kit import lobby_of as cambio_lobby
from tests.imperial.kit import begun
from tests.imperial.kit import lobby_of as imperial_lobby
from tests.kernel.three_who_played import Rung, over, persons, rung
from tests.kit.clients import client_of
from tests.kit.racers import racers
from tests.lobby.test_coming_back import finished, home, part

__all__ = ["over", "persons", "racers", "rung"]

pytestmark = pytest.mark.django_db(transaction=True)


def page_of(person: User, game_id: UUID, slug: str = "cambio") -> str:
    return client_of(person).get(f"/{slug}/{game_id}/").content.decode()


def answers(game_id: UUID) -> list[bool | None]:
    """Of the finished table, in the order of the seats."""
    state = cambio.engine.store.load(game_id).state
    return [state.series.answers.get(info.seat_id) for info in state.seats]


def invitations(person: User) -> str:
    return part(home(client_of(person)), "invitations")


def leave(person: User, game_id: UUID) -> None:
    cambio.act(game_id=game_id, person=person, action={"type": "leave"})


# --- who comes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("road", ["/t/{code}/", "/cambio/{next}/join/"])
def test_who_sits_down_on_a_kept_seat_by_link_or_code_is_in(over: UUID, persons: list[User], road: str) -> None:
    juno, _mara, nils = persons
    entry = cambio.rematch(game_id=over, person=juno)
    assert "Juno wants to play again." in invitations(nils)
    answer = client_of(nils).post(road.format(code=entry.room_code, next=entry.game_id))
    assert answer["Location"] == f"/cambio/{entry.game_id}/"
    assert answers(over) == [True, None, True]
    page = page_of(juno, over)
    assert ("Nils is in" in page, "Mara thinks" in page) == (True, True)
    assert "wants to play again" not in invitations(nils)


# --- who does not -----------------------------------------------------------------------------------------------------


def test_a_seat_that_the_host_does_not_wait_for_is_told_to_its_person(
    over: UUID, persons: list[User], rung: Rung
) -> None:
    juno, mara, nils = persons
    entry = cambio.rematch(game_id=over, person=juno)
    rung.clear()
    client_of(juno).post(f"/cambio/{entry.game_id}/act/", {"do": "remove_person:kept:Nils"})
    assert {f"cambio:{over}", f"person:{nils.pk}"} <= set(rung)
    assert answers(over) == [True, None, False]
    assert "Nils has left" in page_of(juno, over)
    page = page_of(nils, over)
    assert ("Your seat is kept for" in page, 'id="decline"' in page, "I am in" in page) == (False, False, True)
    assert invitations(nils).startswith("></div>")
    assert "Juno wants to play again." in invitations(mara)
    # Whoever comes all the same takes a chair as long as there is one.
    assert cambio.rematch(game_id=over, person=nils).game_id == entry.game_id


def test_who_leaves_the_next_table_or_is_sent_away_is_in_no_longer(over: UUID, persons: list[User]) -> None:
    juno, mara, nils = persons
    entry = cambio.rematch(game_id=over, person=juno)
    cambio.rematch(game_id=over, person=mara)
    seat = cambio.rematch(game_id=over, person=nils).player_id
    leave(mara, entry.game_id)
    assert answers(over) == [True, False, True]
    cambio.tables.remove_person(game_id=entry.game_id, removed_seat=seat, person=juno)
    assert answers(over) == [True, False, False]


def test_a_next_table_that_is_gone_is_told_to_those_it_kept_seats_for(
    over: UUID, persons: list[User], rung: Rung
) -> None:
    juno, mara, nils = persons
    entry = cambio.rematch(game_id=over, person=juno)
    cambio.rematch(game_id=over, person=mara)
    leave(mara, entry.game_id)
    rung.clear()
    leave(juno, entry.game_id)
    assert {f"cambio:{over}", f"person:{mara.pk}", f"person:{nils.pk}"} <= set(rung)
    assert answers(over) == [False, False, False]
    assert invitations(nils).startswith("></div>")
    page = page_of(nils, over)
    assert ("Juno is in" in page, "I am in" in page, "Play again with them" in page) == (False, False, True)
    cambio.rematch(game_id=over, person=nils)
    assert answers(over) == [None, None, True]
    assert "Nils wants to play again." in invitations(juno)


def test_the_host_cannot_choose_fewer_chairs_than_are_taken_and_kept(over: UUID, persons: list[User]) -> None:
    entry = cambio.rematch(game_id=over, person=persons[0])

    def may_choose(count: int) -> bool:
        button = page_of(persons[0], entry.game_id).partition(f'id="set-seats-{count}"')[2].partition(">")[0]
        return "disabled" not in button

    assert [may_choose(count) for count in (2, 3, 4)] == [False, True, True]
    cambio.tables.decline(game_id=over, person=persons[1])
    assert [may_choose(count) for count in (2, 3, 4)] == [True, True, True]


def test_the_host_who_waits_for_somebody_no_longer_sends_nobody_away_who_has_just_come(
    over: UUID, persons: list[User]
) -> None:
    juno, _mara, nils = persons
    entry = cambio.rematch(game_id=over, person=juno)
    cambio.rematch(game_id=over, person=nils)
    late = client_of(juno).post(f"/cambio/{entry.game_id}/act/", {"do": "remove_person:kept:Nils"})
    assert (late.status_code, "That seat is not kept any more." in late.content.decode()) == (409, True)
    assert answers(over) == [True, None, True]
    assert len(cambio.tables.seats.at(entry.game_id)) == 2
    assert not Removal.objects.exists()


def test_who_sits_at_the_next_table_cannot_turn_it_down_from_an_older_page(over: UUID, persons: list[User]) -> None:
    juno, mara, _nils = persons
    entry = cambio.rematch(game_id=over, person=juno)
    cambio.rematch(game_id=over, person=mara)
    with pytest.raises(RuleViolation, match="You already sit at the next table") as refused:
        cambio.tables.decline(game_id=over, person=mara)
    assert refused.value.code == "already_in_game"
    assert answers(over) == [True, True, None]
    assert len(cambio.tables.seats.at(entry.game_id)) == 2


def test_nobody_waits_for_a_person_who_has_deleted_the_account(over: UUID, persons: list[User]) -> None:
    juno, mara, nils = persons
    entry = cambio.rematch(game_id=over, person=juno)
    cambio.rematch(game_id=over, person=nils)
    cambio.forget_person(mara)
    assert cambio.engine.store.load(entry.game_id).state.series.held == {}
    cambio.forget_person(nils)
    assert answers(over) == [True, False, False]
    assert len(cambio.tables.seats.at(entry.game_id)) == 1


# --- a table that was closed ------------------------------------------------------------------------------------------

CLOSED: dict[str, tuple[Any, Callable[[list[User]], UUID]]] = {
    "cambio": (cambio, dealt),
    "imperial": (imperial, begun),
    "cambio room": (cambio, cambio_lobby),
    "imperial room": (imperial, imperial_lobby),
}


@pytest.mark.parametrize("case", CLOSED)
def test_at_a_closed_table_everybody_learns_who_wants_to_play_again(case: str, persons: list[User]) -> None:
    services, arrange = CLOSED[case]
    slug, (juno, mara, nils) = case.split(maxsplit=1)[0], persons
    game_id = arrange(persons)
    services.tables.abandon(game_id=game_id, reason="upkeep")
    page = page_of(mara, game_id, slug)
    assert ('id="do-again"' in page, 'id="rematch"' in page) == (True, False)
    assert list(get_game(slug).tables_of(mara)) == []
    address = client_of(juno).post(reverse(f"{slug}:rematch", args=[game_id]))["Location"]
    page = page_of(mara, game_id, slug)
    for words in ("This table is closed.", "Juno wants to play again.", "Juno is in", "I am in", "Not this time"):
        assert words in page
    assert 'id="do-again"' not in page
    told = {table.kind: table for table in get_game(slug).tables_of(mara)}
    assert set(told) == {TableKind.INVITED}
    assert told[TableKind.INVITED].note == "Juno wants to play again."
    assert "Juno wants to play again." in invitations(mara)
    assert client_of(mara).post(told[TableKind.INVITED].again_url)["Location"] == address
    assert client_of(nils).post(told[TableKind.INVITED].decline_url).status_code == 302
    page = page_of(juno, game_id, slug)
    assert ("Mara is in" in page, "Nils has left" in page) == (True, True)
    for person in (juno, mara):
        assert [table.kind for table in get_game(slug).tables_of(person)] == [TableKind.WAITING]
    assert list(get_game(slug).tables_of(nils)) == []


@pytest.mark.parametrize("slug", ["cambio", "imperial"])
def test_a_closed_table_is_listed_nowhere_once_the_next_game_has_begun(slug: str, persons: list[User]) -> None:
    services, arrange = CLOSED[slug]
    game_id = arrange(persons)
    services.tables.abandon(game_id=game_id, reason="upkeep")
    entry = services.rematch(game_id=game_id, person=persons[0])
    services.rematch(game_id=game_id, person=persons[1])
    services.tables.decline(game_id=game_id, person=persons[2])
    services.act(game_id=entry.game_id, seat=entry.seat, action={"type": "start"})
    assert list(get_game(slug).tables_of(persons[2])) == []


@pytest.mark.parametrize("bots", [(), ("easy",)])
def test_a_room_that_was_closed_is_opened_again_as_a_room(persons: list[User], bots: Any) -> None:
    """Whoever waits for friends is not dealt a game against the bot instead."""
    entry = cambio.create_table(person=persons[0], player_count=4, bots=bots)
    cambio.tables.abandon(game_id=entry.game_id, reason="upkeep")
    again = cambio.rematch(game_id=entry.game_id, person=persons[0])
    cambio.add_bot(game_id=again.game_id, seat=again.seat)
    state = cambio.engine.store.load(again.game_id).state
    assert (state.game, state.max_players, state.series.starts_at) == (None, 4, None)


# --- at once ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["rematch", "decline"])
def test_the_last_one_to_leave_and_one_who_answers_never_wait_for_each_other(
    persons: list[User], racers: Callable[..., Any], answer: str
) -> None:
    juno, _mara, nils = persons
    over, race = finished(persons), racers(2)
    for _repetition in range(12 if connection.vendor == "postgresql" else 2):
        next_id = cambio.rematch(game_id=over, person=juno).game_id
        does: tuple[Callable[[], Any], ...] = (
            lambda next_id=next_id: leave(juno, next_id),  # type: ignore[misc]
            lambda: getattr(cambio.tables, answer)(game_id=over, person=nils),
        )
        outcomes = race(lambda index, does=does: does[index]())
        assert not [outcome for outcome in outcomes if isinstance(outcome, OperationalError)], outcomes
        for person in (juno, nils):
            followed = GameSession.objects.get(pk=over).rematch_id
            if followed is not None and any(seat.user_id == person.pk for seat in cambio.tables.seats.at(followed)):
                leave(person, followed)


@pytest.mark.parametrize("has_played", [True, False])
def test_who_deletes_the_account_and_who_answers_never_wait_for_each_other(
    persons: list[User], racers: Callable[..., Any], has_played: bool
) -> None:
    """Also not if the person has come to the next table alone."""
    juno, mara, nils = persons
    over, race = finished(persons), racers(2)
    gone = juno if has_played else User.objects.create(display_name="Eve", is_guest=True)
    for _repetition in range(12 if connection.vendor == "postgresql" else 2):
        next_id = cambio.rematch(game_id=over, person=mara).game_id
        cambio.tables.decline(game_id=over, person=juno)
        cambio.tables.join_table(game_id=next_id, person=gone)
        does: tuple[Callable[[], Any], ...] = (
            lambda: cambio.forget_person(gone),
            lambda: cambio.rematch(game_id=over, person=nils),
        )
        outcomes = race(lambda index, does=does: does[index]())
        assert not [outcome for outcome in outcomes if isinstance(outcome, OperationalError)], outcomes
        cambio.remove_table(game_id=next_id)
