"""What a player has chosen but not yet submitted. Kept on the server, so another device can go on with it."""

import msgspec

from imperial.rules.state import ManeuverTuple, UnitKind


class Draft(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    turn_id: int = 0
    """The turn it was made for: a draft for another turn is as good as none."""
    spot: str | None = None
    factory: str | None = None
    produce: tuple[str, ...] | None = None
    """None until the player changes it: all that can be made."""
    imports: tuple[tuple[UnitKind, str], ...] = ()
    bond: tuple[str, int] | None = None
    """Country and denomination on the market."""
    give_back: int | None = None
    choice: int | None = None
    """The proposal a voter is about to vote for."""
    fleet_man: tuple[ManeuverTuple, ...] | None = None
    army_man: tuple[ManeuverTuple, ...] | None = None
    """None until the player touches the plan."""
    peace_order: tuple[str, ...] = ()
    """Which country is asked first where one move has to ask several."""
    in_hand: int | None = None
    """The row of the plan whose destination is being chosen."""


NO_DRAFT = Draft()
