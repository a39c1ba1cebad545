"""Players to act and their legal actions: a useful selection of bids and imports, all of everything else."""

from collections.abc import Callable

from imperial.rules.actions import Action, Agree, Bid, BidBuy, Buy, Punt, Vote
from imperial.rules.board import Setup
from imperial.rules.investor_round import cents_needed
from imperial.rules.maneuver.menu import menu as maneuver_menu
from imperial.rules.money import to_dollars
from imperial.rules.proposal_menu import proposals
from imperial.rules.state import CENTS, Mode, State
from tabletop.rules import Seat

ACCEPT_OR_DECLINE: tuple[Action, ...] = (BidBuy(accept=True), BidBuy(accept=False))
EITHER_SIDE: tuple[Action, ...] = (Vote(choice=1), Vote(choice=2))


def players_to_act(state: State) -> tuple[str, ...]:
    return state.players_to_act


def legal_actions(state: State, player: Seat, *, setup: Setup) -> list[Action]:
    """Empty for a player who is not to act. Pausing the clock is always legal and not listed."""
    if not isinstance(player, str) or player not in state.player_info or not state.player_info[player].my_turn:
        return []
    return _MENUS[state.mode](state, player, setup)


def _bids(state: State, name: str, setup: Setup) -> list[Action]:
    """Offers nothing, the price of every bond for sale, and all the money."""
    money = state.player_info[name].money
    prices = [setup.stock_costs[stock] * CENTS for stock in state.country_info[state.country_up].avail_stock]
    amounts = {0, money, *(price for price in prices if price <= money)}
    return [Bid(amount=to_dollars(amount)) for amount in sorted(amounts)]


def _purchases(state: State, name: str, setup: Setup) -> list[Action]:
    player = state.player_info[name]
    purchases: list[Action] = [Punt()]
    for country, info in state.country_info.items():
        if info.off_limits:
            continue
        held = [bond.stock for bond in player.stock if bond.country == country]
        purchases += [
            Buy(country=country, stock=stock, return_stock=returned or None)
            for stock in info.avail_stock
            for returned in (0, *held)
            if returned < stock and cents_needed(stock, returned, setup=setup) <= player.money
        ]
    return purchases


def _counter_proposals(state: State, name: str, setup: Setup) -> list[Action]:
    return [Agree(), *proposals(state, name, setup)]


_MENUS: dict[Mode, Callable[[State, str, Setup], list[Action]]] = {
    "bid": _bids,
    "buy-bid": lambda _state, _name, _setup: list(ACCEPT_OR_DECLINE),
    "buy": _purchases,
    "proposal": proposals,
    "proposal-opp": _counter_proposals,
    "vote": lambda _state, _name, _setup: list(EITHER_SIDE),
    "continue-man": maneuver_menu,
    "peace-vote": maneuver_menu,
}
