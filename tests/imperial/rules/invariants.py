"""What is true of every state of every game, and of every step from one to the next."""

from collections import Counter

from imperial import rules
from imperial.rules.board import Setup
from imperial.rules.state import CENTS, State
from imperial.rules.stock import stock_of, total_stock

AUCTION = ("bid", "buy-bid")


def check_state(state: State, *, setup: Setup) -> None:
    check_players(state)
    check_bonds(state, setup=setup)
    check_governments(state)
    check_board(state, setup=setup)
    check_mode(state)
    assert rules.from_json(rules.to_json(state)) == state


def check_players(state: State) -> None:
    for player in state.player_info.values():
        assert player.money >= 0
        assert player.score_modifier <= 0
        assert player.banked <= max(state.timer.banked, 60), "the bank never grows"
        assert player.bid is None or state.mode in AUCTION
    seats = sorted(player.order for player in state.player_info.values())
    cards = [player.investor for player in state.player_info.values()].count(True)
    if state.mode in AUCTION:
        assert (set(seats), cards) == ({0}, 0)
    else:
        assert seats == list(range(1, len(seats) + 1))
        assert cards == 1, "one investor card"


def check_bonds(state: State, *, setup: Setup) -> None:
    order = list(setup.countries)
    for country, info in state.country_info.items():
        sold = [bond.stock for player in state.player_info.values() for bond in player.stock if bond.country == country]
        assert sorted([*sold, *info.avail_stock]) == list(setup.countries[country].start.avail_stock)
        assert list(info.avail_stock) == sorted(info.avail_stock)
    for player in state.player_info.values():
        places = [(order.index(bond.country), bond.stock) for bond in player.stock]
        assert places == sorted(places)


def check_governments(state: State) -> None:
    for country, info in state.country_info.items():
        shares = [stock_of(state.player_info[name], country) for name in info.leadership]
        assert shares == sorted(shares, reverse=True)
        holders = {name for name, player in state.player_info.items() if stock_of(player, country)}
        assert (set(info.leadership), len(info.leadership)) == (holders, len(holders))
        if shares:
            assert (info.gov == "dictatorship") == (2 * shares[0] >= sum(shares))
        assert not (info.off_limits and state.mode != "buy")


def check_board(state: State, *, setup: Setup) -> None:
    chips = Counter(place for info in state.country_info.values() for place in info.tax_chips)
    assert all(times == 1 for times in chips.values()), "at most one chip in a territory"
    assert all(setup.territories[place].unowned for place in chips), "no chip on home territory"
    for country, info in state.country_info.items():
        limits = setup.countries[country]
        assert info.money >= 0
        assert 0 <= info.points <= 25
        assert 5 <= info.last_tax <= 15
        assert len(info.fleets) <= limits.fleet_limit
        assert len(info.armies) <= limits.army_limit
        assert len(set(info.factories)) == len(info.factories)
        assert all(setup.territories[place].country == country for place in info.factories)
        for fleet in info.fleets:
            place = setup.territories[fleet.territory]
            assert fleet.hostile
            assert place.sea or (place.port and place.country == country)
        for army in info.armies:
            place = setup.territories[army.territory]
            assert not place.sea
            assert army.hostile or place.country not in (None, country), "only guests abroad coexist"


def check_mode(state: State) -> None:
    assert (state.voting is not None) == (state.mode == "vote")
    assert (state.peace_vote is not None) == (state.mode == "peace-vote")
    assert (state.current_maneuver is not None) == (state.mode in ("continue-man", "peace-vote"))
    assert bool(state.bid_buy_order) == (state.mode == "buy-bid")
    assert (state.proposal_2 is not None) == (state.mode == "vote")
    if state.mode in ("proposal", "buy", "game-over", *AUCTION):
        assert state.proposal_1 is None
    if state.voting is not None:
        info = state.country_info[state.voting.country]
        total = total_stock(state, state.voting.country, info.leadership)
        assert state.voting.proposal_1.votes + state.voting.proposal_2.votes <= 10 * total + 1
    acting = rules.players_to_act(state)
    if state.mode == "game-over":
        assert acting == ()
        assert max(info.points for info in state.country_info.values()) == 25
    else:
        assert acting
    if state.mode in ("buy-bid", "buy", "proposal", "proposal-opp", "continue-man"):
        assert len(acting) == 1


def check_step(before: State, after: State, events: tuple[rules.Event, ...], *, player: str, setup: Setup) -> None:
    """Of an accepted submission."""
    assert after.turn_id == before.turn_id + 1
    assert after.round >= before.round
    assert after.history[: len(before.history)] == before.history
    assert after.undo == (None if before.mode == "bid" and not after.same_turn else player)
    for country, info in before.country_info.items():
        assert after.country_info[country].points >= info.points
    assert cash(after) - cash(before) == _from_the_bank(before, after, events, setup=setup)


def cash(state: State) -> int:
    players = sum(player.money for player in state.player_info.values())
    return players + sum(country.money for country in state.country_info.values())


def _from_the_bank(before: State, after: State, events: tuple[rules.Event, ...], *, setup: Setup) -> int:
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
                tax = rules.tax_preview(before, country, setup=setup)
                cents += round((tax["treasury_change"] + tax["pool"]) * CENTS)
            elif data["wheelSpot"] == "Factory":
                cents -= 5 * CENTS * (len(new.factories) - len(old.factories))
            elif data["wheelSpot"] == "Import":
                units = len(new.fleets) + len(new.armies) - len(old.fleets) - len(old.armies)
                cents -= CENTS * units
    return cents
