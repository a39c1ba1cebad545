"""The auction at the start: sealed bids on each country, then offers to the bidders, highest first (rules 3.1, 3.2)."""

from msgspec.structs import replace

from imperial.rules.actions import Bid, BidBuy
from imperial.rules.advance import advance, anybody_owns_a_bond, restart_auction
from imperial.rules.board import Setup, next_country
from imperial.rules.events import AuctionAnswered, AuctionEnded, AuctionRestarted, BidPlaced, BidsRevealed, Event, Step
from imperial.rules.money import in_words, to_cents, to_dollars
from imperial.rules.refusals import refusal
from imperial.rules.state import CENTS, Bond, State, with_player, with_turns
from imperial.rules.stock import with_bond
from tabletop.rules import Shuffle
from tabletop.rules import gettext_noop as _


def bid(state: State, player: str, action: Bid, *, setup: Setup, shuffle: Shuffle) -> Step:
    """Raises `illegal_bid`. The last bid of a round opens all of them; `shuffle` decides between equal ones."""
    info = state.player_info[player]
    amount = to_cents(action.amount)
    if not 0 <= amount <= info.money:
        raise refusal("illegal_bid", _("A bid is between $0 and the %(money)s you have."), money=in_words(info.money))
    state = with_player(state, player, replace(info, bid=amount, my_turn=False))
    placed = BidPlaced(player=player, country=state.country_up)
    if any(other.my_turn for other in state.player_info.values()):
        return replace(state, same_turn=True), (placed,)
    bids = {other: bidder.bid for other, bidder in state.player_info.items() if bidder.bid is not None}
    # The sort is stable, so the shuffle before it breaks ties between equal bids.
    order = sorted(shuffle(list(bids)), key=bids.__getitem__, reverse=True)
    revealed = BidsRevealed(country=state.country_up, bids=tuple((other, to_dollars(bids[other])) for other in order))
    state = replace(state, mode="buy-bid", bid_buy_order=tuple(order), same_turn=False)
    return _next_bidder(state, placed, revealed, setup=setup, shuffle=shuffle)


def bid_buy(state: State, player: str, action: BidBuy, *, setup: Setup, shuffle: Shuffle) -> Step:
    """The answer of the bidder who is served now."""
    offered = offer(state, player, setup=setup)
    answered = AuctionAnswered(player=player, country=state.country_up, stock=offered, accepted=action.accept)
    if action.accept:
        # Rules 3.2: the buyer pays the whole bid, not the list price.
        pays = state.player_info[player].bid or 0
        state = with_bond(state, player, bond=Bond(country=state.country_up, stock=offered), pays=pays)
    state = with_player(state, player, replace(state.player_info[player], bid=None))
    remaining = tuple(other for other in state.bid_buy_order if other != player)
    state = replace(state, bid_buy_order=remaining, same_turn=False)
    return _next_bidder(state, answered, setup=setup, shuffle=shuffle)


def offer(state: State, player: str, *, setup: Setup) -> int:
    """Returns the largest unsold denomination whose list price the bid reaches; 0 if none."""
    amount = state.player_info[player].bid or 0
    unsold = state.country_info[state.country_up].avail_stock
    return max((stock for stock in unsold if setup.stock_costs[stock] * CENTS <= amount), default=0)


def _next_bidder(state: State, *events: Event, setup: Setup, shuffle: Shuffle) -> Step:
    # Bids are sorted: if the highest buys nothing, no later one does.
    if state.bid_buy_order and offer(state, state.bid_buy_order[0], setup=setup):
        return with_turns(state, state.bid_buy_order[0]), events
    players = {player: replace(info, bid=None) for player, info in state.player_info.items()}
    state = replace(state, player_info=players, bid_buy_order=())
    following = next_country(setup, state.country_up)
    solvent = [player for player, info in players.items() if info.money >= setup.stock_costs[1] * CENTS]
    if following is not None and solvent:
        return with_turns(replace(state, mode="bid", country_up=following), *solvent), events
    if not anybody_owns_a_bond(state):
        state = restart_auction(state, setup=setup)
        return state, (*events, AuctionRestarted(country=state.country_up))
    seats = sorted(shuffle(list(players)), key=lambda player: players[player].money, reverse=True)
    # The players sit by money, richest first; the first seat gets the investor card.
    seated = {
        player: replace(info, order=seats.index(player) + 1, investor=player == seats[0], swiss=False)
        for player, info in players.items()
    }
    state = replace(state, player_info=seated, swiss_set=())
    return advance(state, setup=setup), (*events, AuctionEnded(seats=tuple(seats)))
