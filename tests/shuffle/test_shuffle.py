"""The shuffle: repeatable, unbiased, as documented."""

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tabletop.shuffle import commitment, new_seed, number_below, shuffle_at, stream

SEED = bytes(range(32))
DECK = [rank + suit for suit in "shdc" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K")]
VECTORS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["note"] for vector in VECTORS])
def test_the_published_examples_come_out_verbatim(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    assert commitment(seed) == vector["fingerprint"]
    assert shuffle_at(seed, vector["place"])(vector["items"]) == vector["order"]


def test_the_same_seed_and_place_give_the_same_order() -> None:
    assert shuffle_at(SEED, "deal")(DECK) == shuffle_at(SEED, "deal")(DECK)


def test_another_place_or_another_seed_gives_another_order() -> None:
    orders = [shuffle_at(SEED, place)(DECK) for place in ("deal", "1", "11", "1\0", "")]
    orders.append(shuffle_at(bytes(32), "deal")(DECK))
    assert len({tuple(order) for order in orders}) == len(orders)


def test_a_second_list_at_the_same_place_goes_on_in_the_stream() -> None:
    shuffle = shuffle_at(SEED, "deal")
    first, second = shuffle(DECK[:20]), shuffle(DECK)
    assert first == shuffle_at(SEED, "deal")(DECK[:20])
    words = stream(SEED, "deal")
    for size in range(20, 1, -1):
        number_below(size, words)
    by_hand = list(DECK)
    for last in range(51, 0, -1):
        chosen = number_below(last + 1, words)
        by_hand[last], by_hand[chosen] = by_hand[chosen], by_hand[last]
    assert second == by_hand
    assert second != shuffle_at(SEED, "deal")(DECK)


def test_the_items_given_stay_as_they_are() -> None:
    items = list(DECK)
    shuffled = shuffle_at(SEED, "deal")(items)
    assert items == DECK
    assert shuffled is not items
    assert sorted(shuffled) == sorted(DECK)
    assert shuffle_at(SEED, "deal")(tuple(DECK)) == shuffled


def test_no_item_or_one_item_gives_a_new_list_and_takes_nothing_from_the_stream() -> None:
    shuffle = shuffle_at(SEED, "deal")
    alone = ["As"]
    assert shuffle([]) == []
    assert shuffle(alone) == ["As"]
    assert shuffle(alone) is not alone
    assert shuffle(DECK) == shuffle_at(SEED, "deal")(DECK)


def test_equal_items_are_all_kept() -> None:
    assert sorted(shuffle_at(SEED, "deal")(["a", "b", "a", "a"])) == ["a", "a", "a", "b"]


def test_a_word_beyond_the_last_full_multiple_is_thrown_away() -> None:
    # 2**32 is 48 more than a multiple of 52: the 48 highest words would favour the numbers 0 to 47.
    highest_fair = 2**32 - 49
    assert number_below(52, iter([highest_fair])) == 51
    assert number_below(52, iter([highest_fair + 1, 2**32 - 1, 7])) == 7
    assert number_below(2, iter([2**32 - 1])) == 1


def test_a_real_stream_meets_a_word_that_is_thrown_away() -> None:
    (vector,) = [vector for vector in VECTORS if "thrown away" in vector["note"]]
    words = stream(bytes.fromhex(vector["seed"]), vector["place"])
    taken = count()
    counted = (word for word in words if next(taken) >= 0)
    for size in range(52, 1, -1):
        number_below(size, counted)
    assert next(taken) == 52, "51 numbers and one word thrown away"


def test_seeds_come_from_the_operating_system_and_differ() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {32}


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffle_at(bytes(length), "deal")
    with pytest.raises(ValueError, match="32 bytes"):
        commitment(bytes(length))


def test_a_place_that_is_no_text_is_refused() -> None:
    with pytest.raises(UnicodeEncodeError):
        shuffle_at(SEED, "\ud800")
