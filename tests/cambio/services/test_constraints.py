"""The database itself refuses what must never be (rules 11)."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cambio import rules
from cambio.bots.levels import LEVELS
from cambio.choices import BotLevel
from cambio.models import Card, GameScore, GameSession, Player, SpecialPower, Turn
from tests.cambio.kit import act, dealt, guest, people, position

pytestmark = pytest.mark.django_db

HANDS = [["Ah", "2h", "3h", "4h"], ["5s", "6s", "7s", "8s"]]


@pytest.fixture
def row() -> GameSession:
    game_id = dealt(people(2))
    position(game_id, rules.arrange(HANDS, ["7c"], ["2d", "3d"]))
    return GameSession.objects.get(pk=game_id)


def refused(change: Any) -> bool:
    try:
        with transaction.atomic():
            change()
            connection.check_constraints()
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize(
    "columns",
    [
        {"phase": "lunch"},
        {"max_players": 5},
        {"max_players": 1},
        {"phase": "final_round"},
        {"phase": "completed"},
        {"phase": "initial_view"},
        {"phase": "setup"},
        {"current_turn_player": None},
        {"initial_view_ends_at": 1.0},
        {"peek_expires_at": 1.0},
    ],
)
def test_phase_and_pointers_agree(row: GameSession, columns: dict[str, Any]) -> None:
    assert refused(lambda: GameSession.objects.filter(pk=row.pk).update(**columns))


def test_a_caller_or_winner_before_the_time_is_refused(row: GameSession) -> None:
    player = row.players.get(turn_order=0)
    assert refused(lambda: GameSession.objects.filter(pk=row.pk).update(cambio_caller=player))
    assert refused(lambda: GameSession.objects.filter(pk=row.pk).update(winner=player))


def test_a_room_code_belongs_to_one_table(row: GameSession) -> None:
    assert refused(lambda: GameSession.objects.create(room_code=row.room_code, max_players=2))


@pytest.mark.parametrize(
    "columns", [{"turn_order": 1}, {"turn_order": 4}, {"type": "cat"}, {"type": "bot"}, {"token_hash": "taken"}]
)
def test_players_keep_to_their_seats(row: GameSession, columns: dict[str, Any]) -> None:
    row.players.filter(turn_order=1).update(token_hash="taken")
    assert refused(lambda: row.players.filter(turn_order=0).update(**columns))


def test_a_person_has_one_seat_at_a_table(row: GameSession) -> None:
    person = row.players.get(turn_order=0).user
    assert refused(lambda: Player.objects.create(game_session=row, user=person, display_name="Juno", turn_order=2))
    assert not refused(
        lambda: Player.objects.create(game_session=row, user=guest("Nils"), display_name="Nils", turn_order=2)
    )


@pytest.mark.parametrize(
    ("face", "columns"),
    [
        ("Ah", {"point_value": 2}),
        ("Ah", {"rank": "2"}),
        ("Ah", {"suit": "stars"}),
        ("Ah", {"location": "sleeve"}),
        ("Ah", {"owner": None}),
        ("Ah", {"position_row": 2}),
        ("Ah", {"position_col": None}),
        ("Ah", {"order_in_pile": 3}),
        ("3d", {"visibility": "hidden"}),
        ("7c", {"visibility": "visible"}),
        ("7c", {"visibility": "peeking"}),
        ("7c", {"order_in_pile": None}),
    ],
)
def test_cards_lie_where_cards_can_lie(row: GameSession, face: str, columns: dict[str, Any]) -> None:
    cards = row.cards.filter(rank=face[:-1], suit=rules.cards.suit_of(face))
    assert cards.count() == 1
    assert refused(lambda: cards.update(**columns))


@pytest.mark.production_only  # SQLite cannot put off a constraint until the commit
def test_two_cards_never_lie_in_one_place(row: GameSession) -> None:
    cards = row.cards.filter(owner__turn_order=0)
    assert refused(lambda: cards.filter(position_row=0).update(position_col=0))


def test_one_card_is_drawn_at_most(row: GameSession) -> None:
    act(row.pk, 0, "draw", source="deck")
    drawn = {"location": "drawn", "position_row": None, "position_col": None}
    assert refused(lambda: row.cards.filter(rank="A", suit="hearts").update(**drawn))


def test_a_discard_has_one_power_record(row: GameSession) -> None:
    act(row.pk, 0, "draw", source="deck")
    act(row.pk, 0, "discard")
    act(row.pk, 0, "use_power", position=0)
    power = SpecialPower.objects.get(game_session=row)
    again = {"game_session": row, "turn": power.turn, "activated_by": power.activated_by, "power_type": "peek_own"}
    assert refused(lambda: SpecialPower.objects.create(**again))


@pytest.mark.parametrize(
    "columns", [{"power_type": "none"}, {"power_type": "peek_opponent"}, {"power_type": "blind_swap"}]
)
def test_a_power_has_a_target_exactly_where_it_needs_one(row: GameSession, columns: dict[str, Any]) -> None:
    act(row.pk, 0, "draw", source="deck")
    act(row.pk, 0, "discard")
    act(row.pk, 0, "use_power", position=0)
    powers = SpecialPower.objects.filter(game_session=row)
    assert refused(lambda: powers.update(**columns))
    own = powers.get().activated_by
    assert refused(lambda: powers.update(power_type="peek_opponent", target_player=own))


def test_turn_rows_have_numbers_of_their_own_and_what_their_action_needs(row: GameSession) -> None:
    act(row.pk, 0, "draw", source="deck")
    turns = Turn.objects.filter(game_session=row)
    assert refused(lambda: turns.update(draw_source=None))
    assert refused(lambda: turns.update(action="swap", draw_source=None))
    assert refused(lambda: turns.update(action="power", draw_source=None))
    copy = turns.get()
    assert refused(lambda: Turn.objects.create(game_session=row, player=copy.player, seq=copy.seq, action="cambio"))


def test_a_player_has_one_score_and_only_a_caller_is_doubled(row: GameSession) -> None:
    line = {
        "game_session": row, "player": row.players.get(turn_order=0), "final_score": 3, "is_cambio_caller": False,
        "penalty_applied": False, "is_winner": True, "cards_summary": [],
    }  # fmt: skip
    GameScore.objects.create(**line)
    assert refused(lambda: GameScore.objects.create(**line))
    assert refused(lambda: GameScore.objects.update(penalty_applied=True))


def test_deleting_a_table_deletes_its_rows_and_deleting_a_person_keeps_the_player(row: GameSession) -> None:
    act(row.pk, 0, "draw", source="deck")
    act(row.pk, 0, "discard")
    act(row.pk, 0, "use_power", position=0)
    person = row.players.get(turn_order=0).user
    assert person is not None
    person.delete()
    assert row.players.get(turn_order=0).user_id is None
    row.delete()
    for model in (Player, Card, Turn, SpecialPower):
        assert not model.objects.exists()
    connection.check_constraints()


@pytest.mark.parametrize(
    ("model", "name"),
    [(Player, "idx_player_final_turn"), (GameScore, "idx_game_score_game"), (SpecialPower, "idx_special_power_game")],
)
def test_the_named_indexes_exist(model: Any, name: str) -> None:
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, model._meta.db_table)
    assert found[name]["index"]


def test_the_tables_have_the_names_of_the_data_model() -> None:
    expected = {"game_session", "player", "card", "turn", "special_power", "game_score", "cambio_action"}
    assert expected <= set(connection.introspection.table_names())


def test_the_columns_know_the_levels_of_the_bots() -> None:
    assert tuple(BotLevel.values) == LEVELS


def test_a_player_has_not_taken_the_final_turn_unless_somebody_says_so() -> None:
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, Player._meta.db_table)
    (column,) = [column for column in columns if column.name == "has_taken_final_turn"]
    assert str(column.default).lower() in ("0", "false")
    assert not column.null_ok
