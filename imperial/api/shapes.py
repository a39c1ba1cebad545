"""What programs get from Imperial: the shape of every answer. Money is in dollars (rules 14).

Players are named, except in fields that are called ids and within `series`: they hold seat ids.
"""

from typing import Any, Literal, Union

import msgspec
from msgspec import UNSET, UnsetType

from imperial import rules
from imperial.api.event_shapes import EVENTS
from imperial.plug import Clock
from imperial.rules.state import Bond, CurrentManeuver, Government, ManeuverTuple, Mode, Proposal, Timer, Unit, UnitKind
from tabletop.api import shapes
from tabletop.api.shapes import PublicState, Shape, with_state


class SeatState(Shape, kw_only=True):
    """`name` and `bot` are the older spellings of `displayName` and `botLevel`."""

    player_id: str
    display_name: str
    name: str
    type: Literal["human", "bot"]
    bot_level: str | None
    bot: str | None
    is_host: bool


class PlayerState(Shape, kw_only=True):
    """The bid is null for the others while bids are sealed; the email is empty for the others always."""

    money: float
    my_turn: bool
    investor: bool
    order: int
    swiss: bool
    stock: list[Bond]
    score_modifier: int
    email: str
    banked: int
    bid: float | None


class CountryState(Shape, kw_only=True):
    money: float
    points: int
    factories: list[str]
    wheel_spot: str
    gov: Government
    leadership: list[str]
    avail_stock: list[int]
    off_limits: bool
    last_tax: int
    tax_chips: list[str]
    fleets: list[Unit]
    armies: list[Unit]


class SealedProposal(Shape, kw_only=True):
    proposal: str


class VotingState(Shape, kw_only=True):
    """Votes and voters are secret until the vote is decided."""

    country: str
    proposal_1: SealedProposal = msgspec.field(name="proposal 1")
    proposal_2: SealedProposal = msgspec.field(name="proposal 2")
    my_vote: Literal[1, 2] | None


class PeaceVoteState(Shape, kw_only=True):
    moving_country: str
    target_country: str
    unit_type: UnitKind
    origin: str
    destination: str
    accept_votes: float
    reject_votes: float
    voters: list[str]
    total_stock: int
    move: ManeuverTuple = msgspec.field(name="tuple")


class Rank(Shape, kw_only=True, rename=None):
    player: str
    score: float
    cash_value: float


class Result(Shape, kw_only=True):
    winner: str
    ranking: list[Rank]


class State(PublicState, kw_only=True):
    """The table as the caller may know it; the fields of the game are missing while the table waits for players."""

    mode: Literal["waiting"] | Mode
    me: str | None
    seats: list[SeatState]
    clock: Clock | None
    setup: str
    players_to_act: list[str]
    can_undo: bool
    result: Result | None
    now: float
    history: list[str]
    player_info: dict[str, PlayerState]
    country_info: dict[str, CountryState]
    country_up: str | UnsetType = UNSET
    round: int | UnsetType = UNSET
    turn_id: int | UnsetType = msgspec.field(name="turnID", default=UNSET)
    same_turn: bool | UnsetType = UNSET
    undo: str | UnsetType | None = UNSET
    proposal_1: Proposal | UnsetType | None = msgspec.field(name="proposal 1", default=UNSET)
    proposal_2: Proposal | UnsetType | None = msgspec.field(name="proposal 2", default=UNSET)
    voting: VotingState | UnsetType | None = UNSET
    bid_buy_order: list[str] | UnsetType = UNSET
    swiss_set: list[str] | UnsetType | None = UNSET
    current_maneuver: CurrentManeuver | UnsetType | None = UNSET
    peace_vote: PeaceVoteState | UnsetType | None = UNSET
    timer: Timer | UnsetType = UNSET


class Standing(shapes.Standing[State], kw_only=True):
    pass


Look, Entered = with_state(shapes.Look, State), with_state(shapes.Entered, State)


class History(Standing, kw_only=True):
    """The whole public log, one line each."""

    history: list[str]


class WheelOption(Shape, kw_only=True, rename=None):
    spot: str
    steps: int
    cost: float
    triggers_investor: bool


class TaxPreview(Shape, kw_only=True, rename=None):
    raw: int
    vp: int
    treasury_change: float
    pool: int
    split: dict[str, int]


class Options(Shape, kw_only=True):
    """What is legal for the caller now, as it is to be sent; a spectator has none."""

    legal_actions: list[rules.Action]
    wheel_options: list[WheelOption]
    tax_preview: TaxPreview | None
    investor_preview: dict[str, float] | None


class OptionsShown(Standing, kw_only=True):
    options: Options


class Planned(Standing, kw_only=True):
    """Where the unit can go, or with a `destination` what it can do there."""

    reachable: list[str] | UnsetType = UNSET
    actions: list[str] | UnsetType = UNSET


AnyEvent: Any = Union[tuple(EVENTS.values())]  # noqa: UP007 - made of a list


class Moved(Standing, kw_only=True):
    """What happened by the action, as the caller may know it."""

    events: list[AnyEvent]
