"""What a careful player would do, and why: the best bot's choice, from what the seat knows alone (rules 18.1)."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from django.template.loader import get_template
from msgspec.structs import replace

from cambio import bots, rules
from cambio.bots.advice import ADVICE, Advice, advise
from cambio.bots.memory import Memory
from cambio.coaching import coaching_at
from cambio.plug import Settings, table
from tabletop.table import Table
from tests.cambio.table.random_tables import RandomTable
from tests.cambio.twin import other_world
from tests.kit.bulk import bulk

UNKNOWN = ("?", "?", "?", "?")
HIGH = ("Qh", "Jd", "10s", "9h")
SEEDS = range(bulk(24, least=6))


def advice(
    mine: Sequence[str], theirs: Sequence[str] = UNKNOWN, *, power: str | None = None, **position: Any
) -> Advice | None:
    """For seat 0 of two, who remembers these cards. `power`: a card just let go, with its power open."""
    hands = [("Ah", "Ad", "Ac", "As"), ("2h", "2d", "2c", "2s")]
    arranged = {"hands": hands, "deck": ("5h", "5d", "5c", "5s"), "discard": ("10c",), "held": power} | position
    game = rules.arrange(**arranged)
    if power is not None:
        game, _events = rules.apply(game, 0, {"type": "discard"}, now=0.0, shuffle=list)
    memory = msgspec.Raw(msgspec.json.encode(Memory(hands=(tuple(mine), tuple(theirs)), gone=())))
    return advise(rules.view(game, 0, now=0.0), memory, rules.legal_actions(game, 0, now=0.0))


def test_a_hand_that_is_surely_lowest_is_called_with_its_points_and_its_chance() -> None:
    told = advice(("3h", "3d", "2h", "2d"), HIGH)
    assert told == Advice(do="call", why="low", expected=10, chance=100)


def test_a_high_card_on_the_pile_is_left_there() -> None:
    assert advice(UNKNOWN) == Advice(do="draw", why="high", card="10c")
    assert advice(UNKNOWN, discard=()) == Advice(do="draw", why="only_way")


def test_a_low_card_is_taken_for_one_that_is_known_or_may_be_expected_to_be_higher() -> None:
    known = advice(("9h", "9d", "Qh", "9s"), discard=("Kc",))
    assert known == Advice(do="take", why="known", card="Kc", position=2, known="Qh")
    unseen = advice(("2h", "2d", "?", "3d"), ("Kd", "As", "Ah", "Ad"), discard=("Kc",))
    assert unseen == Advice(do="take", why="unseen", card="Kc", position=2, expected=6)


def test_a_held_card_goes_where_it_saves_most() -> None:
    assert advice(("Qs", "2d", "Ah", "3s"), held="4h") == Advice(
        do="place", why="known", card="4h", position=0, known="Qs"
    )
    unseen = advice(("?", "2d", "Ah", "3s"), held="2s")
    assert unseen == Advice(do="place", why="unseen", card="2s", position=0, expected=6)
    forced = advice(("2h", "2d", "Ah", "3s"), held="Qc", held_from="discard")
    assert forced == Advice(do="place", why="least", card="Qc", position=3, known="3s")


def test_a_held_card_is_let_go_because_it_is_high_or_for_its_power() -> None:
    assert advice(("2h", "2d", "Ah", "3s"), held="6h") == Advice(do="let_go", why="high", card="6h")
    assert advice(("?", "2d", "Ah", "3s"), held="7h") == Advice(do="let_go", why="power", card="7h")
    assert advice(("2h", "2d", "Ah", "3s"), held="9h") == Advice(do="let_go", why="power", card="9h")


def test_a_power_is_used_where_it_tells_or_brings_most() -> None:
    assert advice(("2h", "?", "Ah", "3s"), power="7h") == Advice(do="look", why="unseen", position=1)
    assert advice(("2h", "2d", "Ah", "3s"), ("Kd", "?", "?", "?"), power="9h") == Advice(
        do="look_at_other", why="unseen", seat=1, target_position=1
    )
    assert advice(("9s", "2d", "Ah", "3s"), ("?", "?", "Kc", "?"), power="Jh") == Advice(
        do="exchange", why="known", position=0, known="9s", seat=1, target_position=2, expected=0
    )


def test_a_power_that_tells_or_brings_nothing_is_skipped() -> None:
    assert advice(("2h", "2d", "Ah", "3s"), power="7h") == Advice(do="skip", why="nothing_new")
    assert advice(("Kh", "Kd", "Ah", "As"), HIGH, power="Jh") == Advice(do="skip", why="no_gain")


def test_who_is_not_on_turn_is_told_nothing() -> None:
    assert advice(UNKNOWN, turn=1) is None


@pytest.mark.parametrize("do", ADVICE)
def test_every_advice_has_its_words(do: str) -> None:
    assert get_template(f"cambio/coach/hint/_{do}.html")


def coached(state: Table, place: int) -> Table:
    """The same table as one of this person alone, with a coach."""
    seats = tuple(replace(info, type="human" if at == place else "bot") for at, info in enumerate(state.seats))
    return replace(state, seats=seats, settings=Settings(coached=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_advice_is_the_best_bots_choice_and_the_same_in_a_twin_world(seed: int) -> None:
    """All cards the seat does not see at this moment are other ones."""
    asked = 0
    for state, _now in RandomTable(seed, takeover=True).play().states:
        game = state.game
        if game is None or state.abandoned or rules.is_over(game):
            continue
        for place in rules.players_to_act(game):
            here, other = coached(state, place), other_world(game, place)
            if other is None:
                continue
            twin = replace(here, game=other)
            told = coaching_at(here, place)
            assert told == coaching_at(twin, place)
            assert told is not None
            assert told.advice is not None
            assert told.advice.why in ADVICE[told.advice.do]
            assert_is_best_choice(told.advice, here, place)
            asked += 1
    assert asked


def assert_is_best_choice(told: Advice, here: Table, place: int) -> None:
    menu = table.plug.legal_actions(here, place)
    if len(menu) == 1:
        return
    view = rules.view(here.game, place, now=0.0)
    best = bots.decide(view, here.seats[place].bot_memory, menu, level="hard")
    kinds = {"call": rules.CallCambio, "draw": rules.Draw, "take": rules.Draw, "place": rules.Swap}
    kinds |= {"let_go": rules.Discard, "skip": rules.SkipPower}
    assert isinstance(best, kinds.get(told.do, rules.UsePower))
    if isinstance(best, rules.Swap | rules.UsePower):
        assert told.position == best.position
    if isinstance(best, rules.UsePower):
        assert (told.seat, told.target_position) == (best.target_seat, best.target_position)
    if isinstance(best, rules.Draw):
        assert best.source == ("discard" if told.do == "take" else "deck")
