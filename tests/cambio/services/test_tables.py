"""Opening, joining, leaving, rematch, practice, and what the home page lists."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from cambio import queries, rules, services, store
from cambio.models import CambioAction, GameSession, Player
from cambio.plug import table
from cambio.replay import verify
from tabletop import clock
from tabletop.accounts.models import User
from tabletop.accounts.services import erase_person
from tabletop.games import TableKind
from tabletop.lobby.queries import table_with_code
from tabletop.models import Deadline
from tabletop.replay import BrokenLog
from tabletop.rules import RuleViolation
from tabletop.table import Choices
from tabletop.tables import opening
from tests.cambio.kit import START, act, dealt, guest, lobby_of, people, position, rows_of, state_of

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


def finished(number: int = 2) -> tuple[list[User], UUID]:
    persons = people(number)
    game_id = dealt(persons)
    position(game_id, rules.arrange(HANDS, ["2c"], ["2d", "3d"]))
    act(game_id, 0, "call_cambio")
    act(game_id, 1, "draw", source="deck")
    act(game_id, 1, "discard")
    return persons, game_id


def test_an_open_table_is_listed_until_it_is_full_or_starts() -> None:
    host, other = people(2)
    entry = services.create_table(person=host, player_count=3, choices=Choices(is_open=True))
    (listed,) = queries.open_tables()
    assert (listed.title, listed.note, listed.url) == ("Juno", "2 free seats.", f"/cambio/{entry.game_id}/")
    services.join_table(game_id=entry.game_id, person=other)
    assert [open_table.note for open_table in queries.open_tables()] == ["1 free seat."]
    act(entry.game_id, 0, "start")
    assert list(queries.open_tables()) == []


def test_a_person_sees_the_own_tables_and_where_it_is_their_turn() -> None:
    persons = people(2)
    game_id = dealt(persons)
    assert [(found.your_turn, found.note) for found in queries.tables_of(persons[0])] == [
        (True, "Look at your two cards.")
    ]
    position(game_id, rules.arrange(HANDS, ["2c"], ["2d", "3d"]))
    listed = [(found.your_turn, found.note) for person in persons for found in queries.tables_of(person)]
    assert listed == [(True, "Live now."), (False, "Juno has the turn.")]
    assert list(queries.tables_of(guest("Olga"))) == []


def test_the_own_list_calls_a_table_after_the_others_who_sit_there() -> None:
    juno = guest("Juno")
    entry = services.create_table(person=juno, player_count=4)
    assert [found.title for found in queries.tables_of(juno)] == [f"Table {entry.room_code}"]
    for name in ("Nils", "Mara"):
        services.join_table(game_id=entry.game_id, person=guest(name))
    assert [found.title for found in queries.tables_of(juno)] == ["Nils, Mara"]
    services.join_table(game_id=entry.game_id, person=(namesake := guest("Juno")))
    assert [found.title for found in queries.tables_of(juno)] == ["Nils, Mara, Juno (2)"]
    assert [found.title for found in queries.tables_of(namesake)] == ["Juno, Nils, Mara"]


def test_a_finished_game_is_listed_as_such_with_its_result() -> None:
    persons, game_id = finished()
    (found,) = queries.tables_of(persons[1])
    assert (found.kind, found.your_turn, found.result) == (TableKind.OVER, False, "Juno won with 10")
    assert (found.note, found.again_url) == ("You 26.", f"/cambio/{game_id}/rematch/")


def test_a_bot_that_plays_for_a_person_leaves_them_no_turn() -> None:
    persons = people(2)
    game_id = dealt(persons)
    position(game_id, rules.arrange(HANDS, ["2c"], ["2d", "3d"]))
    Player.objects.filter(user=persons[0]).update(bot_difficulty="medium")
    (found,) = queries.tables_of(persons[0])
    assert (found.kind, found.note) == (TableKind.RUNNING, "A bot plays for you.")


def test_a_code_leads_to_its_table() -> None:
    entry = services.create_table(person=guest("Juno"), player_count=2)
    assert table_with_code(entry.room_code) == (services.tables, entry.game_id)


def test_a_code_that_is_taken_is_drawn_again_three_times(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = services.create_table(person=guest("Juno"), player_count=2).room_code
    codes = iter([taken, taken, taken, "ABCDEF"])
    monkeypatch.setattr(opening, "new_code", lambda: next(codes))
    assert services.create_table(person=guest("Mara"), player_count=2).room_code == "ABCDEF"
    always: Iterator[str] = iter([taken] * 9)
    monkeypatch.setattr(opening, "new_code", lambda: next(always))
    with pytest.raises(IntegrityError):
        services.create_table(person=guest("Nils"), player_count=2)
    assert len(list(always)) == 9 - 4


def test_a_bad_name_and_a_bad_number_open_no_table() -> None:
    with pytest.raises(ValidationError):
        services.create_table(person=guest("Juno"), player_count=2, display_name="x_")
    for count, bots in ((1, 0), (5, 0), (2, 2)):
        with pytest.raises(RuleViolation):
            services.create_table(person=guest("Juno"), player_count=count, bots=["easy"] * bots)
    assert not GameSession.objects.exists()


def test_the_host_adds_bots_and_nobody_else_does() -> None:
    game_id = services.create_table(person=guest("Juno"), player_count=4).game_id
    services.join_table(game_id=game_id, person=guest("Mara"))
    services.add_bot(game_id=game_id, seat=0, level="hard")
    with pytest.raises(RuleViolation) as refusal:
        services.add_bot(game_id=game_id, seat=1, level="easy")
    assert refusal.value.code == "not_host"
    assert [(info.type, info.bot_level) for info in state_of(game_id).seats][2:] == [("bot", "hard")]


@pytest.mark.parametrize(
    "kind", ["join", "add_bot", "left", "arrived", "disconnected", "reconnected", "settle", "undo", "", "fly"]
)
def test_a_player_cannot_say_what_only_the_site_may_say(kind: str) -> None:
    game_id = lobby_of(people(2))
    action = {"type": kind, "seatId": "x", "level": "easy"}
    with pytest.raises(RuleViolation) as refusal:
        services.act(game_id=game_id, seat=0, action=action)
    assert refusal.value.code == "invalid_request"


@pytest.mark.parametrize("kind", ["left", "arrived", "disconnected", "reconnected"])
def test_a_player_of_a_running_game_does_not_say_who_is_there(kind: str) -> None:
    game_id = dealt(people(2))
    with pytest.raises(RuleViolation) as refusal:
        act(game_id, 0, kind)
    assert refusal.value.code == "invalid_request"


def test_a_player_hands_no_seat_to_a_bot_but_the_own_one() -> None:
    game_id = dealt(people(2))
    position(game_id, rules.arrange(HANDS, ["2c"], ["2d", "3d"]))
    juno, mara = (info.seat_id for info in state_of(game_id).seats)
    for seat_id, code in ((mara, "not_late_yet"), ("x", "no_such_person")):
        with pytest.raises(RuleViolation) as refusal:
            act(game_id, 0, "hand_to_bot", seatId=seat_id, level="easy")
        assert refusal.value.code == code
    act(game_id, 0, "hand_to_bot", seatId=juno, level="easy")
    assert [info.bot_level for info in state_of(game_id).seats] == ["easy", None]


def test_a_table_its_last_person_leaves_is_gone_with_its_bots() -> None:
    game_id = lobby_of(people(1), bots=["easy"])
    act(game_id, 0, "leave")
    assert not GameSession.objects.exists()
    assert not Player.objects.exists()


def test_a_practice_game_is_dealt_against_an_easy_bot() -> None:
    entry = services.practice(person=guest("Juno"))
    act(entry.game_id, 0, "start")
    state = state_of(entry.game_id)
    assert state.game is not None
    assert [(info.type, info.bot_level) for info in state.seats] == [("human", None), ("bot", "easy")]


def test_bots_play_when_the_clock_fires_and_the_game_goes_on() -> None:
    entry = services.practice(person=guest("Juno"))
    act(entry.game_id, 0, "start")
    act(entry.game_id, 0, "confirm_initial_view")
    now = START + 10**6
    turns = 0
    while not table.is_over(state := state_of(entry.game_id)) and turns < 6:
        deadline = Deadline.objects.filter(game_id=entry.game_id).first()
        if deadline is not None:
            now = max(now, deadline.due_at)
            assert clock.tick(now=now) >= 1
            continue
        seat = table.players_to_act(state)[0]
        assert seat == 0, "only a person is waited for without a deadline"
        act(entry.game_id, 0, "draw", source="discard", now=now)
        act(entry.game_id, 0, "swap", position=0, now=now)
        turns += 1
    by_bot = GameSession.objects.get(pk=entry.game_id).turns.filter(player__type="bot")
    # A lucky bot may call Cambio early; then the game is over after Juno's last turn.
    assert by_bot.exists()
    assert by_bot.count() >= 5 or table.is_over(state_of(entry.game_id))
    verify(GameSession.objects.get(pk=entry.game_id))


def test_the_first_who_wants_a_rematch_opens_it_and_the_others_follow() -> None:
    persons, game_id = finished()
    first = services.rematch(game_id=game_id, person=persons[1])
    assert (first.seat, first.receipt.state.max_players) == (0, 2)
    second = services.rematch(game_id=game_id, person=persons[0])
    assert (second.game_id, second.seat) == (first.game_id, 1)
    again = services.rematch(game_id=game_id, person=persons[0])
    assert (again.game_id, again.seat, again.token) == (first.game_id, 1, None)


@pytest.mark.parametrize("name", ["Sysadmin", "Zoe_Lecka"])
def test_who_has_a_name_that_nobody_may_choose_any_more_plays_again_under_the_own_one(name: str) -> None:
    persons, game_id = finished()
    Player.objects.filter(game_session=game_id, user=persons[1]).update(display_name=name)
    again = services.rematch(game_id=game_id, person=persons[1])
    assert Player.objects.get(pk=again.player_id).display_name == persons[1].display_name


def test_a_rematch_is_for_those_who_played_to_the_end() -> None:
    _persons, game_id = finished()
    with pytest.raises(RuleViolation) as refusal:
        services.rematch(game_id=game_id, person=guest("Olga"))
    assert refusal.value.code == "player_not_in_game"
    running = people(2)
    with pytest.raises(RuleViolation) as refusal:
        services.rematch(game_id=dealt(running), person=running[0])
    assert refusal.value.code == "game_not_completed"


def test_a_person_who_deletes_the_account_is_forgotten_in_one_row_and_nothing_else_changes() -> None:
    """Names are in the rows of the seats alone: no log, no opening and no state is rewritten."""
    persons = people(2)
    game_id = dealt(persons, bots=["hard"])
    for seat in (0, 2):
        act(game_id, seat, "confirm_initial_view")
    act(game_id, 0, "draw", source="deck")
    before = rows_of(game_id)
    assert len(before["log"]) == before["session"]["seq"] > 0
    for name in ("Juno", "Mara"):
        assert name not in repr(before["log"]) + repr(before["session"])
    for person in persons:
        erase_person(user=person)
    after = rows_of(game_id)
    assert {name for name in before if before[name] != after[name]} == {"Player"}
    row = GameSession.objects.get(pk=game_id)
    names = row.players.order_by("turn_order").values_list("display_name", flat=True)
    assert list(names) == ["deleted player", "Ruby", "deleted player"]
    verify(row)


def test_a_person_who_is_forgotten_is_called_otherwise_in_the_result_of_a_finished_game() -> None:
    persons, game_id = finished()
    for person in persons:
        erase_person(user=person)
    row = GameSession.objects.get(pk=game_id)
    assert [player.display_name for player in row.players.all()] == ["deleted player", "deleted player"]
    kept = repr(row.opening) + repr(list(CambioAction.objects.filter(game=row).values("payload", "events")))
    assert "Juno" not in kept
    assert "Mara" not in kept
    told = queries.scores(store.load(game_id))
    assert sorted(line["displayName"] for line in told["scores"]) == ["deleted player", "deleted player (2)"]


def test_a_person_who_deletes_the_account_leaves_the_waiting_rooms_too() -> None:
    juno, mara, nils = people(3)
    game_id = lobby_of([juno, mara, nils])
    alone = lobby_of([juno], bots=["easy"])
    erase_person(user=juno)
    state = state_of(game_id)
    assert list(store.load(game_id).names.values()) == ["Mara", "Nils"]
    assert state.host == state.seats[0].seat_id
    assert not GameSession.objects.filter(pk=alone).exists()
    row = GameSession.objects.get(pk=game_id)
    assert "Juno" not in repr(row.opening) + repr(list(row.actions.values("payload", "events")))
    verify(row)


def test_every_stored_table_replays_and_one_that_was_tampered_with_is_found(tmp_path: Path) -> None:
    game_id = dealt(people(2), bots=["hard"])
    act(game_id, 0, "confirm_initial_view")
    act(game_id, 2, "confirm_initial_view")
    act(game_id, 0, "draw", source="deck")
    lobby_of(people(2))
    out = StringIO()
    call_command("verify_cambio", stdout=out)
    assert "2 tables agree" in out.getvalue()
    file = tmp_path / "verdicts.csv"
    call_command("verify_cambio", csv=str(file), stdout=StringIO())
    lines = file.read_text().splitlines()
    assert (lines[0], [line.split(",")[3] for line in lines[1:]]) == ("code,id,actions,verdict,problem", ["agrees"] * 2)
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("verify_cambio", csv=str(tmp_path / "nowhere" / "verdicts.csv"), stdout=StringIO())
    row = GameSession.objects.get(pk=game_id)
    for tampering in (
        lambda: row.players.filter(turn_order=0).update(has_viewed_initial_cards=False),
        lambda: row.actions.filter(seq=row.seq).delete(),
        lambda: row.actions.filter(payload__type="draw").update(payload={"type": "draw", "source": "discard"}),
    ):
        with transaction.atomic():
            tampering()
            with pytest.raises(BrokenLog):
                verify(row)
            with pytest.raises(CommandError):
                call_command("verify_cambio", stderr=StringIO())
            transaction.set_rollback(True)
    verify(row)
