"""Bot that plays by the two cards it was shown and skips every power (rules 18)."""

from cambio.bots.player import MEAN_POINTS, BotPlayer
from cambio.rules.actions import UsePower
from cambio.rules.cards import POINTS, Card, PowerType

CALLS_AT_POINTS = 13.0
# The limit rises from turn to turn, so that every game ends.
PATIENCE_POINTS_PER_TURN = 0.3


class EasyBot(BotPlayer):
    def wants_to_call(self) -> bool:
        total = sum(POINTS.get(place, MEAN_POINTS) for place in self.hand)
        return total <= CALLS_AT_POINTS + PATIENCE_POINTS_PER_TURN * self.memory.turns

    def wants_discard(self, top: Card) -> bool:
        return False

    def place_for(self, card: Card, *, may_let_go: bool) -> int | None:
        known = [position for position, place in enumerate(self.hand) if self.is_known(place)]
        worst = max(known, key=lambda position: POINTS[self.hand[position]], default=None)
        if worst is not None and POINTS[card] < POINTS[self.hand[worst]]:
            return worst
        return None if may_let_go else worst or 0

    def use_power(self, power_type: PowerType) -> UsePower | None:
        return None
