"""When bots act at a table, and that nothing stops them (rules 18)."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from cambio.plug import Settings, table
from tabletop.shuffle import shuffle_at
from tabletop.table import SeatInfo, Table
from tests.cambio.table.seating import Seating, arranged, opened

SEED = bytes(32)


def test_a_bot_confirms_the_initial_view_at_once() -> None:
    seating = opened().add_bot("Robo").do(0, "start")
    assert [player.has_viewed_initial_cards for player in seating.game.players] == [False, True]
    assert table.players_to_act(seating.state) == (0,)
    seating.do(0, "confirm_initial_view")
    assert seating.event_types == ["INITIAL_VIEW_CONFIRMED", "INITIAL_VIEW_ENDED", "TURN_STARTED"]


def test_a_bot_in_the_first_seat_plays_when_the_view_is_over() -> None:
    seating = opened().add_bot("Robo").join("Teo").do(0, "leave").do(1, "start")
    assert seating.state.bot_due is None
    seating.do(1, "confirm_initial_view")
    assert seating.state.bot_due == seating.now + 1.0
    assert seating.wait(1.0).event_types == ["CARD_DRAWN", "CARD_DRAWN"]


def test_a_bot_acts_when_it_has_thought_and_not_before() -> None:
    seating = arranged(("easy", None))
    due = table.next_deadline(seating.state)
    assert due == seating.now + 1.0
    before = seating.state
    assert seating.wait(0.9).state == before
    assert seating.events == ()
    assert seating.wait(0.1).event_types == ["CARD_DRAWN", "CARD_DRAWN"]


@pytest.mark.parametrize("place", range(40))
def test_a_bot_thinks_for_one_to_three_seconds(place: int) -> None:
    seating = arranged((None, "easy"), held="6c")
    seating.shuffle = shuffle_at(SEED, str(place))
    seating.do(0, "discard")
    assert seating.state.bot_due is not None
    assert 1.0 <= seating.state.bot_due - seating.now <= 3.0


def test_pauses_differ() -> None:
    pauses = set()
    for place in range(40):
        seating = arranged((None, "easy"), held="6c")
        seating.shuffle = shuffle_at(SEED, str(place))
        pauses.add(seating.do(0, "discard").state.bot_due)
    assert len(pauses) > 5


def test_a_bot_acts_once_however_late_the_clock_is() -> None:
    seating = arranged(("easy", "easy", None))
    assert seating.wait(3600.0).event_types == ["CARD_DRAWN", "CARD_DRAWN"]
    assert table.next_deadline(seating.state) == seating.now + 1.0


def test_a_thinking_bot_is_not_interrupted() -> None:
    """Somebody whose connection comes and goes cannot keep a bot from acting."""
    seating = arranged(("easy", None, None))
    due = seating.state.bot_due
    for _time in range(3):
        seating.wait(0.1).do(1, "left").wait(0.1).do(1, "arrived")
    assert seating.state.bot_due == due


def test_nobody_plays_a_bots_seat_before_it_acts_but_the_bot() -> None:
    seating = arranged(("easy", None))
    assert seating.refusal(1, "draw", source="deck") == "not_your_turn"
    assert seating.do(0, "left").events == ()
    assert seating.do(0, "arrived").events == ()


def test_a_players_late_action_meets_the_table_as_the_bot_leaves_it() -> None:
    seating = arranged((None, "easy"), turn=1, held="10c", discard=("Ah",))
    seating.now += 30
    assert seating.do(0, "left").event_types[0] == "CARD_DISCARDED"


def test_a_bots_reveal_ends_by_itself_even_if_the_bot_is_slow() -> None:
    seating = arranged(("easy", None), held="Kc", hands=(("Ah", "Ad", "Kh", "Kd"), ("2d", "3d", "4d", "5d")))
    seating.wait(1.0)
    assert seating.game.peek_expires_at == seating.now + 5.0
    seating.state = replace(seating.state, bot_due=seating.now + 100.0)
    assert seating.wait(5.0).event_types == ["CARD_HIDDEN", "TURN_STARTED"]
    assert seating.turn == 1
    assert seating.state.bot_due is None


@pytest.mark.parametrize(
    "memory",
    [
        *(b"null", b"7", b'{"a":1}', b"[]", b'[["x"],1,2]', b'[[["?","?"]],null,0,null]'),
        b'[[["no such card","?","?","?"],["?","?","?","?"]],null,0,null]',
    ],
)
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_bot_that_has_lost_its_mind_still_plays(level: str, memory: bytes) -> None:
    for seating in (
        arranged((level, None)),
        arranged((level, None), held="7c"),
        arranged((level, None), held="7c", held_from="discard"),
    ):
        info = replace(seating.state.seats[0], bot_memory=msgspec.Raw(memory))
        seating.state = replace(seating.state, seats=(info, seating.state.seats[1]))
        for _step in range(20):
            if seating.turn == 1:
                break
            seating.wait(1.0)
        assert seating.turn == 1 or seating.is_over


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first", ["easy", "medium", "hard"])
def test_every_choice_of_a_bot_is_legal_without_the_safety_net(players: int, first: str) -> None:
    levels = [first, "hard", "medium", "easy"][:players]
    for number in range(3):
        seats = tuple(SeatInfo(seat_id=str(seat), type="bot", bot_level=level) for seat, level in enumerate(levels))
        seating = Seating(Table(max_players=4, seats=seats, host="0", settings=Settings()), now=0.0)
        seed = number.to_bytes(32, "big")
        seating.shuffle = shuffle_at(seed, "deal")
        seating.do(0, "start")
        while not seating.is_over:
            turn = seating.turn
            assert turn is not None
            menu: Any = table.legal_actions(seating.state, turn, now=seating.now)
            assert table.plug.bot_choice(seating.state, turn, menu, seating.shuffle) in menu
            due = table.next_deadline(seating.state)
            assert due is not None
            seating.shuffle = shuffle_at(seed, str(due))
            seating.wait(due - seating.now)
