"""The state of a game of Imperial (rules 1). Money is in cents, votes in tenths; JSON has dollars and stock.

Mappings are never changed in place; `with_player` and `with_country` build new ones.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

CENTS = 100
"""Of a dollar: `2 * CENTS` are two dollars."""
VOTE_TENTHS = 10
"""Of a vote."""

Mode = Literal["bid", "buy-bid", "buy", "proposal", "proposal-opp", "vote", "continue-man", "peace-vote", "game-over"]
Government = Literal["dictatorship", "democracy"]
UnitKind = Literal["fleet", "army"]
ReturnMode = Literal["execute", "proposal-opp", "vote"]
ManeuverTuple = tuple[str, str, str]
"""Origin, destination, action code (rules 1.5)."""

WHEEL_CENTER = "center"


class _Record(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """JSON has the names of the exchange format. Records form no cycles: the garbage collector may skip them."""


class Bond(_Record, frozen=True, kw_only=True):
    country: str
    stock: int
    """The denomination."""


class Unit(_Record, frozen=True, kw_only=True):
    territory: str
    hostile: bool = True
    """Rules 1.3: False for an army that coexists on another country's home territory."""


class Player(_Record, frozen=True, kw_only=True):
    money: int
    my_turn: bool = False
    investor: bool = False
    order: int = 0
    """Seat 1..n; 0 until the auction ends."""
    swiss: bool = False
    stock: tuple[Bond, ...] = ()
    """By country order, then denomination."""
    score_modifier: int = 0
    email: str = ""
    banked: int = 0
    """Seconds left on the clock."""
    bid: int | None = None
    """Secret until the round of bids closes."""

    @property
    def purse(self) -> int:
        """Cents the player can pay with. A debt, possible only in imported games, forbids nothing that is free."""
        return max(0, self.money)


class Country(_Record, frozen=True, kw_only=True):
    money: int = 0
    points: int = 0
    factories: tuple[str, ...] = ()
    wheel_spot: str = WHEEL_CENTER
    gov: Government = "dictatorship"
    leadership: tuple[str, ...] = ()
    """All stockholders, most stock first."""
    avail_stock: tuple[int, ...] = ()
    off_limits: bool = False
    last_tax: int = 5
    tax_chips: tuple[str, ...] = ()
    fleets: tuple[Unit, ...] = ()
    armies: tuple[Unit, ...] = ()


class Import(_Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    types: tuple[UnitKind, ...] = ()
    territories: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.types) != len(self.territories):
            raise ValueError("every imported unit needs its kind and its territory")


class Proposal(_Record, frozen=True, kw_only=True):
    """A proposal of leader or opposition: plain data, described and priced again on execution."""

    player: str = msgspec.field(name="name")
    """The author; `name` in the exchange format."""
    wheel_spot: str
    factory_loc: str | None = None
    fleet_produce: tuple[str, ...] = ()
    army_produce: tuple[str, ...] = ()
    imports: Import | None = msgspec.field(name="import", default=None)
    fleet_man: tuple[ManeuverTuple, ...] = ()
    army_man: tuple[ManeuverTuple, ...] = ()


class Tally(_Record, frozen=True, kw_only=True):
    proposal: str
    votes: int = 0
    """In tenths: the leader's vote weighs a tenth more."""
    voters: tuple[str, ...] = ()


class Voting(_Record, frozen=True, kw_only=True):
    country: str
    proposal_1: Tally = msgspec.field(name="proposal 1")
    proposal_2: Tally = msgspec.field(name="proposal 2")


class PendingPeace(_Record, frozen=True, kw_only=True):
    origin: str
    destination: str
    target_country: str
    unit_type: UnitKind
    move: ManeuverTuple = msgspec.field(name="tuple")


class CurrentManeuver(_Record, frozen=True, kw_only=True):
    country: str
    player: str
    wheel_spot: str
    phase: UnitKind
    unit_index: int = 0
    pending_fleets: tuple[Unit, ...] = ()
    pending_armies: tuple[Unit, ...] = ()
    completed_fleet_moves: tuple[ManeuverTuple, ...] = ()
    completed_army_moves: tuple[ManeuverTuple, ...] = ()
    return_mode: ReturnMode
    proposal_slot: int
    pending_peace: PendingPeace | None = None
    pending_peace_targets: tuple[str, ...] = ()
    """Countries still to be asked about the moving unit, without the one being asked."""
    remaining_fleet_plans: tuple[ManeuverTuple, ...] = ()
    remaining_army_plans: tuple[ManeuverTuple, ...] = ()


class PeaceVote(_Record, frozen=True, kw_only=True):
    moving_country: str
    target_country: str
    unit_type: UnitKind
    origin: str
    destination: str
    accept_votes: int = 0
    reject_votes: int = 0
    """Both in tenths."""
    voters: tuple[str, ...] = ()
    total_stock: int
    move: ManeuverTuple = msgspec.field(name="tuple")


class Timer(_Record, frozen=True, kw_only=True):
    timed: bool = False
    increment: int = 0
    """Seconds."""
    pause: int = 0
    """Time in milliseconds when the clock was stopped; 0 while it runs."""
    last_move: int = 0
    """Time in milliseconds."""
    banked: int = 0
    """Seconds everybody starts with."""


class State(_Record, frozen=True, kw_only=True):
    mode: Mode
    country_up: str
    round: int = 1
    turn_id: int = msgspec.field(name="turnID", default=1)
    setup: str
    same_turn: bool = False
    undo: str | None = None
    history: tuple[str, ...] = ()
    proposal_1: Proposal | None = msgspec.field(name="proposal 1", default=None)
    proposal_2: Proposal | None = msgspec.field(name="proposal 2", default=None)
    voting: Voting | None = None
    bid_buy_order: tuple[str, ...] = ()
    swiss_set: tuple[str, ...] | None = None
    current_maneuver: CurrentManeuver | None = None
    peace_vote: PeaceVote | None = None
    timer: Timer = Timer()
    player_info: Mapping[str, Player]
    """By player, which is a seat id, in the order given to `new_game`."""
    country_info: Mapping[str, Country]
    """In the order of the setup."""

    @property
    def peace_offer(self) -> PendingPeace | PeaceVote | None:
        """The offer that waits for the answer of a dictator, or of stockholders."""
        maneuver = self.current_maneuver
        return None if maneuver is None else self.peace_vote or maneuver.pending_peace

    @property
    def players_to_act(self) -> tuple[str, ...]:
        return tuple(player for player, info in self.player_info.items() if info.my_turn)


def with_player(state: State, player: str, info: Player) -> State:
    return replace(state, player_info={**state.player_info, player: info})


def with_country(state: State, country: str, info: Country) -> State:
    return replace(state, country_info={**state.country_info, country: info})


def with_turns(state: State, *players: str) -> State:
    """Returns the state in which exactly these players are to act."""
    turns = {
        player: info if info.my_turn == (player in players) else replace(info, my_turn=player in players)
        for player, info in state.player_info.items()
    }
    return replace(state, player_info=turns)
