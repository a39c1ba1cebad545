"""The rondel: reachable spots, their cost, and whether the investor round is triggered (rules 4.1)."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from imperial.rules.board import Setup
from imperial.rules.money import to_dollars
from imperial.rules.state import CENTS, WHEEL_CENTER, State
from tabletop.rules import Json

FACTORY = "Factory"
IMPORT = "Import"
INVESTOR = "Investor"
TAXATION = "Taxation"
PRODUCE = ("L-Produce", "R-Produce")
MANEUVER = ("L-Maneuver", "R-Maneuver")
KNOWN_SPOTS = (FACTORY, IMPORT, INVESTOR, TAXATION, *PRODUCE, *MANEUVER)

FREE_STEPS = 3
MOST_STEPS = 6
STEP_CENTS = 2 * CENTS


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One reachable spot."""

    spot: str
    steps: int
    """0 for the first move of a country, from the center."""
    cost: int
    """Cents."""
    triggers_investor: bool


@lru_cache(maxsize=512)
def turns_from(setup: Setup, wheel_spot: str) -> Mapping[str, Turn]:
    """Returns the legal spots, clockwise."""
    if wheel_spot == WHEEL_CENTER:
        return {spot: Turn(spot=spot, steps=0, cost=0, triggers_investor=spot == INVESTOR) for spot in setup.wheel}
    size, old = len(setup.wheel), setup.wheel.index(wheel_spot)
    to_investor = (setup.wheel.index(INVESTOR) - old) % size
    spots = ((steps, setup.wheel[(old + steps) % size]) for steps in range(1, min(MOST_STEPS, size - 1) + 1))
    return {
        spot: Turn(
            spot=spot,
            steps=steps,
            cost=STEP_CENTS * max(0, steps - FREE_STEPS),
            # Rules 4.1: leaving Investor triggers no round.
            triggers_investor=wheel_spot != INVESTOR and steps >= to_investor,
        )
        for steps, spot in spots
    }


def wheel_options(state: State, *, setup: Setup) -> list[Json]:
    """Returns the legal spots of the current country with their cost in dollars, for pages and programs."""
    return [
        {
            "spot": turn.spot,
            "steps": turn.steps,
            "cost": to_dollars(turn.cost),
            "triggers_investor": turn.triggers_investor,
        }
        for turn in turns_from(setup, state.country_info[state.country_up].wheel_spot).values()
    ]
