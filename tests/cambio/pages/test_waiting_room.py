"""The waiting room over HTTP: bots that go again, people who are away, seats that move up meanwhile."""

import re
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from cambio import queries, services, store
from cambio.models import GameSession, Player
from cambio.replay import verify
from cambio.services import engine
from tabletop import clock
from tabletop.engine import Move
from tabletop.live import presence
from tabletop.models import Deadline
from tabletop.play import submit
from tabletop.rules import RuleViolation
from tabletop.table import Choices
from tabletop.tables import playing
from tests.cambio.kit import START, act, dealt, guest, lobby_of, people, rows_of, state_of
from tests.cambio.pages.visits import client_of, press
from tests.kit.roads import both_roads

pytestmark = pytest.mark.django_db


def names(game_id: UUID) -> list[str]:
    return list(store.load(game_id).names.values())


def page_of(client: Client, game_id: UUID) -> str:
    return client.get(f"/cambio/{game_id}/").content.decode()


@both_roads
def test_the_host_removes_a_bot_with_its_button_and_the_next_bot_takes_the_free_name() -> None:
    juno = guest("Juno")
    game_id = lobby_of([juno], bots=["easy", "hard"])
    assert names(game_id) == ["Juno", "Ruby", "Basil"]
    client = client_of(juno)
    buttons = re.findall(r'value="(remove_bot:[^"]+)".*?<span class="sr-only">Remove (\w+)<', page_of(client, game_id))
    assert [name for _do, name in buttons] == ["Ruby", "Basil"]
    status, body = press(client, game_id, buttons[0][0])
    assert status == 200
    assert "Two of three are here." in body
    assert names(game_id) == ["Juno", "Basil"]
    assert not Player.objects.filter(display_name="Ruby").exists()
    # The same button again, from a page that has not heard of it yet.
    status, body = press(client, game_id, buttons[0][0])
    assert status == 409
    assert "That bot has left already." in body
    assert press(client, game_id, "add_bot:medium")[0] == 200
    assert names(game_id) == ["Juno", "Basil", "Ruby"]


@both_roads
def test_a_bot_added_with_the_same_key_again_is_one_bot_and_one_removed_is_gone_once() -> None:
    juno = guest("Juno")
    game_id = services.create_table(person=juno, player_count=4).game_id
    client = client_of(juno)

    def press_with_key(do: str, key: str) -> int:
        return press(client, game_id, do, key=key)[0]

    assert [press_with_key("add_bot:easy", "one") for _press in range(2)] == [200, 200]
    assert names(game_id) == ["Juno", "Ruby"]
    assert press_with_key("add_bot:easy", "two") == 200
    # An answer that got lost long ago, whatever has become of the free names since.
    assert press_with_key("add_bot:easy", "one") == 200
    assert names(game_id) == ["Juno", "Ruby", "Basil"]
    assert press_with_key("add_bot:hard", "one") == 409
    assert [press_with_key("remove_bot:1:Ruby", "three") for _press in range(2)] == [200, 200]
    assert press_with_key("add_bot:easy", "two") == 200
    assert names(game_id) == ["Juno", "Basil"]


@both_roads
def test_only_the_host_sees_and_presses_the_button() -> None:
    juno, mara = people(2)
    game_id = lobby_of([juno, mara], bots=["easy"])
    assert "remove_bot" not in page_of(client_of(mara), game_id)
    assert names(game_id) == ["Juno", "Ruby", "Mara"]
    before = rows_of(game_id)
    status, body = press(client_of(mara), game_id, "remove_bot:1:Ruby")
    assert (status, "Only the host can do this." in body) == (409, True)
    for nobody in ("2:Mara", "2:Ruby", "1:Mara", "1", "Ruby", state_of(game_id).seats[1].seat_id, "", "x", "0"):
        assert press(client_of(juno), game_id, f"remove_bot:{nobody}")[0] == 409
    assert rows_of(game_id) == before


@both_roads
def test_a_bot_cannot_be_removed_from_a_game() -> None:
    juno = guest("Juno")
    game_id = dealt([juno], bots=["easy"])
    before = rows_of(game_id)
    assert press(client_of(juno), game_id, "remove_bot:1:Ruby")[0] == 409
    assert rows_of(game_id) == before


@pytest.mark.parametrize("verb", ["leave", "act"])
def test_whose_seat_moves_up_meanwhile_does_not_act_for_another(verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Just before the lock somebody in front leaves: the place now belongs to the next one."""
    persons = people(4)
    game_id = lobby_of(persons)

    def after_somebody_left(*arguments: Any, **request: Any) -> Any:
        monkeypatch.setattr(playing, "submit", submit)
        act(game_id, 0, "leave")
        return submit(*arguments, **request)

    monkeypatch.setattr(playing, "submit", after_somebody_left)
    # Nils was in seat 2, which is Olga's now; the host is Mara.
    answer = client_of(persons[2]).post(f"/cambio/{game_id}/{verb}/", {"do": "start"})
    if verb == "leave":
        assert answer.status_code == 302
        assert names(game_id) == ["Mara", "Olga"]
    else:
        assert (answer.status_code, "Only the host can do this." in answer.content.decode()) == (409, True)
        assert names(game_id) == ["Mara", "Nils", "Olga"]
    assert state_of(game_id).game is None


def test_a_service_refuses_a_person_who_is_not_in_the_seat() -> None:
    juno, mara = people(2)
    game_id = lobby_of([juno, mara])
    gone = services.join_table(game_id=lobby_of([juno]), person=mara).player_id
    before = rows_of(game_id)
    other = state_of(game_id).seats[1].seat_id
    actors: list[dict[str, Any]] = [{"person": mara, "seat": 0}, {"seat_id": other, "seat": 0}, {"seat_id": gone}]
    for actor in actors:
        for change in (
            partial(services.act, action={"type": "start"}),
            partial(services.add_bot, level="easy"),
            partial(services.act, action={"type": "remove_bot", "seatId": "x"}),
        ):
            with pytest.raises(RuleViolation) as refusal:
                change(game_id=game_id, **actor)
            assert refusal.value.code == "stale_state"
    with pytest.raises(PermissionDenied):
        services.act(game_id=game_id, action={"type": "start"}, person=guest("Olga"))
    assert rows_of(game_id) == before


def test_who_closes_the_page_is_shown_as_away_and_the_game_does_not_wait_for_them() -> None:
    juno, mara = people(2)
    game_id = lobby_of([juno, mara])
    process = UUID(int=7)
    presence.arrive(engine, game_id, 1, process=process, now=START)
    assert 'aria-label="away"' not in page_of(client_of(juno), game_id)
    presence.leave(engine, game_id, 1, process=process, now=START)
    clock.tick(now=START + presence.GRACE_SECONDS)
    assert 'aria-label="away"' in page_of(client_of(juno), game_id)
    act(game_id, 0, "start", now=START + 4)
    act(game_id, 0, "confirm_initial_view", now=START + 5)
    act(game_id, 0, "draw", source="discard", now=START + 6)
    act(game_id, 0, "swap", position=0, now=START + 7)
    assert clock.tick(now=START + presence.GRACE_SECONDS + 60) == 1
    assert state_of(game_id).game.current_turn_player_id == 0


def test_a_table_is_listed_while_somebody_waits_there_and_not_for_ever() -> None:
    game_id = services.create_table(person=guest("Juno"), player_count=2, choices=Choices(is_open=True)).game_id
    for kind, listed in (("left", 0), ("arrived", 1)):
        submit(engine, game_id, Move(seat=0, action={"type": kind}))
        assert len(list(queries.open_tables())) == listed
    row = GameSession.objects.get(pk=game_id)
    GameSession.objects.filter(pk=game_id).update(created_at=row.created_at - queries.OPEN_FOR)
    assert list(queries.open_tables()) == []


@both_roads
def test_a_table_everybody_left_is_closed_by_the_clock_and_says_so() -> None:
    persons = people(2)
    game_id = dealt(persons)
    for seat in (0, 1):
        submit(engine, game_id, Move(seat=seat, action={"type": "left"}), now=START)
    clock.tick(now=START + 299)
    assert not state_of(game_id).abandoned
    assert Deadline.objects.get(game_id=game_id).due_at == START + 300
    clock.tick(now=START + 300)
    assert state_of(game_id).abandoned
    assert not Deadline.objects.filter(game_id=game_id).exists()
    assert GameSession.objects.get(pk=game_id).actions.last().events[0]["type"] == "game_abandoned"  # type: ignore[union-attr]
    verify(GameSession.objects.get(pk=game_id))
    assert list(queries.tables_of(persons[0])) == []
    client = client_of(persons[0])
    page = page_of(client, game_id)
    assert "This table is closed." in page
    assert "Everybody was away for five minutes." in page
    assert 'name="do"' not in page.split('id="waiting"')[0].split('class="board')[1]
    status, body = press(client, game_id, "draw:deck")
    assert (status, "This table has been closed." in body) == (409, True)
    again = client.post(f"/cambio/{game_id}/rematch/")["Location"]
    assert client_of(persons[1]).post(f"/cambio/{game_id}/rematch/")["Location"] == again


def test_who_was_away_and_left_before_the_deal_is_in_nobodys_log() -> None:
    persons = people(3)
    game_id = lobby_of(persons)
    for kind in ("left", "arrived"):
        submit(engine, game_id, Move(seat=2, action={"type": kind}), now=START)
    act(game_id, 2, "leave", now=START)
    act(game_id, 0, "start", now=START)
    answer = client_of(persons[0]).get(f"/cambio/{game_id}/")
    assert answer.status_code == 200
    assert "Nils" not in answer.content.decode()
