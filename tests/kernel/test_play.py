"""The write path: acknowledged means committed, once, and nothing is half-saved."""

import threading
from collections.abc import Callable

import msgspec
import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from tabletop import clock, play
from tabletop.models import Deadline
from tabletop.rules import RuleViolation, Shuffle
from tabletop.shuffle import shuffle_at
from tests.kernel.conftest import any_move
from tests.kit.bulk import bulk
from tests.tinygame import rules, services, store
from tests.tinygame.models import DuelAction, DuelGame, DuelSeat
from tests.tinygame.rules import State

StateOf = Callable[[DuelGame], State]


def statements(run: Callable[[], object]) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        run()
    return [query["sql"] for query in captured.captured_queries]


def play_to_the_end(duel: DuelGame, *, stop_before_last: bool = False) -> None:
    while not rules.is_over(state := store.load(duel.pk).state):
        if stop_before_last and sum(map(len, state.hands)) == 1:
            return
        services.move(game_id=duel.pk, seat=state.turn, action=any_move(state))


@pytest.mark.django_db(transaction=True)
def test_a_move_costs_at_most_eight_statements_with_begin_and_commit(duel: DuelGame, state_of: StateOf) -> None:
    state = state_of(duel)
    sql = statements(lambda: services.move(game_id=duel.pk, seat=0, action=any_move(state), key="k", expected_seq=0))
    assert [line.split()[0] for line in sql] == [
        "BEGIN", "SELECT", "SELECT", "UPDATE", "UPDATE", "INSERT", "INSERT", "COMMIT",
    ]  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_no_move_of_a_game_costs_more_and_a_late_one_costs_what_an_early_one_costs(duel: DuelGame) -> None:
    costs = []
    while not rules.is_over(state := store.load(duel.pk).state):
        action = any_move(state)
        costs.append(len(statements(lambda: services.move(game_id=duel.pk, seat=state.turn, action=action))))  # noqa: B023
        for number in range(40):
            services.move(game_id=duel.pk, seat=1, action={"type": ("disconnected", "reconnected")[number % 2]})
    # After the last move nothing is due any more, so no deadline is set.
    assert costs == [8, 8, 8, 8, 8, 7]


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
    logged = DuelAction.objects.get(game=duel)
    assert (duel.seq, receipt.seq, logged.seq) == (1, 1, 1)
    assert (logged.actor, logged.payload, logged.key, logged.engine_version) == (0, action, "abc", "1")
    assert logged.events == [{"type": "card_played", "seat": 0, "card": action["card"], "audience": None}]
    assert state_of(duel) == receipt.state


@pytest.mark.django_db
def test_a_refused_move_changes_nothing(duel: DuelGame, state_of: StateOf) -> None:
    before = state_of(duel)
    with pytest.raises(RuleViolation) as refusal:
        services.move(game_id=duel.pk, seat=1, action={"type": "play", "card": before.hands[1][0]})
    assert refusal.value.code == "not_your_turn"
    duel.refresh_from_db()
    assert (state_of(duel), duel.seq, DuelAction.objects.count()) == (before, 0, 0)


@pytest.mark.django_db
def test_the_same_key_again_gets_the_same_answer_and_has_no_second_effect(duel: DuelGame, state_of: StateOf) -> None:
    action = any_move(state_of(duel))
    first = services.move(game_id=duel.pk, seat=0, action=action, key="once")
    after = state_of(duel)
    for expected_seq in (None, 0, 1):
        again = services.move(game_id=duel.pk, seat=0, action=action, key="once", expected_seq=expected_seq)
        assert (again.seq, again.events, again.changed) == (first.seq, first.events, False)
    assert state_of(duel) == after
    assert DuelAction.objects.count() == 1


@pytest.mark.django_db
def test_the_same_key_keeps_a_second_effect_out_even_if_the_move_is_legal_again(duel: DuelGame) -> None:
    services.move(game_id=duel.pk, seat=1, action={"type": "disconnected"}, key="gone")
    services.move(game_id=duel.pk, seat=1, action={"type": "reconnected"})
    again = services.move(game_id=duel.pk, seat=1, action={"type": "disconnected"}, key="gone")
    assert not again.changed
    assert store.load(duel.pk).state.connected == (True, True)


@pytest.mark.django_db
def test_the_same_key_for_something_else_is_refused(duel: DuelGame, state_of: StateOf) -> None:
    low, middle, _high = state_of(duel).hands[0]
    services.move(game_id=duel.pk, seat=0, action={"type": "play", "card": low}, key="k")
    with pytest.raises(RuleViolation) as refusal:
        services.move(game_id=duel.pk, seat=0, action={"type": "play", "card": middle}, key="k")
    assert refusal.value.code == "key_reused"


@pytest.mark.django_db
def test_a_stale_sequence_is_refused(duel: DuelGame, state_of: StateOf) -> None:
    services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)))
    state = state_of(duel)
    with pytest.raises(RuleViolation) as refusal:
        services.move(game_id=duel.pk, seat=1, action=any_move(state), expected_seq=0)
    assert refusal.value.code == "stale_state"
    assert state_of(duel) == state


@pytest.mark.django_db
def test_an_unknown_game_is_unknown(db: None) -> None:
    with pytest.raises(play.UnknownGame):
        services.move(game_id=DuelGame().pk, seat=0, action={"type": "play", "card": 1})


@pytest.mark.django_db
def test_a_move_settles_deadlines_that_were_due_in_the_same_step(duel: DuelGame, state_of: StateOf) -> None:
    state = state_of(duel)
    late = state.due + 1
    answer = {"type": "play", "card": state.hands[1][0]}
    receipt = services.move(game_id=duel.pk, seat=1, action=answer, now=late)
    assert receipt.seq == 1
    assert [event["type"] for event in receipt.events] == ["card_played", "card_played", "trick_taken"]


@pytest.mark.django_db
def test_a_refused_move_still_lets_due_deadlines_take_effect(duel: DuelGame, state_of: StateOf) -> None:
    state = state_of(duel)
    with pytest.raises(RuleViolation):
        services.move(game_id=duel.pk, seat=0, action=any_move(state), now=state.due + 1, key="late")
    assert state_of(duel).led == min(state.hands[0])
    logged = DuelAction.objects.get(game=duel)
    assert (logged.actor, logged.payload, logged.key) == (None, play.SETTLE, None)


@pytest.mark.django_db
def test_a_refused_move_does_not_change_the_chance_of_what_was_due(duel: DuelGame, state_of: StateOf) -> None:
    """Otherwise somebody could roll the dice of a time-out again and again with illegal moves."""

    class DicingRules:
        """Duel, where a time-out shuffles the deck and every move draws a lot before it is looked at."""

        next_deadline, players_to_act, is_over = rules.next_deadline, rules.players_to_act, rules.is_over

        @staticmethod
        def settle(state: State, *, now: float, shuffle: Shuffle) -> rules.Result:
            after, events = rules.settle(state, now=now, shuffle=shuffle)
            return msgspec.structs.replace(after, deck=tuple(shuffle(rules.CARDS))), events

        @staticmethod
        def apply(state: State, seat: int, action: object, *, now: float, shuffle: Shuffle) -> rules.Result:
            shuffle(rules.CARDS)
            raise RuleViolation("no", "No.")

    engine = play.Engine(slug="duel", rules=DicingRules, store=store, version="1")  # type: ignore[arg-type]
    with pytest.raises(RuleViolation):
        play.submit(engine, duel.pk, seat=0, action={}, now=state_of(duel).due + 1)
    assert state_of(duel).deck == tuple(shuffle_at(bytes(duel.shuffle_seed), "1")(rules.CARDS))


@pytest.mark.django_db
def test_a_refused_step_leaves_no_row_behind(duel: DuelGame) -> None:
    def rename_and_refuse(loaded: play.Loaded[State], now: float, shuffle: Shuffle) -> rules.Result:
        DuelSeat.objects.filter(game=duel).update(name="Nobody")
        raise RuleViolation("no", "No.")

    with pytest.raises(RuleViolation):
        play.transact(services.engine, duel.pk, actor=0, payload={}, step=rename_and_refuse)
    assert not DuelSeat.objects.filter(name="Nobody").exists()


@pytest.mark.django_db
def test_a_receipt_knows_how_it_was_before(duel: DuelGame, state_of: StateOf) -> None:
    receipt = services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)))
    assert (receipt.before.row.seq, receipt.loaded.row.seq) == (0, 1)
    assert isinstance(receipt.before.row, DuelGame)
    assert receipt.before.row.turn == 0


@pytest.mark.django_db
def test_only_rows_that_changed_are_written(duel: DuelGame, state_of: StateOf) -> None:
    with CaptureQueriesContext(connection) as captured:
        services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)))
    written = [query["sql"] for query in captured.captured_queries if "duelseat" in query["sql"].split("SET")[0]]
    assert sum(sql.startswith("UPDATE") for sql in written) == 1


@pytest.mark.django_db
def test_the_deadline_follows_the_state_and_is_taken_away_by_the_clock_after_the_end(
    duel: DuelGame, state_of: StateOf
) -> None:
    services.move(game_id=duel.pk, seat=0, action=any_move(state_of(duel)))
    assert Deadline.objects.get(game_id=duel.pk).due_at == state_of(duel).due
    play_to_the_end(duel)
    left_behind = Deadline.objects.get(game_id=duel.pk)
    clock.tick(now=left_behind.due_at)
    assert not Deadline.objects.filter(game_id=duel.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_an_error_while_saving_leaves_nothing_behind(duel: DuelGame, state_of: StateOf) -> None:
    before = state_of(duel)
    # The log has this sequence already, so the insert fails after the game and the seats were written.
    DuelAction.objects.create(game=duel, seq=1, payload={}, at=0, engine_version="0")
    with pytest.raises(Exception, match=r"(?i)unique"):
        services.move(game_id=duel.pk, seat=0, action=any_move(before))
    duel.refresh_from_db()
    assert (state_of(duel), duel.seq) == (before, 0)


def in_threads(number: int, run: Callable[[int], object]) -> list[object]:
    """Real threads with connections of their own, started together."""
    outcomes: list[object] = [None] * number
    barrier = threading.Barrier(number, timeout=60)

    def work(index: int) -> None:
        barrier.wait()
        try:
            outcomes[index] = run(index)
        except Exception as error:
            outcomes[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=(index,), daemon=True) for index in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repetition", range(bulk(10, least=3)))
def test_a_double_click_has_one_effect(duel: DuelGame, state_of: StateOf, repetition: int) -> None:
    action = any_move(state_of(duel))
    outcomes = in_threads(
        4, lambda _i: services.move(game_id=duel.pk, seat=0, action=action, key="click", expected_seq=0)
    )
    assert sorted(receipt.changed for receipt in outcomes) == [False, False, False, True]  # type: ignore[attr-defined]
    assert {receipt.seq for receipt in outcomes} == {1}  # type: ignore[attr-defined]
    assert DuelAction.objects.filter(game=duel).count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repetition", range(bulk(10, least=3)))
def test_of_many_moves_at_once_the_rules_accept_one(duel: DuelGame, state_of: StateOf, repetition: int) -> None:
    hand = state_of(duel).hands[0]
    outcomes = in_threads(
        3, lambda index: services.move(game_id=duel.pk, seat=0, action={"type": "play", "card": hand[index]})
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, RuleViolation)]
    assert [refusal.code for refusal in refused] == ["not_your_turn", "not_your_turn"]
    assert len(DuelSeat.objects.get(game=duel, number=0).hand) == 2


@pytest.mark.django_db(transaction=True)
def test_a_reading_never_mixes_two_positions(duel: DuelGame, state_of: StateOf) -> None:
    """A move that commits between the statements of a reading is noticed."""
    started = state_of(duel)
    original = store.load
    moved: list[bool] = []

    def load_with_a_move_in_between(game_id: object, *, for_update: bool = False) -> play.Loaded[State]:
        loaded = original(game_id, for_update=for_update)  # type: ignore[arg-type]
        if not moved:
            moved.append(True)
            services.move(game_id=duel.pk, seat=0, action=any_move(started))
        return loaded

    class Interrupted:
        games, actions, save = store.games, store.actions, staticmethod(store.save)
        load = staticmethod(load_with_a_move_in_between)

    engine = play.Engine(slug="duel", rules=rules, store=Interrupted(), version="1")
    loaded = play.read(engine, duel.pk)
    assert (loaded.row.seq, loaded.state) == (1, state_of(duel))
    assert not transaction.get_connection().in_atomic_block
