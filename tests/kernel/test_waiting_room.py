"""The room before the game, of any game: what it shows to whom, and what its buttons do."""

import re
from collections.abc import Iterable
from uuid import UUID

import msgspec
import pytest
import segno
from django.test import Client
from django.urls import reverse

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.bidi import isolated
from tabletop.models import Removal
from tabletop.rules import RuleViolation
from tabletop.table import Choices, GamePlug
from tabletop.tables.removals import AWAY_SECONDS
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


def test_a_bot_that_is_added_plays_as_the_last_one_does() -> None:
    assert build(ADA, me="a").new_bot == "low"
    assert build(ADA, BOT, me="a").new_bot == "high"


@pytest.mark.parametrize(
    ("count", "own", "sides"),
    [
        (2, 0, ["bottom", "top"]),
        (3, 0, ["bottom", "left", "right"]),
        (4, 0, ["bottom", "left", "top", "right"]),
        (4, 2, ["top", "right", "bottom", "left"]),
        (6, 0, ["bottom", "left low", "left high", "top", "right high", "right low"]),
        (5, 1, ["right low", "bottom", "left low", "left high", "right high"]),
    ],
)
def test_there_are_as_many_chairs_as_seats_with_ones_own_in_front(count: int, own: int, sides: list[str]) -> None:
    seats = [
        SeatFacts(player_id=str(place), display_name="x", type="human", bot_level=None) for place in range(own + 1)
    ]
    facts = msgspec.structs.replace(FACTS, max_players=count)
    room = WaitingRoom.build(WidePlug(), facts, seats, me=str(own), colours=range(6))
    assert [f"{chair.side} {chair.row}".removesuffix(" alone") for chair in room.chairs] == sides
    assert [chair.player is not None for chair in room.chairs] == [place <= own for place in range(count)]


def test_the_ticket_draws_the_link_and_nothing_else() -> None:
    link = "https://tabletop.example/t/7KQ4MW/"
    facts = msgspec.structs.replace(FACTS, join_url=link)
    ticket = WaitingRoom.build(WidePlug(), facts, [ADA], me="a", colours=(4,)).ticket
    assert (ticket.link, ticket.address) == (link, "tabletop.example/t/7KQ4MW")
    assert ticket.box == f"-2 -2 {ticket.modules + 4} {ticket.modules + 4}"
    assert drawn(ticket.qr, ticket.modules) == [[bool(module) for module in row] for row in expected(link)]


def drawn(path: str, size: int) -> list[list[bool]]:
    """The modules that a path of strokes covers."""
    grid = [[False] * size for _row in range(size)]
    for x, y, length in re.findall(r"M(\d+) (\d+)\.5h(\d+)", path):
        for column in range(int(x), int(x) + int(length)):
            grid[int(y)][column] = True
    return grid


def expected(link: str) -> Iterable[bytearray]:
    return segno.make_qr(link, error="m").matrix


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
    assert [do for do in buttons(host, waiting) if not do.startswith("settings:")] == [
        "add_bot:low",
        "start",
        "add_bot:low",
    ]
    assert press(host, waiting, "add_bot:low") == 200
    name = names_at(waiting)[1]
    offered = [do for do in buttons(host, waiting) if not do.startswith("settings:")]
    *levels, remove, start = offered
    assert levels == [f"change_bot:low:1:{name}", f"change_bot:high:1:{name}"]
    assert remove == f"remove_bot:1:{name}"
    for _time in range(2):
        assert press(host, waiting, levels[1], key="better") == 200
    assert [info.bot_level for info in store.load(waiting).state.seats] == [None, "high"]
    assert press(host, waiting, remove) == 200
    assert names_at(waiting) == ["Juno"]
    assert press(host, waiting, "add_bot:low") == 200
    assert press(guest, waiting, levels[1]) == 403
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
def test_the_host_sends_a_person_away_who_comes_back_later(waiting: UUID, people: list[User]) -> None:
    host, guest = client_of(people[0]), client_of(people[1])
    services.tables.join_table(game_id=waiting, person=people[1])
    assert press(guest, waiting, "remove_person:0:Juno") == 409
    asked = host.get(reverse("duel:table", args=[waiting])).content.decode()
    assert f"Mara can sit down here again in {AWAY_SECONDS / 60:.0f} minutes at the earliest." in asked
    for _time in range(2):
        assert press(host, waiting, "remove_person:1:Mara", key="once") == 200
    assert names_at(waiting) == ["Juno"]
    with pytest.raises(RuleViolation, match="come back in 10 minutes") as refusal:
        services.tables.join_table(game_id=waiting, person=people[1])
    assert refusal.value.code == "removed"
    Removal.objects.update(until=timebase.now() + 30)
    with pytest.raises(RuleViolation, match="come back in 1 minute\\."):
        services.tables.join_table(game_id=waiting, person=people[1])
    Removal.objects.update(until=timebase.now() - 1)
    services.tables.join_table(game_id=waiting, person=people[1])
    assert names_at(waiting) == ["Juno", "Mara"]


@both_roads
def test_a_person_whose_name_runs_from_right_to_left_is_sent_away_too(waiting: UUID, people: list[User]) -> None:
    layla = User.objects.create(display_name="\u0644\u064a\u0644\u0649", is_guest=True)
    services.tables.join_table(game_id=waiting, person=layla)
    shown = isolated(layla.display_name)
    assert press(client_of(people[0]), waiting, f"remove_person:1:{shown}") == 200
    assert names_at(waiting) == ["Juno"]


@both_roads
def test_the_host_changes_the_settings_and_everybody_has_them(waiting: UUID, people: list[User]) -> None:
    host = client_of(people[0])
    for do in ("settings:open:on", "settings:watching:nobody", "settings:takeover:on"):
        assert press(host, waiting, do) == 200, do
    assert store.load(waiting).state.choices == Choices(is_open=True, watching="nobody", takeover=True)
    for do in ("settings:open:perhaps", "settings:open", "settings:seats:many", "settings:colour:red", "settings"):
        assert press(host, waiting, do) == 400, do
    for do in ("settings:clock", "settings:clock:soon", f"settings:seats:{'9' * 5000}"):
        assert press(host, waiting, do) == 400, do
    for do in ("settings:watching:friends", "settings:seats:7", "settings:clock:0", "settings:clock:60"):
        assert press(host, waiting, do) == 409, do
    services.tables.join_table(game_id=waiting, person=people[1])
    assert press(client_of(people[1]), waiting, "settings:open:off") == 409
    assert store.load(waiting).state.choices.is_open


@both_roads
def test_what_is_no_button_of_the_table_changes_nothing(waiting: UUID, people: list[User]) -> None:
    host = client_of(people[0])
    press(host, waiting, "add_bot:low")
    for do in ("add_bot", "add_bot:divine", "start:now", "start_game", "resign", "join", "leave", ""):
        assert press(host, waiting, do) == 400, do
    for nobody in ("", "1", "0:Juno", "0:" + names_at(waiting)[1], store.load(waiting).state.seats[1].seat_id):
        assert press(host, waiting, f"remove_bot:{nobody}") == 409, nobody
        assert press(host, waiting, f"change_bot:high:{nobody}") == 409, nobody
    assert press(host, waiting, f"change_bot:divine:1:{names_at(waiting)[1]}") == 409
    assert press(client_of(people[1]), waiting, "start") == 403
    assert DuelAction.objects.count() == 1


def test_a_seat_of_a_game_is_handed_to_a_bot_and_taken_back(people: list[User]) -> None:
    """By POST: who opens another socket, as `press` does for each button, is back by that."""
    game_id, host = services.start_duel(people=people).pk, client_of(people[0])
    for do, status, level in (("hand_to_bot", 200, "low"), ("hand_to_bot", 409, "low"), ("take_back", 200, None)):
        assert press(host, game_id, do) == status
        assert store.load(game_id).state.seats[0].bot_level == level
