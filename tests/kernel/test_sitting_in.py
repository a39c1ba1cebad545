"""Sitting in for the next round: the list goes on to the next table, and who looks on gets a chair that is free."""

import re
import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from cambio import rules, services
from cambio.models import GameSession
from cambio.plug import table
from tabletop import play, timebase
from tabletop.accounts.models import User
from tabletop.engine import Loaded
from tabletop.models import ChairWish, Deadline, HeldSeat, Watcher
from tabletop.table import Choices, Table
from tabletop.tables import sitting_in
from tests.cambio.kit import act, guest, people, position, state_of
from tests.kit.clients import client_of
from tests.kit.racers import racers
from tests.lobby.test_coming_back import HANDS, home, part

__all__ = ["racers"]

pytestmark = pytest.mark.django_db
ASK, ON_LIST = "Sit in for the next round", "You are on the list for the next round."


def begun(persons: list[User], *, seats: int) -> UUID:
    """A game of Cambio at a table with room for more, nearly over."""
    entry = services.create_table(person=persons[0], player_count=seats, choices=Choices())
    for person in persons[1:]:
        services.join_table(game_id=entry.game_id, person=person)
    act(entry.game_id, 0, "start")
    hands = HANDS[: len(persons)]
    position(entry.game_id, rules.arrange(hands, ["2d", "3d", "4d", "5d", "6d"], ["2h", "3h"]))
    return entry.game_id


def finish(game_id: UUID) -> None:
    act(game_id, 0, "call_cambio")
    for seat in range(1, len(state_of(game_id).seats)):
        act(game_id, seat, "draw", source="deck")
        act(game_id, seat, "discard")
    assert table.is_over(state_of(game_id))


def look_on(game_id: UUID, person: User) -> None:
    now = timebase.now()
    Watcher.objects.create(game_slug="cambio", game_id=game_id, person=person, process=uuid4(), seen_at=now)


def box(person: User, game_id: UUID) -> str:
    answer = client_of(person).get(f"/cambio/{game_id}/sit-in/")
    assert answer.status_code == 200
    return answer.content.decode()


def page_of(person: User, game_id: UUID) -> str:
    return client_of(person).get(f"/cambio/{game_id}/").content.decode()


def ask(person: User, game_id: UUID) -> None:
    answer = client_of(person).post(f"/cambio/{game_id}/sit-in/", {"chair": "ask"}, headers={"HX-Request": "true"})
    assert (answer.status_code, ON_LIST in answer.content.decode()) == (200, True)


def test_a_watcher_gets_on_the_list_and_off_again() -> None:
    ines, game_id = guest("Ines"), begun(people(2), seats=3)
    assert ASK in box(ines, game_id)
    assert ASK in page_of(ines, game_id), "without script the page has the button too"
    ask(ines, game_id)
    ask(ines, game_id)
    assert ON_LIST in page_of(ines, game_id)
    assert ChairWish.objects.count() == 1
    answer = client_of(ines).post(f"/cambio/{game_id}/sit-in/", {"chair": "withdraw"}, headers={"HX-Request": "true"})
    assert ASK in answer.content.decode()
    assert not ChairWish.objects.exists()
    answer = client_of(ines).post(f"/cambio/{game_id}/sit-in/", {"chair": "ask"})
    assert (answer.status_code, answer["Location"]) == (302, f"/cambio/{game_id}/")


def test_a_player_asks_for_no_chair_and_is_told_who_would_sit_in_when_the_game_is_over() -> None:
    persons = people(2)
    ines, game_id = guest("Ines"), begun(persons, seats=3)
    ask(ines, game_id)
    assert client_of(persons[0]).post(f"/cambio/{game_id}/sit-in/", {"chair": "ask"}).status_code == 409
    assert "Ines" not in box(persons[0], game_id)
    finish(game_id)
    for person in persons:
        assert "Ines would sit in." in box(person, game_id)
        assert "Ines would sit in." in page_of(person, game_id)
    services.rematch(game_id=game_id, person=persons[0])
    assert "Ines would sit in." in box(persons[1], game_id)


def test_a_free_chair_of_the_next_table_is_kept_for_who_looks_on_and_taken_with_one_press() -> None:
    juno, mara = people(2)
    ines, game_id = guest("Ines"), begun([juno, mara], seats=3)
    look_on(game_id, ines)
    ask(ines, game_id)
    finish(game_id)
    entry = services.rematch(game_id=game_id, person=juno)
    held = {kept.person_id: str(kept.seat_id) for kept in HeldSeat.objects.filter(game_id=entry.game_id)}
    assert set(held) == {mara.pk, ines.pk}
    assert set(state_of(entry.game_id).series.held) == set(held.values())
    shown = box(ines, game_id)
    assert "A chair is kept for you." in shown
    (address,) = re.findall(r'formaction="([^"]+)"', shown)
    assert "A chair is kept for you." in part(home(client_of(ines)), "invitations")
    assert client_of(ines).post(address)["Location"] == f"/cambio/{entry.game_id}/"
    assert not ChairWish.objects.exists()
    assert "Go to the next table" in box(ines, game_id)
    services.rematch(game_id=game_id, person=mara)
    starts_at = state_of(entry.game_id).series.starts_at
    assert starts_at is not None
    play.settle(services.engine, entry.game_id, now=starts_at)
    assert len(state_of(entry.game_id).game.players) == 3


def test_a_watcher_who_does_not_come_keeps_nobody_from_starting() -> None:
    juno, mara = people(2)
    ines, game_id = guest("Ines"), begun([juno, mara], seats=3)
    look_on(game_id, ines)
    ask(ines, game_id)
    finish(game_id)
    entry = services.rematch(game_id=game_id, person=juno)
    services.rematch(game_id=game_id, person=mara)
    assert state_of(entry.game_id).series.starts_at is None
    client_of(ines).post(f"/cambio/{game_id}/sit-in/", {"chair": "withdraw"})
    assert state_of(entry.game_id).series.starts_at is not None
    assert not ChairWish.objects.exists()


def test_a_kept_chair_that_runs_out_lets_the_others_start() -> None:
    juno, mara = people(2)
    ines, game_id = guest("Ines"), begun([juno, mara], seats=3)
    look_on(game_id, ines)
    ask(ines, game_id)
    finish(game_id)
    entry = services.rematch(game_id=game_id, person=juno)
    services.rematch(game_id=game_id, person=mara)
    (until,) = state_of(entry.game_id).series.held.values()
    play.settle(services.engine, entry.game_id, now=until)
    after = state_of(entry.game_id)
    assert (after.series.held, after.series.is_whole) == ({}, True)
    assert ChairWish.objects.get().game_id == entry.game_id, "still on the list"
    assert after.series.starts_at == until + 3
    assert Deadline.objects.get(game_id=entry.game_id, task="settle").due_at == until + 3
    play.settle(services.engine, entry.game_id, now=until + 3)
    assert len(state_of(entry.game_id).game.players) == 2


def test_who_does_not_look_on_any_more_is_told_and_no_chair_is_kept() -> None:
    juno, mara = people(2)
    ines, game_id = guest("Ines"), begun([juno, mara], seats=3)
    ask(ines, game_id)
    finish(game_id)
    entry = services.rematch(game_id=game_id, person=juno)
    assert [kept.person for kept in HeldSeat.objects.filter(game_id=entry.game_id)] == [mara]
    assert "A chair is free." in part(home(client_of(ines)), "invitations")


def test_a_chair_that_becomes_free_at_the_next_table_goes_to_the_list() -> None:
    juno, mara = people(2)
    ines, game_id = guest("Ines"), begun([juno, mara], seats=2)
    look_on(game_id, ines)
    ask(ines, game_id)
    finish(game_id)
    entry = services.rematch(game_id=game_id, person=juno)
    shown = box(ines, game_id)
    assert "All chairs of the next round are taken." in shown
    # Asked again and again; as long as it is so, the page keeps what it shows.
    (again,) = re.findall(r'hx-get="([^"]+)"', shown)
    assert client_of(ines).get(again).status_code == 204
    services.tables.decline(game_id=game_id, person=mara)
    shown = client_of(ines).get(again).content.decode()
    assert "A chair is free." in shown
    services.join_table(game_id=entry.game_id, person=ines)
    assert [seat.user_id for seat in services.tables.seats.at(entry.game_id)] == [juno.pk, ines.pk]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("wish", ["ask_for_chair", "withdraw"])
def test_a_wish_at_the_moment_in_which_the_next_table_is_opened_goes_with_the_list(
    wish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next table is opened between reading which table is the last of its series and writing the list."""
    juno, mara = people(2)
    ines, game_id = guest("Ines"), begun([juno, mara], seats=3)
    if wish == "withdraw":
        ask(ines, game_id)
    finish(game_id)

    def open_next() -> None:
        services.rematch(game_id=game_id, person=juno)
        connection.close()

    opening = threading.Thread(target=open_next)
    last_of_series = sitting_in._last_of_series

    def read_early(loaded: Loaded[Table]) -> UUID:
        last = last_of_series(loaded)
        opening.start()
        opening.join(timeout=0.5)
        return last

    monkeypatch.setattr(sitting_in, "_last_of_series", read_early)
    getattr(services.tables, wish)(game_id=game_id, person=ines)
    opening.join()
    next_id = GameSession.objects.get(pk=game_id).rematch_id
    assert next_id is not None
    listed = [found.game_id for found in ChairWish.objects.all()]
    assert listed == ([next_id] if wish == "ask_for_chair" else [])


@pytest.mark.django_db(transaction=True)
def test_who_deletes_the_account_and_the_next_table_that_goes_never_wait_for_each_other(
    racers: Callable[..., Any],
) -> None:
    """Both take the tables first, and then the list: one to delete a wish, the other to hand it back."""
    juno, mara = people(2)
    ines, game_id, race = guest("Ines"), begun([juno, mara], seats=3), racers(2)
    finish(game_id)
    for _repetition in range(12 if connection.vendor == "postgresql" else 2):
        look_on(game_id, ines)
        services.tables.ask_for_chair(game_id=game_id, person=ines)
        next_id = services.rematch(game_id=game_id, person=juno).game_id
        does: tuple[Callable[[], Any], ...] = (
            lambda: services.forget_person(ines),
            lambda next_id=next_id: services.remove_table(game_id=next_id),  # type: ignore[misc]
        )
        outcomes = race(lambda index, does=does: does[index]())
        assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
        assert not ChairWish.objects.exists()


def test_the_next_table_stays_private_to_who_is_not_on_the_list() -> None:
    juno, mara = people(2)
    eve, game_id = guest("Eve"), begun([juno, mara], seats=3)
    look_on(game_id, eve)
    finish(game_id)
    entry = services.rematch(game_id=game_id, person=juno)
    shown = box(eve, game_id)
    assert ASK in shown
    code = GameSession.objects.get(pk=entry.game_id).room_code
    assert (str(entry.game_id) in shown, code in shown) == (False, False)
    assert part(home(client_of(eve)), "invitations").startswith("></div>")


def test_who_sits_at_the_next_table_is_on_no_list_by_a_page_that_is_out_of_date() -> None:
    juno, mara = people(2)
    ines, game_id = guest("Ines"), begun([juno, mara], seats=3)
    finish(game_id)
    entry = services.rematch(game_id=game_id, person=juno)
    services.join_table(game_id=entry.game_id, person=ines)
    answer = client_of(ines).post(f"/cambio/{game_id}/sit-in/", {"chair": "ask"})
    assert (answer.status_code, ChairWish.objects.exists()) == (409, False)
    assert "would sit in" not in box(juno, game_id)


def test_a_closed_table_has_no_list() -> None:
    ines, game_id = guest("Ines"), begun(people(2), seats=3)
    services.tables.abandon(game_id=game_id, reason="upkeep")
    assert ASK not in box(ines, game_id)
    assert client_of(ines).post(f"/cambio/{game_id}/sit-in/", {"chair": "ask"}).status_code == 409
    assert not ChairWish.objects.exists()


def test_a_page_with_two_places_for_it_gets_it_for_the_one_that_asks() -> None:
    client, game_id = client_of(guest("Ines")), begun(people(2), seats=3)
    for target, box_id in (("sit-in-end", "sit-in-end"), ("sit-in", "sit-in"), ("elsewhere", "sit-in")):
        headers = {"HX-Request": "true", "HX-Target": target}
        html = client.get(f"/cambio/{game_id}/sit-in/", headers=headers).content.decode()
        assert (html.count(f'id="{box_id}"'), f'hx-target="#{box_id}"' in html) == (1, True)
