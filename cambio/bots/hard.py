"""Bot that counts cards, estimates hidden ones, tracks what others took, and calls by the odds."""

from functools import cached_property

from cambio.bots.estimate import Estimate
from cambio.bots.medium import WORTH_KNOWING_POINTS, MediumBot
from cambio.bots.memory import UNKNOWN
from cambio.rules.actions import UsePower
from cambio.rules.cards import POINTS, POWERS, Card

# Chance of being lowest that makes it call; falls from turn to turn, so that every game ends.
CALLS_AT_CHANCE = 0.92
PATIENCE_CHANCE_PER_TURN = 0.01
# Expected improvement of another player's hand in their last turn.
LAST_TURN_POINTS = 3.5
# Value of a look at an unknown card: the bot's own, or another player's.
OWN_LOOK_POINTS = 1.5
OTHERS_LOOK_POINTS = 0.5


class HardBot(MediumBot):
    @cached_property
    def estimate(self) -> Estimate:
        held = self.sight.held_card
        return Estimate(self.memory, seen=() if held is None else (held.card,))

    def points(self, place: str) -> float:
        return self.estimate.points(place)

    def wants_to_call(self) -> bool:
        others = [self.memory.hands[seat] for seat in self.others]
        chance = self.estimate.chance_of_lowest(self.hand, others, ahead=LAST_TURN_POINTS)
        return chance >= CALLS_AT_CHANCE - PATIENCE_CHANCE_PER_TURN * self.memory.turns

    def wants_discard(self, top: Card) -> bool:
        unseen = self.estimate.unseen
        if not unseen:
            return self.gain_of_swap(top) > 0
        from_deck = sum(max(self.gain_of_swap(card), self.gain_of_letting_go(card)) for card in unseen) / len(unseen)
        return self.gain_of_swap(top) > from_deck

    def place_for(self, card: Card, *, may_let_go: bool) -> int | None:
        if may_let_go and self.gain_of_letting_go(card) >= self.gain_of_swap(card):
            return None
        return self.worst_position

    def gain_of_swap(self, card: Card) -> float:
        return self.burden(self.hand[self.worst_position]) - POINTS[card]

    def gain_of_letting_go(self, card: Card) -> float:
        power_type = POWERS[card]
        if power_type in ("peek_own", "look_own"):
            unknown = sum(not self.is_known(place) for place in self.hand)
            worth = OWN_LOOK_POINTS * (unknown / 4 if power_type == "look_own" else bool(unknown))
            return 0.0 if self.is_final_turn else worth
        if power_type == "peek_opponent":
            return 0.0 if self.is_final_turn else OTHERS_LOOK_POINTS
        if power_type == "blind_swap":
            return max(0.0, self.best_swap[0])
        return 0.0

    @cached_property
    def is_final_turn(self) -> bool:
        return self.sight.cambio_caller_id is not None

    @cached_property
    def best_swap(self) -> tuple[float, int, int, int]:
        """Gain in points, own position, seat and position of the other card."""
        mine = max(range(len(self.hand)), key=lambda position: self.points(self.hand[position]))
        points = self.points(self.hand[mine])
        return max(
            (points - self.points(place), mine, seat, position) for seat, position, place in self.places_of_others()
        )

    def blind_swap(self) -> UsePower | None:
        gain, mine, seat, position = self.best_swap
        return UsePower(position=mine, target_seat=seat, target_position=position) if gain > 0 else None

    def peek_at_somebody(self) -> UsePower | None:
        """Peeks at a card of the player who seems to be ahead."""
        peekable = [seat for seat in self.others if self.unknown_position(seat) is not None]
        if not peekable:
            return None
        ahead = min(peekable, key=lambda seat: sum(self.points(place) for place in self.memory.hands[seat]))
        return UsePower(target_seat=ahead, target_position=self.unknown_position(ahead))

    def burden(self, place: str) -> float:
        return self.points(place) + (0.0 if self.is_final_turn or place != UNKNOWN else WORTH_KNOWING_POINTS)
