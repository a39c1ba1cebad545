"""Limits and defaults (rules 2)."""

DEFAULT_HAND_SIZE = 5
MIN_HAND_SIZE = 1
MAX_HAND_SIZE = 10

DEFAULT_DISCARD_COUNT = 2
MIN_DISCARD_COUNT = 0
MAX_DISCARD_COUNT = 20

HAND_SIZE_CHOICES = tuple(range(MIN_HAND_SIZE, MAX_HAND_SIZE + 1))
DISCARD_COUNT_CHOICES = (*range(11), 15, MAX_DISCARD_COUNT)

MAX_OVERRIDE_BYTES = 64 * 1024
MAX_OVERRIDE_CARDS = 1000
MAX_CARD_NAME_LENGTH = 100

RANKS = ("Ace", *map(str, range(2, 11)), "Jack", "Queen", "King")
DEFAULT_DECK = tuple(f"{rank} of {suit}" for suit in ("Spades", "Hearts") for rank in RANKS)


def is_hand_size(value: object) -> bool:
    return type(value) is int and MIN_HAND_SIZE <= value <= MAX_HAND_SIZE


def is_discard_count(value: object) -> bool:
    return type(value) is int and MIN_DISCARD_COUNT <= value <= MAX_DISCARD_COUNT


def clamped_hand_size(value: int) -> int:
    return max(MIN_HAND_SIZE, min(MAX_HAND_SIZE, value))


def clamped_discard_count(value: int) -> int:
    return max(MIN_DISCARD_COUNT, min(MAX_DISCARD_COUNT, value))
