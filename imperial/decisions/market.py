"""Decisions about bonds: bids and offers of the auction (rules 3.1, 3.2), purchases of investors (3.8, 6, 7)."""

from typing import Literal

from imperial.decisions.draft import Draft, asked_since
from imperial.decisions.records import Holding, Question, Record
from imperial.rules.actions import Buy
from imperial.rules.auction import offer
from imperial.rules.board import Setup
from imperial.rules.investor import cents_needed
from imperial.rules.money import to_dollars
from imperial.rules.state import CENTS, Bond, Government, State
from imperial.rules.stock import holdings, with_bond


class BondForBid(Record, frozen=True):
    stock: int
    price: int
    for_sale: bool
    reachable: bool


class BidDecision(Question, frozen=True):
    country: str
    number: int
    of: int
    after: int
    money: float
    bonds: tuple[BondForBid, ...]
    screen: Literal["bid"] = "bid"


class OfferDecision(Question, frozen=True):
    country: str
    stock: int
    bid: float
    money: float
    money_after: float
    treasury: float
    treasury_after: float
    list_price: int
    screen: Literal["offer"] = "offer"


class Cell(Record, frozen=True):
    stock: int
    price: int
    holder: str | None
    buyable: bool
    upgrade_only: bool
    selected: bool
    given_back: bool


class MarketRow(Record, frozen=True):
    country: str
    points: int
    government: Government | None
    closed: bool
    cells: tuple[Cell, ...]


class Payment(Record, frozen=True):
    """A way to pay for a bond: with a smaller one, or with money alone."""

    give_back: int
    chosen: bool
    pays: float
    affordable: bool


class Purchase(Record, frozen=True):
    country: str
    stock: int
    price: int
    give_back: int | None
    give_back_price: int
    pays: float
    ways: tuple[Payment, ...]
    cash: float
    cash_after: float
    treasury: float
    treasury_after: float
    shares: tuple[Holding, ...]
    leader_before: str | None
    leader: str
    government_before: Government | None
    government: Government
    opposition: str | None


class MarketDecision(Question, frozen=True):
    money: float
    as_swiss: bool
    rows: tuple[MarketRow, ...]
    purchase: Purchase | None
    screen: Literal["market"] = "market"


def bid_decision(state: State, player: str, _draft: Draft, *, setup: Setup) -> BidDecision:
    """Leaves out who has bid: updates must not disturb a player who is typing."""
    countries = list(setup.countries)
    money = state.player_info[player].money
    for_sale = state.country_info[state.country_up].avail_stock
    return BidDecision(
        turn=asked_since(state),
        country=state.country_up,
        number=countries.index(state.country_up) + 1,
        of=len(countries),
        after=len(countries) - countries.index(state.country_up) - 1,
        money=to_dollars(money),
        bonds=tuple(
            BondForBid(
                stock=stock,
                price=setup.stock_costs[stock],
                for_sale=stock in for_sale,
                reachable=stock in for_sale and setup.stock_costs[stock] * CENTS <= money,
            )
            for stock in range(1, len(setup.stock_costs))
        ),
    )


def offer_decision(state: State, player: str, _draft: Draft, *, setup: Setup) -> OfferDecision:
    """The bond that the player may buy with the bid."""
    bid = state.player_info[player].bid or 0
    treasury, stock = state.country_info[state.country_up].money, offer(state, player, setup=setup)
    return OfferDecision(
        turn=asked_since(state),
        country=state.country_up,
        stock=stock,
        bid=to_dollars(bid),
        money=to_dollars(state.player_info[player].money),
        money_after=to_dollars(state.player_info[player].money - bid),
        treasury=to_dollars(treasury),
        treasury_after=to_dollars(treasury + bid),
        list_price=setup.stock_costs[stock],
    )


def market_decision(state: State, player: str, draft: Draft, *, setup: Setup) -> MarketDecision:
    """Everything for sale in the investor round, and the purchase that the draft has chosen."""
    chosen = purchase_of(state, player, draft, setup=setup)
    return MarketDecision(
        turn=asked_since(state),
        money=to_dollars(state.player_info[player].money),
        as_swiss=not state.player_info[player].investor,
        rows=tuple(_row(state, player, country, chosen, setup=setup) for country in state.country_info),
        purchase=None if chosen is None else _purchase(state, player, chosen, setup=setup),
    )


def market_rows(state: State, *, setup: Setup) -> tuple[MarketRow, ...]:
    """Returns the rows for players who only watch: holders, but nothing to buy."""
    return tuple(_row(state, None, country, None, setup=setup) for country in state.country_info)


def _ways(state: State, player: str, country: str, stock: int, *, setup: Setup) -> dict[int, bool]:
    """Returns the denominations that could be exchanged for this bond, 0 for none, each with whether that suffices."""
    buyer = state.player_info[player]
    smaller = [bond.stock for bond in buyer.stock if bond.country == country and bond.stock < stock]
    return {returned: cents_needed(stock, returned, setup=setup) <= buyer.money for returned in (0, *smaller)}


def purchase_of(state: State, player: str, draft: Draft, *, setup: Setup) -> Buy | None:
    """Returns the purchase of the draft; None if nothing is chosen or the bond is no longer for sale."""
    if draft.bond is None:
        return None
    country, stock = draft.bond
    info = state.country_info.get(country)
    if info is None or info.off_limits or stock not in info.avail_stock:
        return None
    ways = [returned for returned, payable in _ways(state, player, country, stock, setup=setup).items() if payable]
    if not ways:
        return None
    returned = draft.give_back if draft.give_back in ways else ways[0]
    return Buy(country=country, stock=stock, return_stock=returned or None)


def _row(state: State, player: str | None, country: str, chosen: Buy | None, *, setup: Setup) -> MarketRow:
    """The bonds of one country: who holds them, and which the player can buy."""
    info = state.country_info[country]
    holders = {
        bond.stock: owner
        for owner, owned in state.player_info.items()
        for bond in owned.stock
        if bond.country == country
    }

    def cell(stock: int) -> Cell:
        ways = _ways(state, player, country, stock, setup=setup) if player and stock in info.avail_stock else {0: False}
        payable = any(ways.values())
        selected = chosen is not None and (chosen.country, chosen.stock) == (country, stock)
        return Cell(
            stock=stock,
            price=setup.stock_costs[stock],
            holder=holders.get(stock),
            buyable=payable and not info.off_limits,
            upgrade_only=payable and not ways[0],
            selected=selected,
            given_back=chosen is not None and chosen.country == country and chosen.return_stock == stock,
        )

    return MarketRow(
        country=country,
        points=info.points,
        government=info.gov if info.leadership else None,
        closed=info.off_limits,
        cells=tuple(cell(stock) for stock in range(1, len(setup.stock_costs))),
    )


def _purchase(state: State, player: str, buy: Buy, *, setup: Setup) -> Purchase:
    """What the chosen purchase costs and changes."""
    returned = buy.return_stock or 0
    pays = cents_needed(buy.stock, returned, setup=setup)
    after = with_bond(state, player, bond=Bond(country=buy.country, stock=buy.stock), returned=returned, pays=pays)
    before_country, after_country = state.country_info[buy.country], after.country_info[buy.country]
    return Purchase(
        country=buy.country,
        stock=buy.stock,
        price=setup.stock_costs[buy.stock],
        give_back=returned or None,
        give_back_price=setup.stock_costs[returned],
        pays=to_dollars(pays),
        ways=tuple(
            Payment(
                give_back=other,
                chosen=other == returned,
                pays=to_dollars(cents_needed(buy.stock, other, setup=setup)),
                affordable=payable,
            )
            for other, payable in _ways(state, player, buy.country, buy.stock, setup=setup).items()
        ),
        cash=to_dollars(state.player_info[player].money),
        cash_after=to_dollars(after.player_info[player].money),
        treasury=to_dollars(before_country.money),
        treasury_after=to_dollars(after_country.money),
        shares=tuple(Holding(player=holder, stock=stock) for holder, stock in holdings(after, buy.country).items()),
        leader_before=next(iter(before_country.leadership), None),
        leader=after_country.leadership[0],
        government_before=before_country.gov if before_country.leadership else None,
        government=after_country.gov,
        opposition=next(iter(after_country.leadership[1:]), None),
    )
