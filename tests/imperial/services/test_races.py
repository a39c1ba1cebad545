"""Several people at once, with real threads: exactly one effect each time (rules 11 and T23)."""

from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from imperial import rules, services
from imperial.models import Game, GameHistory, ImperialAction
from imperial.rules.state import State
from tests.imperial.kit import START, act, any_state, begun, game_of, people, position, undo
from tests.kit.bulk import bulk
from tests.kit.racers import codes, racers

__all__ = ["racers"]

pytestmark = pytest.mark.django_db(transaction=True)

# SQLite lets one writer in at a time, so there is little to race for; on PostgreSQL it is serious.
REPETITIONS = bulk(100) if connection.vendor == "postgresql" else 3
FEWER_REPETITIONS = bulk(20, least=5) if connection.vendor == "postgresql" else 3
SETUP = rules.load_setup()


def voted(state: State, *votes: tuple[str, int]) -> State:
    for name, choice in votes:
        state, _events = rules.apply(state, name, rules.Vote(choice=choice), setup=SETUP, shuffle=list, now=START)  # type: ignore[arg-type]
    return state


def open_vote() -> tuple[State, str, str]:
    """A vote that the first two voters cannot decide, whatever they say."""

    def is_open(state: State) -> bool:
        if state.mode != "vote" or len(rules.players_to_act(state)) < 4:
            return False
        one, two = rules.players_to_act(state)[-2:]
        return voted(state, (one, 1), (two, 1)).mode == "vote"

    state = any_state(6, is_open)
    one, two = rules.players_to_act(state)[-2:]
    return state, one, two


@pytest.fixture
def two_players() -> UUID:
    return begun(people(2))


@pytest.fixture
def six_players() -> UUID:
    return begun(people(6))


def gapless(game_id: UUID) -> bool:
    row = Game.objects.get(pk=game_id)
    seqs = list(ImperialAction.objects.filter(game=row).order_by("seq").values_list("seq", flat=True))
    return seqs == list(range(1, row.seq + 1))


def test_two_bids_at_once_are_two_bids_and_one_of_them_closes_the_round(two_players: UUID, racers: Any) -> None:
    race, beginning = racers(2), game_of(two_players)
    for _repetition in range(REPETITIONS):
        position(two_players, beginning)
        outcomes = race(lambda thread: act(two_players, ("Juno", "Mara")[thread], "bid", amount=4 + 2 * thread))
        assert codes(outcomes) == []
        game = game_of(two_players)
        assert (game.mode, game.turn_id, game.bid_buy_order) == ("buy-bid", 3, ("Mara", "Juno"))
        assert GameHistory.objects.filter(game=two_players).count() == 3


def test_a_bid_sent_twice_at_once_is_one_bid(two_players: UUID, racers: Any) -> None:
    race, beginning = racers(2), game_of(two_players)
    for _repetition in range(FEWER_REPETITIONS):
        position(two_players, beginning)
        outcomes = race(lambda thread: act(two_players, "Juno", "bid", amount=4 + 2 * thread))
        assert codes(outcomes) == ["not_your_turn"]
        assert (game_of(two_players).mode, game_of(two_players).turn_id) == ("bid", 2)


def test_of_two_votes_at_once_none_gets_lost(six_players: UUID, racers: Any) -> None:
    race, (state, one, two) = racers(2), open_vote()
    for _repetition in range(REPETITIONS):
        position(six_players, state)
        outcomes = race(lambda thread: act(six_players, (one, two)[thread], "vote", choice=thread + 1))
        assert codes(outcomes) == []
        voting = game_of(six_players).voting
        assert voting is not None
        assert (voting.proposal_1.voters, voting.proposal_2.voters) == ((one,), (two,))
        assert game_of(six_players).turn_id == state.turn_id + 2


def test_a_vote_sent_twice_at_once_is_one_vote(six_players: UUID, racers: Any) -> None:
    race, (state, one, _two) = racers(2), open_vote()
    for _repetition in range(FEWER_REPETITIONS):
        position(six_players, state)
        outcomes = race(lambda thread: act(six_players, one, "vote", choice=thread + 1))
        assert codes(outcomes) == ["not_your_turn"]
        voting = game_of(six_players).voting
        assert voting is not None
        assert len(voting.proposal_1.voters + voting.proposal_2.voters) == 1


def test_a_vote_and_an_undo_at_once_come_one_after_the_other(six_players: UUID, racers: Any) -> None:
    race, (state, one, two) = racers(2), open_vote()
    orders = set()

    def vote_or_undo(thread: int) -> object:
        if thread == 0:
            return undo(six_players, one)
        return act(six_players, two, "vote", choice=2)

    for _repetition in range(REPETITIONS):
        position(six_players, state)
        act(six_players, one, "vote", choice=1)
        refusals = codes(race(vote_or_undo))
        game = game_of(six_players)
        assert game.voting is not None
        voters = (game.voting.proposal_1.voters, game.voting.proposal_2.voters)
        # Either the vote was taken back before the other came, or the other came first and nothing can be taken back.
        expected = {(): (((), (two,)), state.turn_id + 1), ("nothing_to_undo",): (((one,), (two,)), state.turn_id + 2)}
        assert (voters, game.turn_id) == expected[tuple(refusals)]
        orders.add(tuple(refusals))
    if REPETITIONS > 50:
        assert len(orders) == 2
    assert gapless(six_players)


def test_an_undo_sent_twice_at_once_is_one_undo(six_players: UUID, racers: Any) -> None:
    race, (state, one, two) = racers(2), open_vote()
    for _repetition in range(FEWER_REPETITIONS):
        position(six_players, state)
        act(six_players, one, "vote", choice=1)
        act(six_players, two, "vote", choice=2)
        outcomes = race(lambda _thread: undo(six_players, two))
        assert codes(outcomes) == ["nothing_to_undo"]
        assert game_of(six_players).turn_id == state.turn_id + 1


def test_the_last_seat_is_taken_once(racers: Any) -> None:
    race = racers(3)
    host, *others = people(4)
    for _repetition in range(FEWER_REPETITIONS):
        entry = services.create_table(person=host, player_count=2)
        outcomes = race(
            lambda thread: services.join_table(game_id=entry.game_id, person=others[thread])  # noqa: B023
        )
        assert codes(outcomes) == ["game_full", "game_full"]
