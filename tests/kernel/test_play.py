"""The write path: acknowledged means committed, once, and nothing is half-saved."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tabletop import clock, play
from tabletop.accounts.models import User
from tabletop.engine import Loaded, Move, UnknownGame
from tabletop.live import presence
from tabletop.models import Deadline
from tabletop.rules import RuleViolation, Seat, Shuffle, Step
from tabletop.shuffle import shuffle_at
from tabletop.table import Table, TableRules
from tests.kernel.conftest import STARTED, any_move, game_of, logged_moves
from tests.tinygame import rules, services, store
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.plug import DuelPlug
from tests.tinygame.rules import State

StateOf = Callable[[DuelGame], State]


def statements(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [query["sql"] for query in captured.captured_queries]


def play_to_the_end(duel: DuelGame, *, stop_before_last: bool = False) -> None:
    while not rules.is_over(state := game_of(duel)):
        if stop_before_last and sum(map(len, state.hands)) == 1:
            return
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))


@pytest.mark.django_db(transaction=True)
def test_a_move_costs_seven_statements_with_begin_and_commit(duel: DuelGame, state_of: StateOf) -> None:
    state = state_of(duel)
    sql = statements(
        lambda: services.move(game_id=duel.pk, seat=0, action=any_move(state), key="k", expected_seq=STARTED)
    )
    assert [line.split()[0] for line in sql] == [
        "BEGIN", "SELECT", "SELECT", "UPDATE", "INSERT", "INSERT", "COMMIT",
    ]  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_no_move_of_a_game_costs_more_and_a_late_one_costs_what_an_early_one_costs(duel: DuelGame) -> None:
    costs = []
    while not rules.is_over(state := game_of(duel)):
        action = any_move(state)
        costs.append(len(statements(lambda: services.move(game_id=duel.pk, seat=state.turn, action=action))))  # noqa: B023
        for number in range(40):
            play.submit(services.engine, duel.pk, Move(seat=1, action=(presence.LEFT, presence.ARRIVED)[number % 2]))
    # Each deadline is later than the one before: the clock moves it, no move does.
    assert costs == [7] * 6


@pytest.mark.django_db(transaction=True)
def test_the_game_row_is_locked_before_anything_else_is_read(duel: DuelGame, state_of: StateOf) -> None:
    action = any_move(state_of(duel))
    begin, first, *_rest = statements(lambda: services.move(game_id=duel.pk, seat=0, action=action))
    assert begin.startswith("BEGIN")
    assert "duelgame" in first
    if connection.features.has_select_for_update:
        assert "FOR NO KEY UPDATE" in first
    else:
        assert begin == "BEGIN IMMEDIATE"


@pytest.mark.django_db
def test_an_accepted_move_is_saved_logged_and_raises_the_sequence(duel: DuelGame, state_of: StateOf) -> None:
    action = any_move(state_of(duel))
    receipt = services.move(game_id=duel.pk, seat=0, action=action, key="abc")
    duel.refresh_from_db()
    logged = logged_moves().get(game=duel)
    assert (duel.seq, receipt.seq, logged.seq) == (STARTED + 1, STARTED + 1, STARTED + 1)
    assert (logged.actor, logged.payload, logged.key, logged.engine_version) == (0, action, "abc", "1")
    assert logged.events == [{"type": "card_played", "seat": 0, "card": action["card"], "audience": None}]
    assert store.load(duel.pk).state == receipt.state


@pytest.mark.django_db
def test_a_refused_move_changes_nothing(duel: DuelGame, state_of: StateOf) -> None:
    before = state_of(duel)
    with pytest.raises(RuleViolation) as refusal:
        services.move(game_id=duel.pk, seat=1, action={"type": "play", "card": before.hands[1][0]})
    assert refusal.value.code == "not_your_turn"
    duel.refresh_from_db()
    assert (state_of(duel), duel.seq, logged_moves().count()) == (before, STARTED, 0)


@pytest.mark.django_db
def test_a_stale_sequence_is_refused(duel: DuelGame, state_of: StateOf) -> None:
    services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)))
    state = state_of(duel)
    with pytest.raises(RuleViolation) as refusal:
        services.move(game_id=duel.pk, seat=1, action=any_move(state), expected_seq=STARTED)
    assert refusal.value.code == "stale_state"
    assert state_of(duel) == state


@pytest.mark.django_db
def test_an_unknown_game_is_unknown(db: None) -> None:
    with pytest.raises(UnknownGame):
        services.move(game_id=DuelGame().pk, seat=0, action={"type": "play", "card": 1})


@pytest.mark.django_db
def test_a_move_settles_deadlines_that_were_due_in_the_same_step(duel: DuelGame, state_of: StateOf) -> None:
    state = state_of(duel)
    late = state.due + 1
    answer = {"type": "play", "card": state.hands[1][0]}
    receipt = services.move(game_id=duel.pk, seat=1, action=answer, now=late)
    assert receipt.seq == STARTED + 1
    assert [event["type"] for event in receipt.events] == ["card_played", "card_played", "trick_taken"]


@pytest.mark.django_db
def test_a_refused_move_still_lets_due_deadlines_take_effect(duel: DuelGame, state_of: StateOf) -> None:
    state = state_of(duel)
    with pytest.raises(RuleViolation):
        services.move(game_id=duel.pk, seat=0, action=any_move(state), now=state.due + 1, key="late")
    assert state_of(duel).led == min(state.hands[0])
    logged = logged_moves().get(game=duel)
    assert (logged.actor, logged.payload, logged.key) == (None, play.SETTLE, None)


@pytest.mark.django_db
def test_a_refused_move_does_not_change_the_chance_of_what_was_due(duel: DuelGame, state_of: StateOf) -> None:
    """Otherwise somebody could roll the dice of a time-out again and again with illegal moves."""

    class DicingRules(TableRules):
        """Duel, where a time-out shuffles the deck and every move draws a lot before it is looked at."""

        def settle(self, table: Table, *, now: float, shuffle: Shuffle) -> Step[Table]:
            after, events = super().settle(table, now=now, shuffle=shuffle)
            game = msgspec.structs.replace(after.game, deck=tuple(shuffle(rules.CARDS)))
            return msgspec.structs.replace(after, game=game), events

        def apply(self, table: Table, seat: Seat | None, action: Any, *, now: float, shuffle: Shuffle) -> Step[Table]:
            shuffle(rules.CARDS)
            raise self.refusal("game_over")

    engine = replace(services.engine, rules=DicingRules(DuelPlug()))
    with pytest.raises(RuleViolation):
        play.submit(engine, duel.pk, Move(seat=0, action={}), now=state_of(duel).due + 1)
    assert state_of(duel).deck == tuple(shuffle_at(bytes(duel.shuffle_seed), "play 0")(rules.CARDS))


@pytest.mark.django_db
def test_a_refused_step_leaves_no_row_behind(duel: DuelGame) -> None:
    class RenamingRules(TableRules):
        def apply(self, *arguments: Any, **options: Any) -> Step[Table]:
            DuelSeat.objects.filter(game=duel).update(display_name="Nobody")
            raise self.refusal("game_over")

    with pytest.raises(RuleViolation):
        play.submit(replace(services.engine, rules=RenamingRules(DuelPlug())), duel.pk, Move(seat=0, action={}))
    assert not DuelSeat.objects.filter(display_name="Nobody").exists()


@pytest.mark.django_db
def test_a_change_nobody_is_told_of_is_saved_and_logged(duel: DuelGame) -> None:
    class SilentRules(TableRules):
        def apply(self, table: Table, *arguments: Any, **options: Any) -> Step[Table]:
            return msgspec.structs.replace(table, abandon_at=5.0), ()

    engine = replace(services.engine, rules=SilentRules(DuelPlug()))
    assert play.submit(engine, duel.pk, Move(seat=0, action={})).changed
    assert (store.load(duel.pk).state.abandon_at, logged_moves().get().events) == (5.0, [])
    assert not play.submit(engine, duel.pk, Move(seat=0, action={})).changed


@pytest.mark.django_db
def test_a_receipt_knows_how_it_was_before(duel: DuelGame, state_of: StateOf) -> None:
    receipt = services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)))
    assert (receipt.before.row.seq, receipt.loaded.row.seq) == (STARTED, STARTED + 1)
    assert isinstance(receipt.before.row, DuelGame)
    assert (receipt.before.row.game or {})["turn"] == 0


@pytest.mark.django_db
def test_only_what_changed_is_written(duel: DuelGame, state_of: StateOf) -> None:
    with CaptureQueriesContext(connection) as captured:
        services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)))
    statements = [query["sql"] for query in captured.captured_queries]
    (written,) = [sql for sql in statements if "duelseat" in sql.split("VALUES")[0] and not sql.startswith("SELECT")]
    assert written.endswith('DO UPDATE SET "hand" = EXCLUDED."hand"')
    own, other = DuelSeat.objects.order_by("place")
    assert own.pk.hex in written
    assert other.pk.hex not in written


@pytest.mark.django_db
def test_a_later_deadline_is_moved_by_the_clock_which_deletes_it_after_the_end(
    duel: DuelGame, state_of: StateOf
) -> None:
    first = state_of(duel).due
    services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)), now=first - 1)
    assert state_of(duel).due > first
    assert Deadline.objects.get(game_id=duel.pk).due_at == first
    clock.tick(now=first)
    moved = Deadline.objects.get(game_id=duel.pk)
    assert (moved.due_at, moved.leased_until) == (state_of(duel).due, 0)
    play_to_the_end(duel)
    left_behind = Deadline.objects.get(game_id=duel.pk)
    clock.tick(now=left_behind.due_at)
    assert not Deadline.objects.filter(game_id=duel.pk).exists()


@pytest.mark.django_db
def test_an_earlier_deadline_is_written_at_once(duel: DuelGame, state_of: StateOf) -> None:
    later = state_of(duel).due
    services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)), now=later - 1)
    kept = Deadline.objects.get(game_id=duel.pk).due_at
    services.move(game_id=duel.pk, seat=1, action=any_move(state_of(duel)), now=kept - 40)
    assert Deadline.objects.get(game_id=duel.pk).due_at == state_of(duel).due < kept


@pytest.mark.django_db(transaction=True)
def test_an_error_while_saving_leaves_nothing_behind(duel: DuelGame, state_of: StateOf) -> None:
    before = state_of(duel)
    # The log has this sequence already, so the insert fails after the game and the seats were written.
    DuelAction.objects.create(game=duel, seq=STARTED + 1, payload={}, at=0, engine_version="0")
    with pytest.raises(Exception, match=r"(?i)unique"):
        services.move(game_id=duel.pk, seat=0, action=any_move(before))
    duel.refresh_from_db()
    assert (state_of(duel), duel.seq) == (before, STARTED)


@pytest.mark.django_db
def test_what_is_overdue_takes_effect_before_a_game_is_read(people: list[User]) -> None:
    duel = services.start_duel(people=people, now=time.time() - rules.TURN_SECONDS)
    unsettled = store.load(duel.pk)
    assert (unsettled.row.seq, unsettled.state.game.led) == (STARTED, None)
    settled = play.read(services.engine, duel.pk)
    assert (settled.row.seq, settled.state.game.led) == (STARTED + 1, min(unsettled.state.game.hands[0]))
    assert play.read(services.engine, duel.pk).row.seq == STARTED + 1


@pytest.mark.django_db(transaction=True)
def test_a_reading_never_mixes_two_positions(duel: DuelGame, state_of: StateOf) -> None:
    """A move that commits between the statements of a reading is noticed."""
    started = state_of(duel)
    original = store.load
    moved: list[bool] = []

    def load_with_a_move_in_between(game_id: object, *, for_update: bool = False) -> Loaded[Table]:
        loaded = original(game_id, for_update=for_update)  # type: ignore[arg-type]
        if not moved:
            moved.append(True)
            services.move(game_id=duel.pk, seat=0, action=any_move(started))
        return loaded

    loaded = play.read(services.engine, duel.pk, load=load_with_a_move_in_between)
    assert (loaded.row.seq, loaded.state) == (STARTED + 1, original(duel.pk).state)
    assert not transaction.get_connection().in_atomic_block
