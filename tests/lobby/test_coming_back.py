"""The home page of a person who comes back: what has ended meanwhile, and with whom to play again."""

import json
import re
from datetime import datetime, timedelta
from uuid import UUID

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

import cambio.services
from cambio import rules
from cambio.models import GameSession
from imperial.forms import PACES
from imperial.models import Game as ImperialGame
from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.accounts.services import VISIT, erase_person
from tabletop.notify.models import Notice
from tests.cambio.kit import act, dealt, guest, lobby_of, position
from tests.imperial import kit as imperial_kit
from tests.kit.clients import client_of

pytestmark = pytest.mark.django_db
HANDS = [["Ac", "2c", "3c", "4c"], ["5c", "6c", "7c", "8c"], ["9c", "10c", "Jc", "Qc"], ["9d", "10d", "Jd", "Qd"]]
COUNTED_DOWN = r'data-until="\d+" aria-live="off">Less than an hour</span> left\.'
"""By the script, and silently: screen readers listen where the turns stand."""


def finished(persons: list[User], *, hours_ago: float = 0) -> UUID:
    """A game of Cambio that the first of them has called and won with 10."""
    game_id = dealt(persons)
    hands = HANDS[: len(persons)]
    position(game_id, rules.arrange(hands, ["2d", "3d", "4d", "5d", "6d"], ["2h", "3h"]))
    act(game_id, 0, "call_cambio")
    for seat in range(1, len(persons)):
        act(game_id, seat, "draw", source="deck")
        act(game_id, seat, "discard")
    GameSession.objects.filter(pk=game_id).update(completed_at=timezone.now() - timedelta(hours=hours_ago))
    return game_id


def last_seen(person: User, moment: datetime | None) -> None:
    """As if the person had looked at the home page then for the last time."""
    User.objects.filter(pk=person.pk).update(home_seen_at=moment, home_seen_before=None)


def part(html: str, name: str) -> str:
    return re.split(r'<div id="[\w-]+" class="part"', html.partition(f'<div id="{name}" class="part"')[2])[0]


def home(client: Client) -> str:
    return client.get("/").content.decode()


@pytest.fixture
def juno() -> User:
    return guest("Juno")


@pytest.fixture
def mara() -> User:
    return guest("Mara")


# --- visits -----------------------------------------------------------------------------------------------------------


def test_a_visit_is_noted_once_and_looking_again_soon_is_the_same_visit(juno: User) -> None:
    client, began = client_of(juno), timezone.now()
    with time_machine.travel(began, tick=False) as clock:
        home(client)
        clock.shift(VISIT - timedelta(seconds=1))
        home(client)
        juno.refresh_from_db()
        assert (juno.home_seen_at, juno.home_seen_before) == (began, None)
        clock.shift(timedelta(seconds=1))
        home(client)
        juno.refresh_from_db()
        assert (juno.home_seen_at, juno.home_seen_before) == (began + VISIT, began)


def test_only_the_page_itself_is_a_visit(juno: User) -> None:
    client = client_of(juno)
    client.get("/lobby/parts/")
    client.head("/")
    client.get("/t/ABCDEF/")
    juno.refresh_from_db()
    assert juno.home_seen_at is None


def test_a_visit_costs_one_statement_when_it_begins(
    juno: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(juno)
    home(client)  # renews the session
    last_seen(juno, timezone.now() - 2 * VISIT)
    # Open tables of Cambio, Imperial and the tiny game, games to watch of each, the session, the person, three lists of
    # own tables, and three of chairs that were asked for.
    with django_assert_num_queries(14 + 1):
        home(client)
    with django_assert_num_queries(14):
        home(client)


def test_finished_games_cost_no_statement_of_their_own(
    juno: User, mara: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = client_of(juno)
    home(client)
    for number in (1, 4):
        for _game in range(number):
            finished([juno, mara])
        # Besides, the seats at those tables.
        with django_assert_num_queries(15):
            home(client)


def test_who_deletes_the_account_leaves_no_visit_behind(juno: User) -> None:
    home(client_of(juno))
    juno.refresh_from_db()
    erase_person(user=juno)
    juno.refresh_from_db()
    assert (juno.home_seen_at, juno.home_seen_before) == (None, None)


# --- what has ended ---------------------------------------------------------------------------------------------------


def test_games_that_ended_since_the_last_visit_tell_who_won(juno: User, mara: User) -> None:
    nils = guest("Nils")
    finished([juno, mara, nils], hours_ago=30)
    finished([juno, mara, nils], hours_ago=2)
    for person, result in ((juno, "You won with 10"), (mara, "Juno won with 10")):
        last_seen(person, timezone.now() - timedelta(hours=24))
        html = home(client_of(person))
        ended = part(html, "ended")
        assert ended.count("<li") == 1
        assert result in ended
        assert "Ended 2 hours ago." in ended
        assert "One game ended since your last visit." in part(html, "greeting")
    assert "Cambio. You 26, Nils 39." in ended


def test_who_looks_for_the_first_time_has_missed_nothing(juno: User, mara: User) -> None:
    finished([juno, mara])
    html = home(client_of(juno))
    assert part(html, "ended").startswith("></div>")
    assert "ended since" not in html


def test_what_ended_stays_for_the_whole_visit(juno: User, mara: User) -> None:
    finished([juno, mara], hours_ago=1)
    last_seen(juno, timezone.now() - timedelta(hours=24))
    client = client_of(juno)
    for _look in range(2):
        assert "You won with 10" in part(home(client), "ended")


def test_a_shared_win_names_all_who_share_it(juno: User, mara: User) -> None:
    game_id = dealt([juno, mara])
    hands = [["Ac", "2c", "3c", "4c"], ["Ad", "2d", "3d", "4d"]]
    position(game_id, rules.arrange(hands, ["5d", "6d"], ["2h", "3h"]))
    act(game_id, 0, "call_cambio")
    act(game_id, 1, "draw", source="deck")
    act(game_id, 1, "discard")
    last_seen(juno, timezone.now() - timedelta(hours=1))
    assert "You and Mara share it with 10" in part(home(client_of(juno)), "ended")


def test_games_of_long_ago_are_not_listed(juno: User, mara: User) -> None:
    finished([juno, mara], hours_ago=24 * 15)
    last_seen(juno, timezone.now() - timedelta(days=30))
    html = home(client_of(juno))
    assert part(html, "ended").startswith("></div>")
    assert part(html, "again").startswith("></div>")


# --- play again -------------------------------------------------------------------------------------------------------


def test_the_people_of_the_last_games_are_offered_once_each_and_three_at_most(juno: User) -> None:
    friends = [guest(name) for name in ("Ana", "Teo", "Ines", "Hugo")]
    for number, friend in enumerate(friends):
        finished([juno, friend], hours_ago=20 + number)
    latest = finished([friends[0], juno], hours_ago=1)
    again = part(home(client_of(juno)), "again")
    assert re.findall(r'pal__names">(\w+)<', again) == ["Ana", "Teo", "Ines"]
    assert f'formaction="/cambio/{latest}/rematch/"' in again
    assert "Cambio, a while ago" not in again


def test_a_press_opens_the_next_table_of_the_same_people(juno: User, mara: User) -> None:
    game_id = finished([juno, mara])
    client = client_of(juno)
    answer = client.post(f"/cambio/{game_id}/rematch/")
    assert answer.status_code == 302
    html = home(client)
    assert part(html, "again").startswith("></div>")
    assert str(answer["Location"]) in part(html, "my-tables")


def test_people_who_are_asked_already_are_not_offered_for_an_older_game(juno: User, mara: User) -> None:
    finished([juno, mara], hours_ago=30)
    game_id = finished([juno, mara], hours_ago=20)
    client = client_of(juno)
    assert 'pal__names">Mara<' in part(home(client), "again")
    client.post(f"/cambio/{game_id}/rematch/")
    assert part(home(client), "again").startswith("></div>")


def test_long_after_the_end_seats_are_kept_for_half_an_hour_and_a_mail_asks(juno: User, mara: User) -> None:
    User.objects.filter(pk=mara.pk).update(email="mara@example.com", is_guest=False)
    soon, late = finished([juno, mara]), finished([juno, mara], hours_ago=5)
    client = client_of(juno)
    client.post(f"/cambio/{soon}/rematch/")
    assert not Notice.objects.exists(), "who has just played is still there"
    now = timebase.now()
    client.post(f"/cambio/{late}/rematch/")
    (held,) = json.loads(GameSession.objects.latest("created_at").series)["held"].values()
    assert held == pytest.approx(now + 1800, abs=60)
    (notice,) = Notice.objects.all()
    assert "is kept for you for 30 minutes." in notice.body.replace("\n", " ")
    invitations = part(home(client_of(mara)), "invitations")
    assert invitations.count("Juno wants to play again.") == 2


def test_nobody_is_asked_to_play_with_bots_or_with_people_at_the_same_table(juno: User, mara: User) -> None:
    finished([juno, mara])
    assert 'pal__names">Mara<' in part(home(client_of(juno)), "again")
    lobby_of([juno, mara])
    assert part(home(client_of(juno)), "again").startswith("></div>")
    alone = guest("Alone")
    entry = cambio.services.practice(person=alone)
    cambio.services.act(game_id=entry.game_id, seat=0, action={"type": "start"})
    GameSession.objects.filter(pk=entry.game_id).update(
        phase="completed",
        completed_at=timezone.now(),
        initial_view_ends_at=None,
        cambio_caller=GameSession.objects.get(pk=entry.game_id).host_player,
    )
    assert part(home(client_of(alone)), "again").startswith("></div>")


# --- time and invitations ---------------------------------------------------------------------------------------------


def test_rows_say_whose_turn_it_is_and_how_much_time_is_left(juno: User, mara: User) -> None:
    game_id = imperial_kit.begun([juno, mara])
    imperial_kit.act(game_id, "Juno", "bid", amount=1)
    timer = {"timed": True, "increment": 0, "pause": 0, "lastMove": int(timebase.now() * 1000), "banked": 0}
    names = ImperialGame.objects.get(pk=game_id).timer
    assert names is not None
    assert set(names) == set(timer)
    ImperialGame.objects.filter(pk=game_id).update(timer=timer)
    ImperialGame.objects.get(pk=game_id).players.update(banked=5 * 3600 + 60)
    running = part(home(client_of(juno)), "my-tables")
    assert "Imperial with Mara" in running
    assert "Round 1. Mara has the turn. 5 hours left." in re.sub(r"\s+", " ", running)
    ImperialGame.objects.get(pk=game_id).players.update(banked=600)
    assert re.search(COUNTED_DOWN, part(home(client_of(mara)), "turns"))


@pytest.mark.parametrize(("pace", "kind"), [("calm", "slow"), ("evening", "live"), ("days", "slow")])
def test_a_game_of_imperial_is_live_if_its_clock_is_for_an_evening(
    juno: User, mara: User, pace: str, kind: str
) -> None:
    imperial_kit.begun([juno, mara], clock=PACES[pace][1])
    assert f"turn-ribbon--{kind}" in part(home(client_of(juno)), "turns")


def test_a_live_turn_has_a_ring_of_its_clock(juno: User, mara: User) -> None:
    game_id = dealt([juno, mara])
    until = int(timebase.now()) + 41
    position(game_id, rules.arrange(HANDS[:2], ["2d", "3d"], ["2h", "3h"]))
    GameSession.objects.filter(pk=game_id).update(turn_clock=60, waits=f'{{"due": {until}.0}}')
    html = part(home(client_of(juno)), "turns")
    assert "turn-ribbon--live" in html
    assert f'<span class="ring__num" data-until="{until}" data-of="60">' in html
    assert "Mara has" not in html
    assert "Juno has the turn." in part(home(client_of(mara)), "my-tables")


def test_who_is_wanted_again_finds_an_invitation_and_sits_down_in_one_press(juno: User, mara: User) -> None:
    game_id = finished([juno, mara])
    client = client_of(mara)
    assert part(home(client), "invitations").startswith("></div>")
    table = client_of(juno).post(f"/cambio/{game_id}/rematch/")["Location"]
    html = home(client)
    invitations = part(html, "invitations")
    assert "Cambio with Juno" in invitations
    assert "Juno wants to play again." in invitations
    assert re.search(COUNTED_DOWN, invitations)
    assert part(html, "again").startswith("></div>")
    (address,) = re.findall(r'form="again-form" formaction="([^"]+)"', invitations)
    assert client.post(address)["Location"] == table
    html = home(client)
    assert part(html, "invitations").startswith("></div>")
    assert table in html


def test_who_does_not_want_to_is_not_asked_again(juno: User, mara: User) -> None:
    game_id = finished([juno, mara])
    client_of(juno).post(f"/cambio/{game_id}/rematch/")
    client = client_of(mara)
    client.post(f"/cambio/{game_id}/decline/")
    assert part(home(client), "invitations").startswith("></div>")


def test_an_invitation_goes_when_its_time_is_over(juno: User, mara: User) -> None:
    game_id = finished([juno, mara])
    client_of(juno).post(f"/cambio/{game_id}/rematch/")
    row = GameSession.objects.get(pk=game_id)
    until = json.loads(row.series)["until"]
    GameSession.objects.filter(pk=game_id).update(series=row.series.replace(str(until), str(timebase.now() - 1)))
    html = home(client_of(mara))
    assert part(html, "invitations").startswith("></div>")
    assert part(html, "again").startswith("></div>")


def test_a_table_that_has_a_name_is_called_by_it(juno: User, mara: User) -> None:
    game_id = lobby_of([juno, mara])
    GameSession.objects.filter(pk=game_id).update(name="Sunday six")
    rooms = part(home(client_of(juno)), "my-tables")
    assert "Not begun yet" in rooms
    assert '<div class="list__title">Sunday six</div>' in rooms
    assert "Cambio. Waiting for players." in rooms
