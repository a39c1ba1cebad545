"""What is true of every state of every game, and of every step from one to the next."""

from imperial import rules
from imperial.rules.board import Setup
from imperial.rules.state import CENTS, State
from imperial.rules.state_validation import find_state_problems


def check_state(state: State, *, setup: Setup) -> None:
    assert find_state_problems(state, setup=setup) == []
    assert rules.from_json(rules.to_json(state)) == state
    assert 2 <= len(state.player_info) <= 6
    assert state.country_info.keys() == setup.countries.keys()
    # Imported games may be otherwise.
    for player in state.player_info.values():
        assert player.money >= 0
        assert player.score_modifier <= 0
        assert player.banked <= max(state.timer.banked, 60), "the bank never grows"
        places = [(list(setup.countries).index(bond.country), bond.stock) for bond in player.stock]
        assert places == sorted(places)
    for name, country in state.country_info.items():
        sold = [bond.stock for player in state.player_info.values() for bond in player.stock if bond.country == name]
        assert sorted([*sold, *country.avail_stock]) == list(setup.countries[name].start.avail_stock)
        assert list(country.avail_stock) == sorted(country.avail_stock)
        assert 5 <= country.last_tax <= 15


def check_step(before: State, after: State, events: tuple[rules.Event, ...], *, player: str) -> None:
    """Of an accepted submission."""
    assert after.turn_id == before.turn_id + 1
    assert after.round >= before.round
    assert after.history[: len(before.history)] == before.history
    assert after.undo == (None if before.mode == "bid" and not after.same_turn else player)
    for country, info in before.country_info.items():
        assert after.country_info[country].points >= info.points
    assert cash(after) - cash(before) == _from_the_bank(before, after, events)


def cash(state: State) -> int:
    players = sum(player.money for player in state.player_info.values())
    return players + sum(country.money for country in state.country_info.values())


def _from_the_bank(before: State, after: State, events: tuple[rules.Event, ...]) -> int:
    """All there is: revenue less upkeep, the card bonus; the wheel, factories and imports swallow money."""
    cents = 0
    for data in (event.to_json() for event in events):
        if data["type"] == "investor_round_started":
            cents += 2 * CENTS
        if data["type"] == "executed":
            cents -= round(data["cost"] * CENTS)
            country = data["country"]
            old, new = before.country_info[country], after.country_info[country]
            if data["wheelSpot"] == "Taxation":
                cents += _tax_less_upkeep(before, country)
            elif data["wheelSpot"] == "Factory":
                cents -= 5 * CENTS * (len(new.factories) - len(old.factories))
            elif data["wheelSpot"] == "Import":
                units = len(new.fleets) + len(new.armies) - len(old.fleets) - len(old.armies)
                cents -= CENTS * units
    return cents


def _tax_less_upkeep(state: State, name: str) -> int:
    """Reckoned here once more: what the rules say of it themselves would prove nothing."""
    country = state.country_info[name]
    occupied = {
        army.territory
        for other, info in state.country_info.items()
        for army in info.armies
        if army.hostile and other != name
    }
    revenue = min(15, len(country.tax_chips) + 2 * len(set(country.factories) - occupied))
    return max(CENTS * (revenue - len(country.fleets) - len(country.armies)), -country.money)
