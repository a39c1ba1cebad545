"""Limits and defaults (rules 2)."""

DEFAULT_HAND_SIZE = 5
HAND_SIZES = range(1, 11)
HAND_SIZE_CHOICES = tuple(HAND_SIZES)

DEFAULT_DISCARD_COUNT = 2
DISCARD_COUNTS = range(21)
DISCARD_COUNT_CHOICES = (*range(11), 15, 20)

TURN_NUMBERS = range(1, 2**53)
"""The original application counts with doubles, which are exact up to this limit."""

MAX_OVERRIDE_BYTES = 64 * 1024
MAX_OVERRIDE_CARDS = 1000
MAX_CARD_NAME_LENGTH = 100

RANKS = ("Ace", *map(str, range(2, 11)), "Jack", "Queen", "King")
DEFAULT_DECK = tuple(f"{rank} of {suit}" for suit in ("Spades", "Hearts") for rank in RANKS)
