"""The room before the game, of any game: what it shows to whom, and what its buttons do."""

import re
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from tabletop.accounts.models import User
from tabletop.table import GamePlug
from tabletop.tables.waiting_room import RoomFacts, SeatFacts, WaitingRoom
from tests.kit.clients import client_of
from tests.kit.ids import assert_no_ids
from tests.kit.roads import both_roads, press_button
from tests.table.duels import SlowPlug, WidePlug
from tests.tinygame import services, store
from tests.tinygame.models import DuelAction
from tests.tinygame.pages import page

pytestmark = pytest.mark.django_db

FACTS = RoomFacts(
    room_code="7KQ4MW",
    join_url="/t/7KQ4MW/",
    shuffle_fingerprint="9f2c41d8",
    max_players=3,
    is_open=False,
    host_player_id="a",
)
ADA = SeatFacts(player_id="a", display_name="ada", type="human", bot_level=None)
BOT = SeatFacts(player_id="b", display_name="Robo", type="bot", bot_level="high")
BEN = SeatFacts(player_id="c", display_name="Ben", type="human", bot_level="low", is_connected=False)


def build(*seats: SeatFacts, me: str | None, plug: GamePlug | None = None) -> WaitingRoom:
    return WaitingRoom.build(plug or WidePlug(), FACTS, seats, me=me, colours=(4, 5, 6))


def test_everybody_is_known_by_place_name_and_colour_and_nobody_by_id() -> None:
    players = build(ADA, BOT, BEN, me="c").players
    assert [(player.seat, player.name, player.initial, player.colour) for player in players] == [
        (0, "ada", "A", 4),
        (1, "Robo", "R", 5),
        (2, "Ben", "B", 6),
    ]
    # The seat of a person that a bot plays is still a person's: the host cannot remove it.
    assert [player.bot_level for player in players] == [None, "high", None]
    assert [player.here for player in players] == [True, True, False]
    unfollowed = build(ADA, BEN, me="c", plug=SlowPlug()).players
    assert [player.here for player in unfollowed] == [None, None]


@pytest.mark.parametrize(
    ("me", "is_seated", "is_host"), [("a", True, True), ("c", True, False), (None, False, False), ("x", False, False)]
)
def test_the_viewer_is_the_host_a_guest_or_a_spectator(me: str | None, is_seated: bool, is_host: bool) -> None:
    room = build(ADA, BEN, me=me)
    assert (room.is_seated, room.is_host, room.host) == (is_seated, is_host, "ada")
    assert [player.you for player in room.players] == [me == "a", me == "c"]


@pytest.mark.parametrize(("seats", "free", "may_start"), [((ADA,), 2, False), ((ADA, BOT), 1, True)])
def test_two_seats_are_enough_to_start(seats: tuple[SeatFacts, ...], free: int, may_start: bool) -> None:
    room = build(*seats, me="a")
    assert (room.seats, room.free, room.may_start) == (3, free, may_start)


def test_the_host_chooses_from_the_levels_that_the_game_offers() -> None:
    assert build(ADA, me="a").levels == ("low", "high")
    assert "broken" in WidePlug.bot_levels


# --- the buttons ------------------------------------------------------------------------------------------------------


@pytest.fixture
def waiting(people: list[User]) -> UUID:
    """The id of Juno's table, where one seat is free."""
    return services.tables.create_table(person=people[0]).game_id


def press(client: Client, game_id: UUID, do: str, *, key: str = "", seq: int | None = None) -> int:
    return press_button(client, page, game_id, "move/", {"do": do}, key=key, seq=seq).status_code


def names_at(game_id: UUID) -> list[str]:
    return list(store.load(game_id).names.values())


def buttons(client: Client, game_id: UUID) -> list[str]:
    html = client.get(reverse("duel:table", args=[game_id])).content.decode()
    assert_no_ids([html], store.load(game_id).names)
    return re.findall(r'name="do" value="([^"]+)"', html)


@both_roads
def test_the_host_adds_a_bot_removes_it_and_starts_with_what_the_page_offers(waiting: UUID, people: list[User]) -> None:
    host, guest = client_of(people[0]), client_of(people[1])
    assert buttons(guest, waiting) == []
    assert buttons(host, waiting) == ["add_bot:low", "add_bot:high", "start"]
    assert press(host, waiting, "add_bot:high") == 200
    (bot,) = [info for info in store.load(waiting).state.seats if info.type == "bot"]
    assert bot.bot_level == "high"
    remove, start = buttons(host, waiting)
    assert remove == f"remove_bot:1:{names_at(waiting)[1]}"
    assert press(host, waiting, remove) == 200
    assert names_at(waiting) == ["Juno"]
    assert press(host, waiting, "add_bot:low") == 200
    assert press(host, waiting, start) == 200
    assert store.load(waiting).state.game is not None


@both_roads
def test_a_button_that_is_pressed_twice_with_one_key_counts_once(waiting: UUID, people: list[User]) -> None:
    host = client_of(people[0])
    assert press(host, waiting, "add_bot:low", key="one") == press(host, waiting, "add_bot:low", key="one") == 200
    remove = f"remove_bot:1:{names_at(waiting)[1]}"
    assert press(host, waiting, remove, key="two") == press(host, waiting, remove, key="two") == 200
    assert press(host, waiting, remove, key="one") == press(host, waiting, remove, key="three") == 409
    assert [row.payload["type"] for row in DuelAction.objects.order_by("seq")] == ["add_bot", "remove_bot"]


@both_roads
def test_a_number_from_the_future_is_refused_by_every_button(waiting: UUID, people: list[User]) -> None:
    host = client_of(people[0])
    assert press(host, waiting, "add_bot:low", seq=store.load(waiting).row.seq + 1) == 409
    assert press(host, waiting, "add_bot:low") == 200
    for do in (f"remove_bot:1:{names_at(waiting)[1]}", "start"):
        assert press(host, waiting, do, seq=store.load(waiting).row.seq + 1) == 409, do
    assert DuelAction.objects.count() == 1


@both_roads
def test_what_is_no_button_of_the_table_changes_nothing(waiting: UUID, people: list[User]) -> None:
    host = client_of(people[0])
    press(host, waiting, "add_bot:low")
    for do in ("add_bot", "add_bot:divine", "start:now", "start_game", "resign", "join", "leave", ""):
        assert press(host, waiting, do) == 400, do
    for nobody in ("", "1", "0:Juno", "0:" + names_at(waiting)[1], store.load(waiting).state.seats[1].seat_id):
        assert press(host, waiting, f"remove_bot:{nobody}") == 409, nobody
    assert press(client_of(people[1]), waiting, "start") == 403
    assert DuelAction.objects.count() == 1


def test_a_seat_of_a_game_is_handed_to_a_bot_and_taken_back(people: list[User]) -> None:
    """By POST: who opens another socket, as `press` does for each button, is back by that."""
    game_id, host = services.start_duel(people=people).pk, client_of(people[0])
    for do, status, level in (("hand_to_bot", 200, "low"), ("hand_to_bot", 409, "low"), ("take_back", 200, None)):
        assert press(host, game_id, do) == status
        assert store.load(game_id).state.seats[0].bot_level == level
