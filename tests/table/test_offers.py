"""A seat whose person is gone or gives up: it is offered, and a person from outside plays on with it."""

import pytest
from msgspec.structs import replace

from tests.table.duels import Seating, SlowPlug, WidePlug, abandoned, opened, over, started

PATIENT = 10_000.0


def four() -> Seating:
    """Ann, the host, is to lead; nobody else is awaited."""
    seating = opened(plug=WidePlug(), turn_seconds=PATIENT).join("Ben").join("Cem").join("Dea")
    return seating.do(0, "start")


def take(seating: Seating, seat_id: str) -> Seating:
    return seating.do(None, "take_seat", seatId=seat_id)


# --- offering ---------------------------------------------------------------------------------------------------------


def test_a_person_offers_the_own_seat_and_a_bot_plays_it_meanwhile() -> None:
    seating = started(turn_seconds=PATIENT).do(1, "offer_seat")
    assert seating.event_types == ["seat_offered", "seat_taken_over"]
    assert seating.events[0].to_json() == {"type": "seat_offered", "playerId": "Ben"}
    assert (seating.state.waits.offered, seating.info(1).bot_level) == (("Ben",), "low")
    assert seating.rules.view(seating.state, 0, now=seating.now)["offeredPlayerIds"] == ["Ben"]


def test_offering_twice_is_offering_once() -> None:
    seating = started(turn_seconds=PATIENT).do(1, "offer_seat")
    before = seating.state
    for seat, named in ((1, None), (0, "Ben"), (None, "Ben")):
        assert seating.do(seat, "offer_seat", seatId=named).event_types == []
    assert seating.state == before


def test_the_staff_offer_any_seat_of_a_person() -> None:
    assert started(turn_seconds=PATIENT).do(None, "offer_seat", seatId="Ann").state.waits.offered == ("Ann",)
    seating = opened().add_bot("Bot").do(0, "start")
    assert seating.refusal(None, "offer_seat", seatId="Bot") == "no_such_person"
    assert seating.refusal(None, "offer_seat", seatId="Zoe") == "no_such_person"
    assert seating.refusal(None, "offer_seat") == "player_not_in_game"


def test_others_offer_a_seat_only_when_its_time_has_run_out() -> None:
    seating = started(turn_seconds=PATIENT)
    seating.now += 119
    assert seating.refusal(1, "offer_seat", seatId="Ann") == "not_late_yet"
    assert seating.refusal(0, "offer_seat", seatId="Ben") == "not_late_yet"
    seating.now += 1
    assert seating.do(1, "offer_seat", seatId="Ann").event_types == ["seat_offered", "seat_taken_over"]


def test_without_the_host_more_than_half_of_the_others_must_want_it() -> None:
    seating = four()
    seating.now += 120
    assert [event.to_json() for event in seating.do(1, "offer_seat", seatId="Ann").events] == [
        {"type": "help_asked", "playerId": "Ann", "byPlayerId": "Ben", "votes": 1, "needed": 2, "offer": True}
    ]
    assert seating.do(1, "offer_seat", seatId="Ann").event_types == []
    assert (seating.state.waits.offered, seating.state.waits.votes) == ((), {})
    seating.do(2, "offer_seat", seatId="Ann")
    assert (seating.state.waits.offered, seating.state.waits.offer_votes) == (("Ann",), {})


def test_who_wants_a_bot_does_not_yet_want_somebody_else() -> None:
    seating = four()
    seating.now += 120
    seating.do(1, "hand_to_bot", seatId="Ann").do(2, "offer_seat", seatId="Ann")
    assert (seating.info(0).bot_level, seating.state.waits.offered) == (None, ())


def test_a_move_forgets_what_the_others_wanted() -> None:
    seating = four()
    seating.now += 120
    seating.do(1, "offer_seat", seatId="Ann").do(0, "play", card=1)
    assert seating.state.waits.offer_votes == {}


def test_a_seat_that_a_bot_plays_for_its_person_is_offered_by_the_host_or_by_most_at_any_time() -> None:
    seating = four().do(3, "hand_to_bot")
    seating.do(1, "offer_seat", seatId="Dea")
    assert seating.state.waits.offer_votes == {"Dea": ("Ben",)}
    # It is not their turn: what is wanted stays wanted.
    seating.do(0, "play", card=1)
    assert seating.state.waits.offer_votes == {"Dea": ("Ben",)}
    assert seating.do(0, "offer_seat", seatId="Dea").event_types == ["seat_offered"]


def test_nothing_is_offered_before_the_game_or_after_it() -> None:
    assert opened().join("Ben").refusal(1, "offer_seat") == "game_not_started"
    assert over().refusal(1, "offer_seat") == "no_takeover_now"
    assert abandoned().refusal(1, "offer_seat") == "no_takeover_now"
    assert started().refusal(9, "offer_seat") == "player_not_in_game"


# --- taking back ------------------------------------------------------------------------------------------------------


def test_the_person_takes_an_offered_seat_back_by_a_press_and_not_by_coming_back() -> None:
    seating = started(turn_seconds=PATIENT).do(1, "offer_seat").do(1, "left").do(1, "arrived")
    assert (seating.state.waits.offered, seating.info(1).bot_level) == (("Ben",), "low")
    seating.do(1, "take_back")
    assert (seating.state.waits.offered, seating.info(1).bot_level) == ((), None)
    assert seating.refusal(None, "take_seat", seatId="Ben") == "not_offered"


# --- withdrawing ------------------------------------------------------------------------------------------------------


def test_the_host_withdraws_an_offer_and_the_bot_plays_on() -> None:
    seating = four().do(3, "offer_seat")
    seating.do(0, "withdraw_offer", seatId="Dea")
    assert [event.to_json() for event in seating.events] == [{"type": "offer_withdrawn", "playerId": "Dea"}]
    assert (seating.state.waits.offered, seating.info(3).bot_level) == ((), "low")
    assert seating.refusal(None, "take_seat", seatId="Dea") == "not_offered"
    # Its person comes back as to any seat that a bot plays, and it may be offered again.
    assert seating.do(0, "offer_seat", seatId="Dea").event_types == ["seat_offered"]


def test_without_the_host_more_than_half_of_the_others_must_want_the_offer_withdrawn() -> None:
    seating = four().do(3, "offer_seat")
    asked = {"type": "help_asked", "playerId": "Dea", "byPlayerId": "Ben", "votes": 1, "needed": 2, "offer": False}
    assert [event.to_json() for event in seating.do(1, "withdraw_offer", seatId="Dea").events] == [asked]
    assert seating.do(1, "withdraw_offer", seatId="Dea").event_types == []
    assert (seating.state.waits.offered, seating.state.waits.offer_votes) == (("Dea",), {"Dea": ("Ben",)})
    assert seating.do(2, "withdraw_offer", seatId="Dea").event_types == ["offer_withdrawn"]
    assert (seating.state.waits.offered, seating.state.waits.offer_votes) == ((), {})


def test_who_wanted_the_seat_offered_does_not_thereby_want_the_offer_withdrawn() -> None:
    seating = four().do(3, "hand_to_bot")
    seating.do(1, "offer_seat", seatId="Dea").do(2, "offer_seat", seatId="Dea")
    assert seating.do(1, "withdraw_offer", seatId="Dea").event_types == ["help_asked"]
    assert seating.state.waits.offered == ("Dea",)


def test_the_person_and_the_staff_withdraw_an_offer_alone() -> None:
    seating = started(turn_seconds=PATIENT).do(1, "offer_seat").do(1, "withdraw_offer")
    assert (seating.state.waits.offered, seating.info(1).bot_level) == ((), "low")
    seating.do(1, "offer_seat").do(None, "withdraw_offer", seatId="Ben")
    assert seating.state.waits.offered == ()


def test_what_is_not_offered_is_not_withdrawn() -> None:
    seating = four().do(3, "hand_to_bot")
    for seat, named in ((0, "Dea"), (1, "Dea"), (3, None), (None, "Dea"), (0, "Ben")):
        assert seating.refusal(seat, "withdraw_offer", seatId=named) == "not_offered"
    assert seating.refusal(0, "withdraw_offer", seatId="Zoe") == "no_such_person"
    assert seating.refusal(None, "withdraw_offer") == "player_not_in_game"
    assert opened().join("Ben").refusal(1, "withdraw_offer") == "game_not_started"
    assert over().refusal(1, "withdraw_offer") == "no_takeover_now"
    taken = take(started(turn_seconds=PATIENT).do(1, "offer_seat"), "Ben")
    assert taken.refusal(0, "withdraw_offer", seatId="Ben") == "not_offered"


# --- the end ----------------------------------------------------------------------------------------------------------


def offers_of(seating: Seating) -> tuple[object, ...]:
    waits = seating.state.waits
    seen = seating.rules.view(seating.state, 0, now=seating.now)["offeredPlayerIds"]
    return waits.offered, waits.offer_votes, seen, seating.state.free_chairs


def test_the_end_of_the_game_withdraws_all_offers_and_what_the_others_wanted() -> None:
    seating = started(turn_seconds=PATIENT).do(1, "offer_seat").with_little_left()
    waits = replace(seating.state.waits, offer_votes={"Ben": ("Ann",)})
    seating.state = replace(seating.state, waits=waits)
    seating.do(0, "play", card=1)
    assert offers_of(seating) == (("Ben",), {"Ben": ("Ann",)}, ["Ben"], 1)
    seating.wait(2)
    assert seating.rules.is_over(seating.state)
    assert offers_of(seating) == ((), {}, [], 0)


def test_a_table_that_is_given_up_or_closed_by_the_staff_offers_no_seat() -> None:
    given_up = started().do(1, "offer_seat").do(0, "left").wait(300.0)
    closed = started().do(1, "offer_seat").do(None, "abandon", reason="idle")
    for seating in (given_up, closed):
        assert seating.state.abandoned
        assert offers_of(seating) == ((), {}, [], 0)


# --- taking -----------------------------------------------------------------------------------------------------------


def test_a_person_from_outside_plays_on_and_the_bot_stops() -> None:
    seating = started(turn_seconds=PATIENT).do(0, "offer_seat")
    assert seating.bot_due == seating.now + 2
    assert take(seating, "Ann").event_types == ["seat_taken", "player_reconnected"]
    assert seating.events[0].to_json() == {"type": "seat_taken", "playerId": "Ann", "hostPlayerId": "Ben"}
    assert (seating.info(0).bot_level, seating.state.waits.offered) == (None, ())
    assert seating.do(0, "play", card=1).event_types == ["card_played"]


def test_it_does_not_matter_whether_a_game_follows_who_is_there() -> None:
    seating = take(started(plug=SlowPlug(), turn_seconds=PATIENT).do(1, "offer_seat"), "Ben")
    assert seating.info(1).bot_level is None


def test_the_second_who_wants_the_seat_is_refused() -> None:
    seating = take(started(turn_seconds=PATIENT).do(1, "offer_seat"), "Ben")
    assert seating.refusal(None, "take_seat", seatId="Ben") == "not_offered"


@pytest.mark.parametrize("seat_id", ["Ann", "Zoe", ""])
def test_a_seat_that_is_not_offered_is_not_given_away(seat_id: str) -> None:
    assert started(turn_seconds=PATIENT).do(1, "offer_seat").refusal(None, "take_seat", seatId=seat_id) == "not_offered"


def test_who_sits_here_takes_no_second_seat() -> None:
    assert started(turn_seconds=PATIENT).do(1, "offer_seat").refusal(0, "take_seat", seatId="Ben") == "already_in_game"


def test_there_is_nothing_to_take_before_the_game_or_after_it() -> None:
    assert opened().join("Ben").refusal(None, "take_seat", seatId="Ben") == "game_not_started"
    assert over().refusal(None, "take_seat", seatId="Ben") == "game_over"
    assert abandoned().refusal(None, "take_seat", seatId="Ben") == "game_abandoned"


def test_the_hosts_role_passes_to_who_has_sat_there_longest_and_stays_if_nobody_else_plays() -> None:
    seating = four().do(1, "hand_to_bot").do(0, "offer_seat")
    assert take(seating, "Ann").state.host == "Cem"
    alone = opened(turn_seconds=PATIENT).add_bot("Bot").do(0, "start").do(0, "offer_seat")
    assert take(alone, "Ann").state.host == "Ann"


def test_a_newcomer_has_missed_no_turn_and_the_others_seats_stay_offered() -> None:
    seating = four().do(1, "offer_seat").do(2, "offer_seat")
    seating = take(seating, "Ben")
    assert seating.state.waits.offered == ("Cem",)
    assert seating.do(1, "hand_to_bot").event_types == ["seat_taken_over"]


def test_a_table_with_offered_seats_survives_as_json() -> None:
    seating = started(turn_seconds=PATIENT).do(1, "offer_seat")
    assert seating.rules.from_json(seating.rules.to_json(seating.state)) == seating.state
