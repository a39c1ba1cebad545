"""How everybody stands: players with cash, shares, score and clock, and the strip of countries under the map."""

from imperial.decisions.records import Holding
from imperial.pages.contexts.people import Mark, Share, mark, shares
from imperial.pages.view import PublicView, TableView
from imperial.rules.money import to_dollars
from imperial.rules.scoring import score_cents
from imperial.rules.state import Government, Player, Timer
from imperial.rules.taxation import MOST_POINTS
from tabletop.live.parts import EMPTY, Context
from tabletop.tables.faces import Face
from tabletop.tables.manners import Manners

TRACK_WIDTH = 200
AUCTION = ("bid", "buy-bid")
"""Modes in which a country has no points, units or taxes yet, only buyers."""


class Stock(Context, frozen=True):
    country: Mark
    stock: int


class PlayerRow(Context, frozen=True):
    face: Face
    turn: bool
    investor: bool
    swiss: bool
    money: float
    score: float
    left: int
    """Seconds on the clock."""
    until: int | None
    """When the clock that runs will have run out."""
    bot: bool
    shares: tuple[Stock, ...]


class Players(Context, frozen=True):
    game_id: str
    timed: bool
    paused: bool
    seated: bool
    my_seat: int
    substituted: bool
    given_up: bool
    """Somebody else may take the viewer's seat."""
    players: tuple[PlayerRow, ...]


class Bond(Context, frozen=True):
    stock: int
    price: int


class Land(Context, frozen=True):
    country: Mark
    auction: bool
    up: bool
    points: int
    points_width: int
    money: float
    government: Government | None
    shares: tuple[Share, ...]
    armies: int
    army_limit: int
    fleets: int
    fleet_limit: int
    factories: int
    last_tax: int
    bonds: tuple[Bond, ...]
    closed: bool


def manners(view: TableView) -> Manners:
    return view.manners


def players(view: TableView) -> Players:
    public, me = view.public, view.me
    over, timer = view.mode == "game-over" or public.closed is not None, public.game.timer
    return Players(
        game_id=public.game_id,
        timed=timer.timed,
        paused=bool(timer.pause) and not over,
        seated=me is not None and not over,
        my_seat=view.my_seat,
        substituted=me in public.bots,
        given_up=view.manners.given_up,
        players=public.shared(_player_rows),
    )


def _player_rows(public: PublicView) -> tuple[PlayerRow, ...]:
    game = public.game
    over, marks = game.mode == "game-over", [mark(country) for country in game.country_info]
    rows = []
    for player, info in game.player_info.items():
        turn, holdings = info.my_turn and not over, public.holdings[player]
        left, until = _clock(info, game.timer, runs=turn)
        row = PlayerRow(
            face=public.faces[player],
            turn=turn,
            investor=info.investor,
            swiss=info.swiss,
            money=to_dollars(info.money),
            score=to_dollars(score_cents(game, player)),
            left=left,
            until=until,
            bot=player in public.bots,
            shares=tuple(Stock(country=country, stock=holdings[country.country]) for country in marks),
        )
        rows.append(row)
    return tuple(rows)


def _clock(info: Player, timer: Timer, *, runs: bool) -> tuple[int, int | None]:
    """Rules 10: a player who is asked has the stock of time and the extra of a move, from the last move on."""
    if not (runs and timer.timed):
        return info.banked, None
    allowed = info.banked + timer.increment
    if timer.pause:
        return max(0, allowed - (timer.pause - timer.last_move) // 1000), None
    return allowed, timer.last_move // 1000 + allowed


def land(public: PublicView, *, index: int) -> Context:
    game = public.game
    countries = tuple(game.country_info)
    if index >= len(countries):
        return EMPTY
    country = countries[index]
    info, limits = game.country_info[country], public.board.countries[country]
    holdings = [Holding(player=player, stock=public.holdings[player][country]) for player in info.leadership]
    return Land(
        country=mark(country),
        auction=game.mode in AUCTION,
        up=game.country_up == country and game.mode != "game-over" and public.closed is None,
        points=info.points,
        points_width=info.points * TRACK_WIDTH // MOST_POINTS,
        money=to_dollars(info.money),
        government=info.gov if info.leadership else None,
        shares=shares(public, holdings),
        armies=len(info.armies),
        army_limit=limits.army_limit,
        fleets=len(info.fleets),
        fleet_limit=limits.fleet_limit,
        factories=len(info.factories),
        last_tax=info.last_tax,
        bonds=tuple(Bond(stock=stock, price=public.board.stock_costs[stock]) for stock in info.avail_stock),
        closed=info.off_limits,
    )
