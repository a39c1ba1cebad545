"""The investor round: the table of bonds that takes the place of the map, and the purchase beside it."""

from imperial.decisions.market import Cell, MarketDecision, MarketRow, Purchase
from imperial.pages.contexts.people import Mark, Share, mark, name, shares
from imperial.pages.view import PublicView, TableView
from imperial.rules.state import Government
from tabletop.live.parts import Context
from tabletop.tables.faces import Face


class CellShown(Context, frozen=True):
    cell: Cell
    holder: Face | None


class RowShown(Context, frozen=True):
    country: Mark
    points: int
    government: Government | None
    closed: bool
    cells: tuple[CellShown, ...]


class Market(Context, frozen=True):
    game_id: str
    yours: bool
    my_seat: int
    rows: tuple[RowShown, ...]


class Deal(Context, frozen=True):
    """What a purchase would do."""

    country: Mark
    purchase: Purchase
    shares: tuple[Share, ...]
    leader: str
    you_lead: bool
    opposition: str | None
    you_oppose: bool


class MarketScreen(Context, frozen=True):
    turn: int
    money: float
    as_swiss: bool
    deal: Deal | None
    within: bool
    """Whether any bond can be bought."""
    screen: str = "market"

    @property
    def purchase(self) -> Purchase | None:
        return None if self.deal is None else self.deal.purchase


def market(view: TableView) -> Market:
    decision, public = view.decision, view.public
    yours = isinstance(decision, MarketDecision)
    rows = decision.rows if isinstance(decision, MarketDecision) else public.market
    return Market(
        game_id=public.game_id, yours=yours, my_seat=view.my_seat, rows=tuple(_row(public, row) for row in rows)
    )


def _row(public: PublicView, row: MarketRow) -> RowShown:
    return RowShown(
        country=mark(row.country),
        points=row.points,
        government=row.government,
        closed=row.closed,
        cells=tuple(
            CellShown(cell=cell, holder=None if cell.holder is None else public.faces[cell.holder])
            for cell in row.cells
        ),
    )


def market_screen(view: TableView, decision: MarketDecision) -> MarketScreen:
    return MarketScreen(
        turn=decision.turn,
        money=decision.money,
        as_swiss=decision.as_swiss,
        deal=_deal(view, decision.purchase) if decision.purchase else None,
        within=any(cell.buyable for row in decision.rows for cell in row.cells),
    )


def _deal(view: TableView, purchase: Purchase) -> Deal:
    public = view.public
    return Deal(
        country=mark(purchase.country),
        purchase=purchase,
        shares=shares(public, purchase.shares),
        leader=public.faces[purchase.leader].name,
        you_lead=purchase.leader == view.me,
        opposition=name(public, purchase.opposition),
        you_oppose=purchase.opposition == view.me,
    )
