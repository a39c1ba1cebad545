"""Actions of players (rules 8), typed and as JSON."""

from typing import Annotated, Any, Literal

import msgspec

from imperial.rules.state import Import, ManeuverTuple, UnitKind
from tabletop.rules import Json, RuleViolation, say
from tabletop.rules import gettext_noop as _


class _Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", omit_defaults=True, gc=False):
    pass


# The bounds reject only what cannot be rounded to cents: infinity, NaN and numbers beyond them.
Dollars = Annotated[float, msgspec.Meta(ge=-1e24, le=1e24)]


class Bid(_Action, frozen=True, kw_only=True, tag="bid"):
    amount: Dollars
    """Dollars, as typed; the rules round to cents."""


class BidBuy(_Action, frozen=True, kw_only=True, tag="bid_buy"):
    accept: bool


class Buy(_Action, frozen=True, kw_only=True, tag="buy"):
    country: str
    stock: int
    return_stock: int | None = None


class Punt(_Action, frozen=True, kw_only=True, tag="punt"):
    pass


class Propose(_Action, frozen=True, kw_only=True, tag="propose"):
    wheel_spot: str
    factory_loc: str | None = None
    fleet_produce: tuple[str, ...] = ()
    army_produce: tuple[str, ...] = ()
    imports: Import | None = msgspec.field(name="import", default=None)


class Agree(_Action, frozen=True, kw_only=True, tag="agree"):
    pass


class Vote(_Action, frozen=True, kw_only=True, tag="vote"):
    choice: Literal[1, 2]


class ManeuverStep(_Action, frozen=True, kw_only=True, tag="maneuver_step"):
    origin: str | None = None
    destination: str
    action: str = ""


class ManeuverBatch(_Action, frozen=True, kw_only=True, tag="maneuver_batch"):
    fleet_man: tuple[ManeuverTuple, ...] = ()
    army_man: tuple[ManeuverTuple, ...] = ()
    peace_order: tuple[str, ...] = ()


class DictatorPeace(_Action, frozen=True, kw_only=True, tag="dictator_peace"):
    accept: bool
    sacrifice: UnitKind | None = None


class CastPeaceVote(_Action, frozen=True, kw_only=True, tag="peace_vote"):
    choice: Literal["accept", "reject"]


class Pause(_Action, frozen=True, kw_only=True, tag="pause"):
    pass


class Resume(_Action, frozen=True, kw_only=True, tag="resume"):
    pass


_Investing = Bid | BidBuy | Buy | Punt
_Proposing = Propose | Agree | Vote
_Maneuvering = ManeuverStep | ManeuverBatch | DictatorPeace | CastPeaceVote
Action = _Investing | _Proposing | _Maneuvering | Pause | Resume


def action_from_json(data: Any) -> Action:
    try:
        return msgspec.convert(data, Action)
    except msgspec.ValidationError as problem:
        raise RuleViolation(
            "invalid_request", say(_("This is not a move the game knows: %(problem)s."), problem=str(problem))
        ) from None


def action_to_json(action: Action) -> Json:
    data: Json = msgspec.json.decode(msgspec.json.encode(action))
    return data
