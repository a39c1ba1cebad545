"""Positions made by hand: who holds what, who stands where, whose turn it is."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from imperial import rules
from imperial.rules.board import Setup
from imperial.rules.setups import load_setup
from imperial.rules.state import CENTS, Bond, Country, Player, State, Timer, Unit
from imperial.rules.stock import stock_of
from tabletop.rules import RuleViolation

STANDARD = load_setup()
NOW = 1_000.0


def position(
    *,
    bonds: Mapping[str, Mapping[str, Sequence[int]]] | None = None,
    money: float | Mapping[str, float] = 10,
    players: Sequence[str] = ("Ann", "Ben", "Cleo"),
    country: str = "Austria",
    countries: Mapping[str, Mapping[str, Any]] | None = None,
    fleets: Mapping[str, Sequence[str]] | None = None,
    armies: Mapping[str, Sequence[str]] | None = None,
    setup: Setup = STANDARD,
    **fields: Any,
) -> State:
    """A game after the auction with the leader of `country` to propose.

    - bonds: country -> player -> denominations; the order of the players breaks ties in the leadership.
    - money: dollars of everybody, or of each player.
    - countries: country -> fields of its `Country` (money in dollars).
    - fleets, armies: country -> territories; an army in `"~Rome"` coexists.
    - fields: of the `State`, for instance `mode="buy"`.
    """
    held = bonds or {name: {players[0]: [5]} for name in setup.countries}
    purses = money if isinstance(money, Mapping) else dict.fromkeys(players, money)
    people = {
        name: Player(
            money=round(purses.get(name, 10) * CENTS),
            order=seat,
            investor=seat == 1,
            stock=tuple(
                Bond(country=owned, stock=stock)
                for owned in setup.countries
                for stock in sorted(held.get(owned, {}).get(name, ()))
            ),
        )
        for seat, name in enumerate(players, start=1)
    }
    lands = {
        name: _country(
            name,
            setup=setup,
            people=people,
            holders=held.get(name, {}),
            given=(countries or {}).get(name, {}),
            fleets=(fleets or {}).get(name, ()),
            armies=(armies or {}).get(name, ()),
        )
        for name in setup.countries
    }
    to_act = fields.pop("to_act", lands[country].leadership[:1])
    return State(
        mode=fields.pop("mode", "proposal"),
        country_up=country,
        setup=setup.name,
        round=fields.pop("round", 2),
        timer=fields.pop("timer", Timer()),
        player_info={player: replace(info, my_turn=player in to_act) for player, info in people.items()},
        country_info=lands,
        **fields,
    )


def _country(
    name: str,
    *,
    setup: Setup,
    people: Mapping[str, Player],
    holders: Mapping[str, Sequence[int]],
    given: Mapping[str, Any],
    fleets: Sequence[str],
    armies: Sequence[str],
) -> Country:
    totals = {holder: stock_of(people[holder], name) for holder in holders}
    leadership = tuple(sorted(totals, key=totals.__getitem__, reverse=True))
    sold = {stock for stocks in holders.values() for stock in stocks}
    democracy = bool(totals) and 2 * max(totals.values()) < sum(totals.values())
    start = setup.countries[name].start
    derived: dict[str, Any] = {
        "leadership": leadership,
        "gov": "democracy" if democracy else "dictatorship",
        "avail_stock": tuple(stock for stock in start.avail_stock if stock not in sold),
        "fleets": units(*fleets),
        "armies": units(*armies),
    }
    return replace(start, **{**derived, **given, "money": round(given.get("money", 0) * CENTS)})


def units(*places: str) -> tuple[Unit, ...]:
    return tuple(Unit(territory=place.removeprefix("~"), hostile=not place.startswith("~")) for place in places)


def do(state: State, player: str, kind: str, /, *, setup: Setup = STANDARD, now: float = NOW, **fields: Any) -> State:
    """The state after an action given as JSON; lots keep the order."""
    return applied(state, player, kind, setup=setup, now=now, **fields)[0]


def applied(
    state: State,
    player: str,
    kind: str,
    /,
    *,
    setup: Setup = STANDARD,
    now: float = NOW,
    shuffle: Any = list,
    **fields: Any,
) -> tuple[State, list[dict[str, Any]]]:
    """The state after an action, and the events as JSON."""
    after, events = rules.apply(state, player, {"type": kind, **fields}, setup=setup, shuffle=shuffle, now=now)
    return after, [event.to_json() for event in events]


def refused(
    state: State, player: str, kind: str, /, *, setup: Setup = STANDARD, now: float = NOW, **fields: Any
) -> str:
    """The code of the refusal; the sentence is checked to be one."""
    before = rules.to_json(state)
    with pytest.raises(RuleViolation) as refusal:
        rules.apply(state, player, {"type": kind, **fields}, setup=setup, shuffle=list, now=now)
    assert refusal.value.message.endswith(".")
    assert rules.to_json(state) == before
    return refusal.value.code


def acting(state: State) -> tuple[str, ...]:
    return rules.players_to_act(state)


def dollars(state: State, owner: str) -> float:
    """Of a player or a country."""
    owners: Mapping[str, Player | Country] = {**state.player_info, **state.country_info}
    return owners[owner].money / CENTS


def new_lines(before: State, after: State) -> list[str]:
    return list(after.history[len(before.history) :])
