"""Rules 6.1 and 6.5: drawing, and the reshuffle."""

import pytest

from cambio import rules
from tests.cambio.rules.table import arranged


def test_from_the_deck_the_top_card_goes_to_the_drawer() -> None:
    table = arranged(deck=("Ah", "Ad", "Ac")).do(0, "draw", source="deck")
    assert table.state.held_card == rules.HeldCard(player_id=0, source="deck", card="Ah")
    assert table.state.deck == ("Ad", "Ac")
    assert table.stage == "holding_deck_card"
    assert table.turn == 0


def test_its_face_is_told_to_the_drawer_only() -> None:
    table = arranged(3).do(0, "draw", source="deck")
    drawn = {"type": "CARD_DRAWN", "playerId": 0, "source": "deck"}
    assert [(event.audience, event.to_json()) for event in table.events] == [
        ((0,), drawn | {"card": "Ah"}),
        ((1, 2), drawn),
    ]


def test_its_face_is_shown_to_the_drawer_only() -> None:
    table = arranged(3).do(0, "draw", source="deck")
    assert table.view(0)["heldCard"] == {"playerId": 0, "source": "deck", "card": "Ah"}
    assert [table.view(viewer)["heldCard"] for viewer in (1, 2, None)] == [None, None, None]
    assert table.view(1)["stage"] == "holding_deck_card"


def test_from_the_discard_pile_the_top_card_is_taken_and_its_face_is_public() -> None:
    table = arranged(3, discard=("6h", "6d")).do(0, "draw", source="discard")
    held = {"playerId": 0, "source": "discard", "card": "6d"}
    assert [table.view(viewer)["heldCard"] for viewer in (0, 1, 2, None)] == [held] * 4
    assert table.event("CARD_DRAWN") == held | {"type": "CARD_DRAWN", "audience": None}
    assert table.state.discard == ("6h",)
    assert table.stage == "holding_discard_card"


@pytest.mark.parametrize("first", ["deck", "discard"])
@pytest.mark.parametrize("second", ["deck", "discard"])
def test_a_second_draw_in_the_same_turn_is_refused(first: str, second: str) -> None:
    assert arranged().do(0, "draw", source=first).refusal(0, "draw", source=second) == "already_drew"


def test_the_discard_pile_may_be_empty_while_its_only_card_is_held() -> None:
    table = arranged(discard=("6h",)).do(0, "draw", source="discard")
    assert table.view(1)["discardTop"] is None
    assert table.view(1)["discardPileCount"] == 0
    assert table.do(0, "swap", position=3).state.discard == ("5h",)


def test_an_empty_discard_pile_has_no_card_to_take() -> None:
    table = arranged(discard=())
    assert table.refusal(0, "draw", source="discard") == "discard_empty"
    assert {"type": "draw", "source": "discard"} not in table.menu(0)
    assert "draw_from_discard" not in table.view(0)["availableActions"]


def test_drawing_from_an_empty_deck_turns_all_discards_but_the_top_into_the_deck() -> None:
    table = arranged(deck=(), discard=("6h", "6d", "6c", "6s"))
    table.shuffle = lambda cards: list(reversed(cards))
    table.do(0, "draw", source="deck")
    assert table.event_types == ["DECK_RESHUFFLED", "CARD_DRAWN", "CARD_DRAWN"]
    assert table.event("DECK_RESHUFFLED") == {
        "type": "DECK_RESHUFFLED",
        "drawPileCount": 3,
        "discardTop": "6s",
        "audience": None,
    }
    assert table.state.held_card == rules.HeldCard(player_id=0, source="deck", card="6c")
    assert table.state.deck == ("6d", "6h")
    assert table.state.discard == ("6s",)


def test_taking_the_last_card_of_the_deck_does_not_reshuffle() -> None:
    table = arranged(deck=("Ah",), discard=("6h", "6d")).do(0, "draw", source="deck")
    assert "DECK_RESHUFFLED" not in table.event_types
    assert table.state.deck == ()
    assert table.state.discard == ("6h", "6d")


def test_a_reshuffle_triggers_no_power() -> None:
    table = arranged(deck=(), discard=("Kh", "7h", "Jh")).do(0, "draw", source="deck")
    assert table.state.open_power is None


def test_drawing_from_the_discard_pile_never_reshuffles() -> None:
    table = arranged(deck=(), discard=("6h", "6d")).do(0, "draw", source="discard")
    assert table.event_types == ["CARD_DRAWN"]
    assert table.state.deck == ()


@pytest.mark.parametrize("discard", [(), ("6h",)])
def test_without_a_card_to_turn_the_draw_from_the_deck_fails(discard: tuple[str, ...]) -> None:
    table = arranged(deck=(), discard=discard)
    assert table.refusal(0, "draw", source="deck") == "no_cards_available"
    assert {"type": "draw", "source": "deck"} not in table.menu(0)
    assert "draw_from_deck" not in table.view(0)["availableActions"]


def test_an_unknown_source_is_no_move() -> None:
    assert arranged().refusal(0, "draw", source="sleeve") == "invalid_request"
    assert arranged().refusal(0, "draw") == "invalid_request"
