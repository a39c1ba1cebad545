"""Positions and choices drawn by Hypothesis."""

from random import Random

from hypothesis import strategies
from msgspec.structs import replace

from imperial.rules.maneuver.menu import menu as maneuver_menu
from imperial.rules.maneuver.progress import enter
from imperial.rules.state import CurrentManeuver, ReturnMode, State
from tests.imperial.rules.maneuver.maneuvers import SPOT, Holders, Maneuver
from tests.imperial.rules.positions import STANDARD, position

PLAYERS = ("Ann", "Ben", "Cleo", "Dan")
COUNTRIES = tuple(STANDARD.countries)
SEAS = tuple(name for name, place in STANDARD.territories.items() if place.sea)
LAND = tuple(name for name, place in STANDARD.territories.items() if not place.sea)
UNOWNED = tuple(name for name, place in STANDARD.territories.items() if place.unowned)
HOMES = {country: [name for name in LAND if STANDARD.territories[name].country == country] for country in COUNTRIES}
PORTS = {country: [name for name in homes if STANDARD.territories[name].port] for country, homes in HOMES.items()}
ANN_OWNS_ALL: Holders = {name: {"Ann": [5]} for name in COUNTRIES}

seeds = strategies.integers(min_value=0, max_value=2**32).map(Random)
"""One number draws a whole position: small to shrink, quick to draw."""


def random_holders(chance: Random) -> Holders:
    """Dictatorships and democracies of all sorts."""
    holders: dict[str, dict[str, list[int]]] = {}
    for country in COUNTRIES:
        owners = chance.sample(PLAYERS, chance.randint(1, 4))
        holders[country] = {owner: [stock] for owner, stock in zip(owners, chance.sample(range(1, 9), 4), strict=False)}
    return holders


def random_position(chance: Random, *, holders: Holders = ANN_OWNS_ALL, most: int = 5) -> State:
    """Units of everybody, crowded together so that they meet."""
    places = chance.sample(LAND, chance.randint(6, 20))
    seas = chance.sample(SEAS, chance.randint(3, len(SEAS)))
    chips: dict[str, list[str]] = {country: [] for country in COUNTRIES}
    for name in UNOWNED:
        if chance.random() < 0.5:
            chips[chance.choice(COUNTRIES)].append(name)
    return position(
        players=PLAYERS,
        bonds=holders,
        country=chance.choice(COUNTRIES),
        fleets={country: chance.choices(seas + PORTS[country], k=chance.randint(0, most)) for country in COUNTRIES},
        armies={
            country: [chance.choice(["", "~"]) + chance.choice(places) for _army in range(chance.randint(0, most))]
            for country in COUNTRIES
        },
        countries={
            country: {
                "factories": tuple(chance.sample(HOMES[country], chance.randint(1, 3))),
                "tax_chips": tuple(chips[country]),
            }
            for country in COUNTRIES
        },
    )


def begun(state: State, *, return_mode: ReturnMode = "execute") -> Maneuver:
    slot = {"execute": 0, "proposal-opp": 1, "vote": 2}[return_mode]
    leader = state.country_info[state.country_up].leadership[0]
    state, _events = enter(
        state, player=leader, wheel_spot=SPOT, return_mode=return_mode, proposal_slot=slot, setup=STANDARD
    )
    return Maneuver(state)


def pending(current: CurrentManeuver) -> list[tuple[str, str]]:
    """Kind and place of every unit at the start of a maneuver."""
    return [("fleet", unit.territory) for unit in current.pending_fleets] + [
        ("army", unit.territory) for unit in current.pending_armies
    ]


def with_one_owner(state: State) -> State:
    """The same board, but Ann owns everything and is asked by nobody."""
    return replace(
        state,
        country_info={
            name: replace(info, leadership=("Ann",), gov="dictatorship") for name, info in state.country_info.items()
        },
    )


def played_at_random(game: Maneuver, chance: Random) -> Maneuver:
    """Anything from the menu of anybody who is to act."""
    player = chance.choice(game.to_act)
    return game.do(player, chance.choice(maneuver_menu(game.state, player, setup=STANDARD)))
