"""Bot that uses powers and takes low cards from the pile, but does not count cards."""

from functools import cached_property

from cambio.bots.memory import UNKNOWN
from cambio.bots.player import MEAN_POINTS, BotPlayer
from cambio.rules.actions import UsePower
from cambio.rules.cards import POINTS, Card, PowerType

CALLS_AT_POINTS = 9.0
PATIENCE_POINTS_PER_TURN = 0.25
# Rules 18: takes a discard up to LOW_POINTS, and prefers to replace an unknown card.
LOW_POINTS = 4
WORTH_KNOWING_POINTS = 1.0
# Expected gain of a blind swap: high, because the others know their cards and the bot does not.
WORTH_SWAPPING_POINTS = 3.0


class MediumBot(BotPlayer):
    def wants_to_call(self) -> bool:
        total = sum(self.points(place) for place in self.hand)
        return total <= CALLS_AT_POINTS + PATIENCE_POINTS_PER_TURN * self.memory.turns

    def wants_discard(self, top: Card) -> bool:
        return POINTS[top] <= LOW_POINTS and self.place_for(top, may_let_go=True) is not None

    def place_for(self, card: Card, *, may_let_go: bool) -> int | None:
        worst = self.worst_position
        if may_let_go and POINTS[card] >= self.burden(self.hand[worst]):
            return None
        return worst

    def use_power(self, power_type: PowerType) -> UsePower | None:
        if power_type == "peek_own":
            position = self.unknown_position(self.me)
            return None if position is None else UsePower(position=position)
        if power_type == "peek_opponent":
            return self.peek_at_somebody()
        return self.blind_swap()

    def peek_at_somebody(self) -> UsePower | None:
        for seat in self.others:
            position = self.unknown_position(seat)
            if position is not None:
                return UsePower(target_seat=seat, target_position=position)
        return None

    def blind_swap(self) -> UsePower | None:
        mine = self.worst_position
        theirs = [(self.points(place), seat, position) for seat, position, place in self.places_of_others()]
        points, seat, position = min(theirs)
        if self.points(self.hand[mine]) - points < WORTH_SWAPPING_POINTS:
            return None
        return UsePower(position=mine, target_seat=seat, target_position=position)

    def places_of_others(self) -> list[tuple[int, int, str]]:
        return [
            (seat, position, place) for seat in self.others for position, place in enumerate(self.memory.hands[seat])
        ]

    def unknown_position(self, seat: int) -> int | None:
        hand = self.memory.hands[seat]
        return next((position for position, place in enumerate(hand) if not self.is_known(place)), None)

    @cached_property
    def worst_position(self) -> int:
        return max(range(len(self.hand)), key=lambda position: self.burden(self.hand[position]))

    def burden(self, place: str) -> float:
        return self.points(place) + (WORTH_KNOWING_POINTS if place == UNKNOWN else 0.0)

    def points(self, place: str) -> float:
        return POINTS.get(place, MEAN_POINTS)
