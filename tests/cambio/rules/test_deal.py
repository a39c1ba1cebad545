"""Rules 5.1 and 5.2: the deal."""

from collections.abc import Sequence

import pytest

from cambio import rules
from cambio.rules.cards import DECK
from tabletop.rules import Item, RuleViolation
from tests.cambio.rules.table import NAMES, Table, dealt


@pytest.mark.parametrize(("players", "deck"), [(2, 43), (3, 39), (4, 35)])
def test_everybody_gets_four_cards_one_lies_open_the_rest_is_the_deck(players: int, deck: int) -> None:
    state = dealt(players).state
    assert [len(player.hand) for player in state.players] == [4] * players
    assert len(state.discard) == 1
    assert len(state.deck) == deck


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_52_cards_are_dealt_once(players: int) -> None:
    state = dealt(players).state
    cards = [card for player in state.players for card in player.hand] + [*state.deck, *state.discard]
    assert sorted(cards) == sorted(DECK)


def test_the_cards_are_dealt_in_the_order_of_the_shuffle() -> None:
    table = Table(rules.new_game(NAMES[:2], lambda cards: list(reversed(cards)), now=0.0))
    order = list(reversed(DECK))
    assert table.hand(0) == order[:4]
    assert table.hand(1) == order[4:8]
    assert list(table.state.discard) == [order[8]]
    assert list(table.state.deck) == order[9:]


def test_the_players_sit_in_the_order_given() -> None:
    assert [(player.turn_order, player.display_name) for player in dealt(4).state.players] == list(enumerate(NAMES))


@pytest.mark.parametrize("players", [0, 1, 5])
def test_fewer_than_two_or_more_than_four_cannot_play(players: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        rules.new_game(["Ines"] * players, list, now=0.0)
    assert refused.value.code == "invalid_player_count"


@pytest.mark.parametrize("top", ["7h", "9h", "Jh", "Kh"])
def test_the_opening_discard_never_triggers_a_power(top: str) -> None:
    def with_top(cards: Sequence[Item]) -> list[Item]:
        others, tops = [card for card in cards if card != top], [card for card in cards if card == top]
        return [*others[:8], *tops, *others[8:]]

    table = Table(rules.new_game(NAMES[:2], with_top, now=1000.0)).wait(10)
    assert table.state.discard == (top,)
    assert table.state.open_power is None
    assert table.stage == "awaiting_draw"


def test_the_start_is_told_to_all_and_the_lower_cards_to_each() -> None:
    table = dealt(3)
    started, *shown = rules.opening_events(table.state)
    assert started.audience is None
    assert started.to_json() == {
        "type": "GAME_STARTED",
        "phase": "initial_view",
        "initialViewEndsAt": 1010.0,
        "drawPileCount": 39,
        "discardTop": table.state.discard[-1],
        "turnOrder": [0, 1, 2],
    }
    assert [event.audience for event in shown] == [(0,), (1,), (2,)]
    for seat, event in enumerate(shown):
        assert event.to_json() == {
            "type": "INITIAL_CARDS",
            "cards": [{"position": place, "card": table.hand(seat)[place]} for place in (2, 3)],
        }
