"""Opening, joining, leaving, rematch, practice, what the home page lists, and people who go."""

from typing import Any
from uuid import UUID

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from imperial import queries, rules, services, setups, store
from imperial.models import Game, GameHistory, ImperialAction, PlayerInfo, Setup
from imperial.plug import Clock, table
from imperial.replay import verify
from tabletop.accounts.models import User
from tabletop.accounts.services import erase_person
from tabletop.games import TableKind
from tabletop.lobby.queries import table_with_code
from tabletop.models import Deadline
from tabletop.replay import BrokenLog
from tabletop.rules import RuleViolation
from tabletop.table import Choices
from tests.imperial.kit import (
    NAMES,
    START,
    act,
    begun,
    game_of,
    guest,
    host_of,
    lobby_of,
    member,
    people,
    position,
    random_states,
    rows_of,
    seat,
    seated,
    seated_names,
    state_of,
)

pytestmark = pytest.mark.django_db


def refused(code: str) -> Any:
    return pytest.raises(RuleViolation, match=f"^{code}: ")


def finished() -> tuple[list[User], UUID]:
    persons = people(3)
    game_id = begun(persons)
    position(game_id, random_states(3, seed=1)[-1])
    return persons, game_id


def test_an_open_table_is_listed_until_it_is_full_or_starts() -> None:
    host, other = people(2)
    entry = services.create_table(person=host, player_count=3, choices=Choices(is_open=True))
    (listed,) = queries.open_tables()
    assert (listed.title, listed.note, listed.url) == ("Juno", "2 free seats.", f"/imperial/{entry.game_id}/")
    services.join_table(game_id=entry.game_id, person=other)
    assert [found.note for found in queries.open_tables()] == ["1 free seat."]
    act(entry.game_id, "Juno", "start")
    assert list(queries.open_tables()) == []


def test_a_table_for_invited_people_is_found_by_its_link_alone() -> None:
    entry = services.create_table(person=guest("Juno"), player_count=2)
    assert list(queries.open_tables()) == []
    assert table_with_code(entry.room_code) == (services.tables, entry.game_id)


def test_a_person_sees_the_own_tables_those_where_it_is_their_turn_first() -> None:
    persons = people(3)
    waits, plays = begun(persons), begun(persons)
    act(waits, "Juno", "bid", amount=1)
    found = [(entry.url, entry.your_turn, entry.note) for entry in queries.tables_of(persons[0])]
    assert found == [
        (f"/imperial/{plays}/", True, "Bid on Austria-Hungary."),
        (f"/imperial/{waits}/", False, "Round 1. Mara and Nils have the turn."),
    ]
    assert list(queries.tables_of(guest("Olga"))) == []


def test_who_has_resigned_has_no_turn_any_more() -> None:
    persons = people(2)
    game_id = begun(persons)
    act(game_id, "Juno", "hand_to_bot")
    assert [(entry.your_turn, entry.note) for entry in queries.tables_of(persons[0])] == [
        (False, "A bot plays for you.")
    ]


def test_the_own_list_calls_a_table_after_the_others_who_sit_there() -> None:
    juno = guest("Juno")
    entry = services.create_table(person=juno, player_count=3)
    assert [found.title for found in queries.tables_of(juno)] == [f"Table {entry.room_code}"]
    for name in ("Nils", "Mara"):
        services.join_table(game_id=entry.game_id, person=guest(name))
    assert [found.title for found in queries.tables_of(juno)] == ["Nils, Mara"]


def test_a_finished_game_is_listed_as_such() -> None:
    persons, game_id = finished()
    (found,) = queries.tables_of(persons[0])
    assert (found.kind, found.your_turn) == (TableKind.OVER, False)
    outcome = rules.result(game_of(game_id))
    assert outcome is not None
    names = [line["player"] for line in outcome["ranking"]]
    scores = [f"{line['score']:g}" for line in outcome["ranking"]]
    assert names[2] == "Juno"
    assert found.result == f"{names[0]} won with {scores[0]}"
    assert found.note == f"You came in place 3 of 3 with {scores[2]}."
    winner = next(person for person in persons if person.display_name == names[0])
    assert [found.result for found in queries.tables_of(winner)] == [f"You won with {scores[0]}"]
    assert found.again_url == f"/imperial/{game_id}/rematch/"


def test_everybody_starts_with_an_own_purse_of_the_same_size() -> None:
    for number, money in ((2, 3050), (3, 2033), (4, 1525), (5, 1220), (6, 1017)):
        game_id = begun(people(number), clock=Clock(increment=1, banked=60))
        act(game_id, "Juno", "bid", amount=1, now=START + 30)
        game = game_of(game_id)
        assert {player.money for player in game.player_info.values()} == {money}
        assert [player.banked for player in game.player_info.values()] == [31, *[60] * (number - 1)]


def test_two_people_with_one_name_are_told_apart() -> None:
    entry = services.create_table(person=guest("Juno"), player_count=4)
    for name in ("Juno", "juno", "Paris"):
        services.join_table(game_id=entry.game_id, person=guest(name))
    assert seated_names(entry.game_id) == ["Juno", "Juno (2)", "juno (3)", "Paris"]
    kept = PlayerInfo.objects.filter(game=entry.game_id).order_by("seat").values_list("display_name", flat=True)
    assert list(kept) == ["Juno", "Juno", "juno", "Paris"]


def test_a_bad_name_or_a_number_of_seats_nobody_can_play_with_is_refused() -> None:
    person = guest("Juno")
    with pytest.raises(ValidationError):
        services.create_table(person=person, player_count=3, display_name="?")
    for count in (1, 7):
        with refused("invalid_player_count"):
            services.create_table(person=person, player_count=count)
    with refused("invalid_bot_count"):
        services.create_table(person=person, player_count=2, bots=["random"] * 2)
    assert not Game.objects.exists()


def test_only_the_host_starts_and_not_alone() -> None:
    persons = people(2)
    game_id = lobby_of(persons[:1])
    with refused("invalid_player_count"):
        act(game_id, "Juno", "start")
    services.join_table(game_id=game_id, person=persons[1])
    with refused("not_host"):
        act(game_id, "Mara", "start")
    act(game_id, "Juno", "leave")
    assert host_of(game_id) == "Mara"


def test_a_table_that_its_last_person_leaves_is_gone() -> None:
    game_id = lobby_of(people(1), bots=["random"])
    act(game_id, "Juno", "leave")
    assert not Game.objects.exists()
    assert not PlayerInfo.objects.exists()


def test_players_cannot_say_what_only_services_may_say() -> None:
    game_id = begun(people(2))
    before = rows_of(game_id)
    for action in (
        {"type": "join", "seatId": "x"},
        {"type": "add_bot", "seatId": "x", "level": "random"},
        {"type": "gather", "series": {}},
        {"type": "play_again"},
        {"type": "decline"},
        {"type": "arrived"},
        {"type": "left"},
        {"type": "settle"},
        {},
    ):
        with refused("invalid_request"):
            services.act(game_id=game_id, seat=seat(game_id, "Juno"), action=action)
    assert rows_of(game_id) == before


def test_practice_begins_at_once() -> None:
    entry = services.practice(person=guest("Juno"))
    state = state_of(entry.game_id)
    assert [info.type for info in state.seats] == ["human", "bot", "bot"]
    assert state.game is not None


def test_the_first_who_wants_a_rematch_opens_it_and_the_others_come() -> None:
    persons, game_id = finished()
    first = services.rematch(game_id=game_id, person=persons[0])
    again = services.rematch(game_id=game_id, person=persons[0])
    second = services.rematch(game_id=game_id, person=persons[1])
    assert first.game_id == again.game_id == second.game_id != game_id
    mine, yours = (seat(first.game_id, name) for name in ("Juno", "Mara"))
    assert (first.seat, second.seat, again.seat, again.token) == (mine, yours, mine, None)
    with refused("player_not_in_game"):
        services.rematch(game_id=game_id, person=guest("Olga"))
    with refused("game_not_completed"):
        services.rematch(game_id=begun(persons), person=persons[0])


def test_a_removed_table_takes_everything_along() -> None:
    game_id = begun(people(1), bots=["random"])
    services.remove_table(game_id=game_id)
    assert not any(model.objects.exists() for model in (Game, PlayerInfo, GameHistory, ImperialAction, Deadline))


def test_a_game_plays_on_with_the_setup_it_began_with() -> None:
    game_id = begun(people(2))
    text = store.setup_text(Game.objects.get(pk=game_id).setup_id)
    newer, is_new = setups.load(text.replace('"armyLimit": 12', '"armyLimit": 11'))
    assert (is_new, newer.version) == (True, 2)
    assert state_of(game_id).settings.board.countries["Austria"].army_limit == 12
    assert state_of(begun(people(2))).settings.board.countries["Austria"].army_limit == 11
    with pytest.raises(IntegrityError), transaction.atomic():
        Setup.objects.create(name="standard", version=2, data=text)


@pytest.mark.parametrize("number", [0, 1])
def test_a_name_that_goes_goes_everywhere_and_a_bot_plays_on(number: int) -> None:
    persons = [member(name) for name in NAMES[:3]]
    game_id = begun(persons)
    for name in NAMES[:3]:
        act(game_id, name, "bid", amount=4)
    buyer = game_of(game_id).bid_buy_order[0]
    act(game_id, buyer, "bid_buy", accept=True)
    gone = next(person for person in persons if (person.display_name == buyer) == bool(number))
    name = gone.display_name
    erase_person(user=gone)
    rows = rows_of(game_id)
    assert name not in repr(rows), [key for key, value in rows.items() if name in repr(value)]
    assert seated(game_id, "deleted player").bot_level is not None
    verify(Game.objects.get(pk=game_id))


def test_two_who_go_are_still_two() -> None:
    persons = [member(name) for name in NAMES[:3]]
    game_id = begun(persons)
    for person in persons[:2]:
        erase_person(user=person)
    assert seated_names(game_id) == ["deleted player", "deleted player (2)", "Nils"]
    verify(Game.objects.get(pk=game_id))


def test_who_goes_before_the_start_leaves_the_seat_to_others() -> None:
    host, other = member("Juno"), guest("Mara")
    game_id, alone = lobby_of([host, other]), lobby_of([host])
    erase_person(user=host)
    assert (seated_names(game_id), host_of(game_id)) == (["Mara"], "Mara")
    assert not Game.objects.filter(pk=alone).exists()
    verify(Game.objects.get(pk=game_id))


def test_a_log_that_does_not_tell_the_truth_is_found_out() -> None:
    game_id = begun(people(2))
    act(game_id, "Juno", "bid", amount=4)
    row, juno = Game.objects.get(pk=game_id), seat(game_id, "Juno")
    verify(row)
    with transaction.atomic():
        GameHistory.objects.filter(game=row, turn_id=1).update(lines=[f"{juno} has bid a fortune."])
        with pytest.raises(BrokenLog):
            verify(row)
        GameHistory.objects.filter(game=row, turn_id=1).update(lines=[f"{juno} has bid on Austria."])
        verify(row)
    PlayerInfo.objects.filter(game=row, display_name="Juno").update(money=9999)
    with pytest.raises(BrokenLog):
        verify(row)
    PlayerInfo.objects.filter(game=row, display_name="Juno").update(money=3050)
    ImperialAction.objects.filter(game=row, seq=2).delete()
    with pytest.raises(BrokenLog):
        verify(row)


def test_the_table_keeps_nothing_of_a_seat_nobody_took() -> None:
    entry = services.create_table(person=guest("Juno"), player_count=6)
    services.join_table(game_id=entry.game_id, person=guest("Mara"))
    act(entry.game_id, "Juno", "start")
    assert list(game_of(entry.game_id).player_info) == ["Juno", "Mara"]
    assert table.result(state_of(entry.game_id)) is None
