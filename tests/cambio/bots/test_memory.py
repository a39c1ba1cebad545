"""What a bot remembers of what its seat was told."""

import msgspec
import pytest

from cambio.bots.memory import Memory, learn, recall
from tabletop.rules import Json

NOTHING = msgspec.Raw(b"null")
STARTED: Json = {"type": "GAME_STARTED", "discardTop": "10c", "turnOrder": [0, 1]}
SHOWN: Json = {"type": "INITIAL_CARDS", "cards": [{"position": 2, "card": "3h"}, {"position": 3, "card": "Kd"}]}
UNKNOWN = ("?", "?", "?", "?")


def after(*told: Json, seat: int = 0, counts: bool = True) -> Memory:
    level = "hard" if counts else "medium"
    return recall(learn(NOTHING, (STARTED, SHOWN, *told), seat=seat, players=2, level=level), players=2)  # type: ignore[arg-type]


def drawn(seat: int, source: str, card: str | None = None) -> Json:
    return {"type": "CARD_DRAWN", "playerId": seat, "source": source} | ({} if card is None else {"card": card})


def swapped(seat: int, position: int, card: str) -> Json:
    return {"type": "CARD_SWAPPED", "playerId": seat, "position": position, "discardedCard": card}


def test_the_two_cards_of_the_initial_view() -> None:
    assert after().hands == (("?", "?", "3h", "Kd"), UNKNOWN)
    assert after(seat=1).hands == (UNKNOWN, ("?", "?", "3h", "Kd"))


def test_the_own_card_drawn_and_kept() -> None:
    memory = after(drawn(0, "deck", "5s"), swapped(0, 1, "9c"))
    assert memory.hands[0] == ("?", "5s", "3h", "Kd")
    assert memory.held is None


def test_what_another_player_took_from_the_pile_and_where_it_lies() -> None:
    memory = after(drawn(1, "discard", "10c"), swapped(1, 0, "Qc"))
    assert memory.hands[1] == ("10c", "?", "?", "?")
    assert memory.gone == ("Qc",)


def test_a_card_another_player_kept_from_the_deck_is_marked() -> None:
    assert after(drawn(1, "deck"), swapped(1, 2, "Qc")).hands[1] == ("?", "?", "kept", "?")


def test_an_exchange_moves_what_is_known() -> None:
    told = {"type": "SWAP_COMPLETED", "playerId": 1, "position": 0, "targetPlayerId": 0, "targetPosition": 3}
    assert after(told).hands == (("?", "?", "3h", "?"), ("Kd", "?", "?", "?"))


@pytest.mark.parametrize("owner", [0, 1])
def test_a_card_that_was_revealed(owner: int) -> None:
    told = {"type": "CARD_REVEALED", "ownerId": owner, "position": 0, "card": "8s", "expiresAt": 5.0}
    assert after(told).hands[owner][0] == "8s"


def test_the_discard_pile_and_that_a_reshuffle_empties_it() -> None:
    let_go: Json = {"type": "CARD_DISCARDED", "playerId": 1, "card": "9h", "powerType": None}
    assert after(drawn(1, "deck"), let_go).gone == ("10c", "9h")
    assert after(let_go, {"type": "DECK_RESHUFFLED", "drawPileCount": 9, "discardTop": "9h"}).gone == ("9h",)
    given_up: Json = {"type": "TURN_FORFEITED", "playerId": 1, "reason": "timeout", "card": "9s"}
    assert after(drawn(1, "deck"), given_up).gone == ("10c", "9s")
    assert after({"type": "TURN_FORFEITED", "playerId": 1, "reason": "timeout", "card": None}).gone == ("10c",)


def test_only_a_bot_that_counts_keeps_the_pile() -> None:
    assert after(swapped(0, 0, "9c"), counts=False).gone is None


def test_its_own_turns_are_counted() -> None:
    told = [{"type": "TURN_STARTED", "playerId": seat, "phase": "playing"} for seat in (0, 1, 0)]
    assert after(*told).turns == 2


def test_news_that_teach_nothing_leave_the_memory_as_it_is() -> None:
    memory = learn(NOTHING, (STARTED, SHOWN), seat=0, players=2, level="easy")
    same = learn(memory, [{"type": "PLAYER_DISCONNECTED", "playerId": 1}], seat=0, players=2, level="easy")
    assert same is memory


def test_a_bot_that_sits_down_late_knows_nothing() -> None:
    assert recall(NOTHING, players=3).hands == (UNKNOWN,) * 3
