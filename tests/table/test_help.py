"""A seat that is awaited too long: the others may let a bot play on until its person takes it back."""

from tests.table.duels import Seating, SlowPlug, WidePlug, opened, started

PATIENT = 10_000.0


def four() -> Seating:
    """Ann, the host, is to lead; nobody else is awaited."""
    seating = opened(plug=WidePlug(), turn_seconds=PATIENT).join("Ben").join("Cem").join("Dea")
    return seating.do(0, "start")


def test_nobody_is_hurried_before_their_time_has_run_out() -> None:
    seating = started(turn_seconds=PATIENT)
    assert seating.refusal(1, "hand_to_bot", seatId="Ann") == "not_late_yet"
    seating.now += 119
    assert seating.refusal(1, "hand_to_bot", seatId="Ann") == "not_late_yet"


def test_a_seat_that_is_not_awaited_stays_its_persons() -> None:
    seating = started(turn_seconds=PATIENT)
    seating.now += 500
    assert seating.refusal(0, "hand_to_bot", seatId="Ben") == "not_late_yet"


def test_the_only_other_person_may_let_a_bot_play_on() -> None:
    seating = started(turn_seconds=PATIENT)
    seating.now += 120
    assert seating.do(1, "hand_to_bot", seatId="Ann").event_types == ["seat_taken_over"]
    assert seating.info(0).bot_level == "low"
    assert seating.do(0, "take_back").info(0).bot_level is None
    assert seating.refusal(1, "hand_to_bot", seatId="Ann") == "not_late_yet"


def test_the_hosts_word_counts_alone() -> None:
    seating = started(turn_seconds=PATIENT).do(0, "play", card=1)
    seating.now += 120
    assert seating.do(0, "hand_to_bot", seatId="Ben").info(1).bot_level == "low"


def test_without_the_host_more_than_half_of_the_others_must_want_it() -> None:
    seating = four()
    seating.now += 120
    assert [event.to_json() for event in seating.do(1, "hand_to_bot", seatId="Ann").events] == [
        {"type": "help_asked", "playerId": "Ann", "byPlayerId": "Ben", "votes": 1, "needed": 2}
    ]
    assert seating.do(1, "hand_to_bot", seatId="Ann").event_types == []
    assert seating.info(0).bot_level is None
    assert seating.do(3, "hand_to_bot", seatId="Ann").info(0).bot_level == "low"
    assert seating.state.waits.votes == {}


def test_who_lets_a_bot_play_has_no_vote() -> None:
    seating = four().do(2, "hand_to_bot")
    seating.now += 120
    assert seating.refusal(2, "hand_to_bot", seatId="Ann") == "played_by_bot"
    assert seating.refusal(2, "offer_seat", seatId="Ann") == "played_by_bot"
    assert seating.do(1, "hand_to_bot", seatId="Ann").event_types == ["help_asked"]
    assert seating.do(3, "hand_to_bot", seatId="Ann").info(0).bot_level == "low"


def test_the_vote_of_a_seat_that_changes_hands_is_forgotten() -> None:
    seating = four()
    seating.now += 120
    seating.do(1, "hand_to_bot", seatId="Ann").do(1, "offer_seat", seatId="Ann")
    assert (seating.state.waits.votes, seating.state.waits.offer_votes) == ({"Ann": ("Ben",)}, {"Ann": ("Ben",)})
    seating.do(1, "offer_seat").do(None, "take_seat", seatId="Ben")
    assert (seating.state.waits.votes, seating.state.waits.offer_votes) == ({}, {})
    # The newcomer alone is not more than half of the others.
    assert seating.do(1, "hand_to_bot", seatId="Ann").event_types == ["help_asked"]


def test_a_move_forgets_what_the_others_wanted() -> None:
    seating = four()
    seating.now += 120
    seating.do(2, "hand_to_bot", seatId="Ann").do(0, "play", card=1)
    assert seating.state.waits.votes == {}


def test_a_stranger_and_an_unknown_seat_are_refused() -> None:
    seating = started(turn_seconds=PATIENT)
    assert seating.refusal(9, "hand_to_bot", seatId="Ann") == "player_not_in_game"
    for action in ("hand_to_bot", "offer_seat", "withdraw_offer"):
        for seat in (0, None):
            assert seating.refusal(seat, action, seatId="Zoe") == "no_such_person"


def test_it_does_not_matter_whether_a_game_follows_who_is_there() -> None:
    seating = started(plug=SlowPlug(), turn_seconds=PATIENT)
    seating.now += 120
    assert seating.do(1, "hand_to_bot", seatId="Ann").info(0).bot_level == "low"
