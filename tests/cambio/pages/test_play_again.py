"""The offer to play again on the page of everybody who has played, and the time that others are given."""

from uuid import UUID

import pytest

from cambio import rules, services
from tabletop import timebase
from tabletop.accounts.models import User
from tests.cambio.kit import act, dealt, people, position, settle_at, state_of
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db

HANDS = [["Ac", "2c", "3c", "4c"], ["9c", "9d", "9h", "9s"]]


@pytest.fixture
def persons() -> list[User]:
    return people(2)


@pytest.fixture
def over(persons: list[User]) -> UUID:
    """Juno has won against Mara."""
    game_id = dealt(persons, now=timebase.now())
    for seat in (0, 1):
        act(game_id, seat, "confirm_initial_view", now=timebase.now())
    position(game_id, rules.arrange(HANDS, ["5d", "6d"], ["2d"]))
    act(game_id, 0, "call_cambio", now=timebase.now())
    act(game_id, 1, "draw", source="discard", now=timebase.now())
    act(game_id, 1, "swap", position=0, now=timebase.now())
    assert state_of(game_id).game.phase == "completed"
    return game_id


def page_of(person: User, game_id: UUID) -> str:
    return client_of(person).get(f"/cambio/{game_id}/").content.decode()


def test_before_anybody_asks_there_is_one_button(over: UUID, persons: list[User]) -> None:
    page = page_of(persons[1], over)
    assert "Play again with them" in page
    assert "Not this time" not in page


def test_the_others_are_asked_and_told_who_is_in(over: UUID, persons: list[User]) -> None:
    juno, mara = persons
    address = client_of(juno).post(f"/cambio/{over}/rematch/")["Location"]
    page = page_of(mara, over)
    assert "Juno wants to play again." in page
    assert "Juno is in" in page
    assert all(words in page for words in ("I am in", "Not this time", "Your seat is kept for"))
    assert "Mara thinks" in page_of(juno, over)
    assert "Go to the next table" in page_of(juno, over)
    assert client_of(mara).post(f"/cambio/{over}/rematch/")["Location"] == address


def test_who_declines_is_told_to_the_others_and_may_change_their_mind(over: UUID, persons: list[User]) -> None:
    juno, mara = persons
    client_of(juno).post(f"/cambio/{over}/rematch/")
    client_of(mara).post(f"/cambio/{over}/decline/")
    assert "Mara has left" in page_of(juno, over)
    page = page_of(mara, over)
    assert "Not this time" not in page
    assert client_of(mara).post(f"/cambio/{over}/rematch/").status_code == 302


def test_the_second_game_shows_the_score_of_both(over: UUID, persons: list[User]) -> None:
    assert "Together, after" not in page_of(persons[0], over)
    second = services.rematch(game_id=over, person=persons[0]).game_id
    services.rematch(game_id=over, person=persons[1])
    act(second, 0, "start", now=timebase.now())
    for seat in (0, 1):
        act(second, seat, "confirm_initial_view", now=timebase.now())
    position(second, rules.arrange([*reversed(HANDS)], ["5d", "6d"], ["2d"]))
    act(second, 0, "call_cambio", now=timebase.now())
    act(second, 1, "draw", source="discard", now=timebase.now())
    act(second, 1, "swap", position=0, now=timebase.now())
    page = page_of(persons[1], second)
    assert "Together, after 2 games" in page
    pad = page.partition('class="series__pad"')[2].partition("</table>")[0]
    assert pad.count('class="is-won"') == 2
    assert (pad.count("series__twice"), pad.count("doubled")) == (1, 1), (
        "the call of the second game was not the lowest"
    )


def test_who_waits_may_nudge_after_a_while_and_the_one_who_is_awaited_is_told(persons: list[User]) -> None:
    juno, mara = persons
    game_id = dealt(persons, now=timebase.now() - 60)
    settle_at(game_id, timebase.now() - 40)
    assert 'data-after="30"' in page_of(mara, game_id)
    pressed = client_of(mara).post(f"/cambio/{game_id}/act/", {"do": "nudge"})
    assert pressed.status_code == 303
    assert 'data-after="60"' in page_of(mara, game_id), "the button comes back when the table would take it"
    assert "The others wait for you." in page_of(juno, game_id)
    again = client_of(mara).post(f"/cambio/{game_id}/act/", {"do": "nudge"})
    assert (again.status_code, "Give them a moment more." in again.content.decode()) == (409, True)


def test_a_late_seat_is_handed_over_by_the_other_and_taken_back(persons: list[User]) -> None:
    juno, mara = persons
    game_id = dealt(persons, now=timebase.now() - 300)
    settle_at(game_id, timebase.now() - 200)
    client_of(mara).post(f"/cambio/{game_id}/act/", {"do": "nudge"})
    assert "Let a bot play for Juno" in page_of(mara, game_id)
    old = client_of(mara).post(f"/cambio/{game_id}/act/", {"do": "hand_to_bot:0:Jule"})
    assert (old.status_code, "That person has no seat here any more." in old.content.decode()) == (409, True)
    client_of(mara).post(f"/cambio/{game_id}/act/", {"do": "hand_to_bot:0:Juno"})
    assert state_of(game_id).seats[0].bot_level == "medium"
    assert "Take my seat back" in page_of(juno, game_id)
    client_of(juno).post(f"/cambio/{game_id}/act/", {"do": "take_back"})
    assert state_of(game_id).seats[0].bot_level is None
