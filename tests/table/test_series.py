"""Playing again: who wants to, seats that are kept, the start by itself, and the score of a series."""

import msgspec

from tabletop.table.series import next_series
from tabletop.table.state import Round, Series, Total
from tests.table.duels import Seating, SlowPlug, WidePlug, abandoned, against_bot, opened, over, started


def gathering(
    *held: str,
    plug: WidePlug | None = None,
    is_full: bool = False,
    sitting_in: tuple[str, ...] = (),
    order: tuple[str, ...] = (),
) -> Seating:
    """Ann has opened the next table; seats are kept for a minute."""
    seating = opened(plug=plug or WidePlug())
    if is_full:
        seating.do(0, "settings", maxPlayers=1 + len(held))
    kept = dict.fromkeys(held, seating.now + 60)
    series = Series(id="first", number=2, held=kept, sitting_in=sitting_in, order=order)
    return seating.do(0, "gather", series=msgspec.to_builtins(series))


# --- at the finished table ---


def test_who_wants_to_play_again_is_told_with_the_time_that_is_left() -> None:
    seating = over().do(1, "play_again")
    assert [event.to_json() for event in seating.events] == [
        {"type": "play_again", "playerId": "Ben", "until": seating.now + 60}
    ]
    until = seating.state.series.until
    seating.now += 10
    seating.do(0, "play_again")
    assert seating.state.series.answers == {"Ben": True, "Ann": True}
    assert seating.state.series.until == until


def test_an_answer_can_change_and_the_same_answer_changes_nothing() -> None:
    seating = over().do(1, "play_again").do(0, "decline")
    assert seating.event_types == ["play_again_declined"]
    assert seating.do(0, "decline").event_types == []
    assert seating.do(0, "play_again").state.series.answers == {"Ben": True, "Ann": True}


def test_a_table_that_is_opened_anew_asks_everybody_again() -> None:
    seating = over().do(1, "play_again", isFirst=True).do(0, "decline")
    seating.now += 100
    seating.do(1, "play_again", isFirst=True)
    assert [event.to_json() for event in seating.events] == [
        {"type": "play_again", "playerId": "Ben", "until": seating.now + 60}
    ]
    assert seating.state.series.answers == {"Ben": True}


def test_who_has_not_answered_when_the_time_is_over_does_not_come() -> None:
    seating = over().do(1, "play_again")
    assert seating.rules.next_deadline(seating.state) == seating.now + 60
    seating.wait(60)
    assert [event.to_json() for event in seating.events] == [{"type": "seat_freed", "playerId": "Ann"}]
    assert seating.state.series.answers == {"Ben": True, "Ann": False}
    assert seating.rules.next_deadline(seating.state) is None


def test_at_a_table_that_was_closed_the_time_to_answer_runs_out_too() -> None:
    seating = abandoned().do(0, "play_again").wait(60)
    assert seating.state.series.answers == {"Ann": True, "Ben": False}
    assert seating.rules.next_deadline(seating.state) is None


def test_when_all_have_answered_nothing_is_due() -> None:
    seating = over().do(1, "play_again").do(0, "decline")
    assert seating.rules.next_deadline(seating.state) is None


def test_nobody_waits_for_the_answer_of_a_bot() -> None:
    seating = against_bot().with_little_left().do(0, "play", card=1).wait(30).do(0, "play_again")
    assert seating.rules.next_deadline(seating.state) is None


def test_slow_games_keep_seats_for_three_days() -> None:
    class Slow(SlowPlug):
        def takes_days(self, settings: object) -> bool:
            return True

    seating = over(plug=Slow()).do(0, "play_again")
    assert seating.state.series.until == seating.now + 3 * 24 * 3600


def test_there_is_nothing_to_answer_before_the_end_or_for_a_stranger() -> None:
    assert started().refusal(0, "play_again") == "game_not_completed"
    assert opened().refusal(0, "play_again") == "game_not_completed"
    assert over().refusal(None, "play_again") == "player_not_in_game"
    assert over().refusal(0, "decline") == "nothing_to_decline"


def test_a_table_that_was_given_up_can_be_followed_by_another() -> None:
    assert abandoned().do(0, "play_again").state.series.answers == {"Ann": True}


def test_a_seat_that_becomes_free_at_the_next_table_is_told_whatever_its_person_has_answered() -> None:
    seating = over().do(1, "play_again").do(None, "decline", seatId="Ann")
    assert [event.to_json() for event in seating.events] == [{"type": "seat_freed", "playerId": "Ann"}]
    assert seating.state.series.answers == {"Ben": True, "Ann": False}
    assert seating.do(None, "decline", seatId="Ann").event_types == []
    assert seating.do(0, "play_again").state.series.answers == {"Ben": True, "Ann": True}


def test_with_the_next_table_go_all_who_were_in() -> None:
    seating = over().do(1, "play_again").do(None, "decline")
    assert seating.event_types == ["seat_freed", "seat_freed"]
    assert seating.state.series.answers == {"Ann": False, "Ben": False}
    assert over().do(None, "decline").event_types == [], "nobody was asked"


# --- at the next table ---


def test_a_kept_seat_is_for_one_person_alone() -> None:
    seating = gathering("Ben", is_full=True)
    assert seating.refusal(None, "join", seatId="Stranger") == "seats_are_held"
    assert seating.refusal(0, "add_bot", seatId="Bot", level="low") == "seats_are_held"
    assert seating.join("Ben").names == ["Ann", "Ben"]
    assert seating.state.series.held == {}


def test_everybody_sits_as_before_whoever_comes_first() -> None:
    seating = gathering("Ben", "Cleo", order=("Ann", "Ben", "Bot", "Cleo")).add_bot("Bot")
    seating.join("Cleo").join("Ben")
    assert seating.names == ["Ann", "Ben", "Bot", "Cleo"]
    joined = seating.events[0].to_json()
    assert (joined["playerId"], joined["turnOrder"], joined["totalPlayers"]) == ("Ben", 1, 4)


def test_who_was_not_there_before_sits_behind_the_others() -> None:
    seating = gathering("Ben", "Cleo", order=("Ann", "Ben", "Cleo")).join("Cleo")
    seating.do(None, "decline", seatId="Ben").join("New")
    assert seating.names == ["Ann", "Cleo", "New"]
    late = gathering("Ben", order=("Ann", "Ben")).join("New").join("Ben")
    assert late.names == ["Ann", "Ben", "New"]


def test_nobody_comes_to_sit_before_the_host_whoever_that_is_by_then() -> None:
    seating = gathering("Ben", "Cleo", "Dora", order=("Ann", "Ben", "Cleo", "Dora")).join("Cleo").do(0, "leave")
    assert seating.state.host == "Cleo"
    assert seating.join("Ben").join("Dora").names == ["Cleo", "Dora", "Ben"]
    stranger = gathering("Ben", order=("Ann", "Ben")).join("New").do(0, "leave").join("Ben")
    assert (stranger.state.host, stranger.names) == ("New", ["New", "Ben"])


def test_free_seats_beside_kept_ones_can_be_taken() -> None:
    seating = gathering("Ben")
    assert seating.join("Stranger").join("Other").names == ["Ann", "Stranger", "Other"]
    assert seating.refusal(None, "join", seatId="Third") == "seats_are_held"


def test_the_host_cannot_take_the_kept_seats_away_by_making_the_table_smaller_nor_start_without_them() -> None:
    seating = gathering("Ben", "Cem")
    assert seating.refusal(0, "settings", maxPlayers=2) == "seats_are_held"
    assert seating.join("Ben").refusal(0, "start") == "seats_are_held"


def test_a_seat_that_nobody_comes_to_becomes_free_and_the_host_decides() -> None:
    seating = gathering("Ben", "Cem").join("Ben")
    assert seating.rules.next_deadline(seating.state) == seating.now + 60
    assert seating.wait(60).event_types == ["seat_freed"]
    assert seating.state.series.held == {}
    assert seating.wait(60).state.game is None
    assert seating.join("Stranger").do(0, "start").state.game is not None


def test_declining_frees_the_seat_at_once() -> None:
    seating = gathering("Ben", is_full=True).do(None, "decline", seatId="Ben")
    assert seating.event_types == ["seat_freed"]
    assert seating.refusal(None, "decline", seatId="Ben") == "nothing_to_decline"
    assert seating.join("Stranger").names == ["Ann", "Stranger"]
    assert seating.wait(5).state.game is None


def test_the_host_may_give_up_waiting_for_somebody() -> None:
    seating = gathering("Ben", is_full=True).do(0, "remove_person", seatId="Ben")
    assert seating.event_types == ["seat_freed"]


def test_the_host_who_waits_for_somebody_no_longer_sends_nobody_away_who_has_come() -> None:
    seating = gathering("Ben", is_full=True).join("Ben")
    assert seating.refusal(0, "remove_person", seatId="Ben", ifKept=True) == "nothing_to_decline"
    assert gathering("Ben").do(0, "remove_person", seatId="Ben", ifKept=True).event_types == ["seat_freed"]


def test_while_a_seat_is_kept_starting_is_not_offered() -> None:
    seating = gathering("Ben", "Cem").join("Ben")

    def offered() -> list[str]:
        actions = seating.rules.legal_actions(seating.state, 0, now=seating.now)
        return [type(action).__name__ for action in actions]

    assert offered() == ["Leave"]
    seating.do(None, "decline", seatId="Cem")
    assert offered() == ["Start", "Leave"]


def test_a_table_that_waits_for_nobody_does_not_start_by_itself() -> None:
    seating = gathering().add_bot("Bot")
    assert seating.rules.next_deadline(seating.state) is None
    assert seating.wait(10).state.game is None


def test_when_everybody_is_there_the_game_starts_after_a_count_of_three() -> None:
    seating = gathering("Ben", "Cem").join("Ben")
    assert seating.state.series.starts_at is None
    seating.join("Cem")
    assert seating.rules.next_deadline(seating.state) == seating.now + 3
    assert seating.wait(2.9).state.game is None
    assert seating.wait(0.2).event_types[0] == "game_started"
    assert seating.state.series == Series(id="first", number=2)


def test_when_the_chair_of_somebody_who_looked_on_is_kept_no_longer_the_count_begins() -> None:
    seating = gathering("Ben", "Ines", sitting_in=("Ines",)).join("Ben").wait(60)
    assert seating.event_types == ["seat_freed"]
    assert (seating.state.game, seating.rules.next_deadline(seating.state)) == (None, seating.now + 3)
    assert seating.wait(3).event_types[0] == "game_started"


def test_the_count_ends_when_somebody_leaves() -> None:
    seating = gathering("Ben", "Cem").join("Ben").join("Cem").do(2, "leave")
    assert seating.rules.next_deadline(seating.state) is None
    assert seating.wait(10).state.game is None


def test_what_a_table_gathers_for_replays_from_its_json() -> None:
    seating = gathering("Ben", "Cem").join("Ben")
    assert seating.rules.from_json(seating.rules.to_json(seating.state)) == seating.state


# --- the score ---


def test_a_series_counts_games_won_and_points() -> None:
    first = over()
    tricks = dict(zip(("Ann", "Ben"), first.game.tricks, strict=True))
    assert first.rules.plug.round_of(first.state) == Round(points=tricks, winners=("Ben",))
    series = next_series(first.rules.plug, first.state, first_id="one", seats={"Ann": "a2", "Ben": "b2"})
    assert (series.id, series.number) == ("one", 2)
    assert series.totals == {"a2": Total(won=0, points=tricks["Ann"]), "b2": Total(won=1, points=tricks["Ben"])}
    second = over()
    second.state = msgspec.structs.replace(second.state, series=_renamed(series, {"a2": "Ann", "b2": "Ben"}))
    third = next_series(second.rules.plug, second.state, first_id="two", seats={"Ann": "a3", "Ben": "b3"})
    assert (third.id, third.number, len(third.rounds)) == ("one", 3, 2)
    assert third.totals["b3"] == Total(won=2, points=2 * tricks["Ben"])


def test_a_game_without_a_result_counts_for_nobody_and_who_does_not_come_is_left_out() -> None:
    given_up = abandoned()
    series = next_series(given_up.rules.plug, given_up.state, first_id="one", seats={"Ann": "a2", "Ben": "b2"})
    assert (series.number, series.totals, series.rounds) == (2, {}, ())
    ended = over()
    alone = next_series(ended.rules.plug, ended.state, first_id="one", seats={"Ann": "a2"})
    assert [*alone.totals] == ["a2"]
    assert alone.rounds[0].winners == ()


def _renamed(series: Series, names: dict[str, str]) -> Series:
    text = msgspec.json.encode(series).decode()
    for old, new in names.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    return msgspec.json.decode(text, type=Series)
