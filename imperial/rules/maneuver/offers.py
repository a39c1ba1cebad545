"""Peace offers: which countries a unit has to ask before it enters, and who answers (rules 5.7)."""

from collections.abc import Sequence

from msgspec.structs import replace

from imperial.rules.events import Step
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.events import PeaceOffered
from imperial.rules.maneuver.virtual_board import VirtualBoard
from imperial.rules.refusals import refusal
from imperial.rules.state import CurrentManeuver, ManeuverTuple, PeaceVote, PendingPeace, State, UnitKind, with_turns
from imperial.rules.stock import total_stock
from tabletop.rules import gettext_noop as _

Targets = tuple[str, ...]


def check_peace_order(state: State, peace_order: Sequence[str]) -> None:
    unknown = next((name for name in peace_order if name not in state.country_info), None)
    if unknown is not None:
        raise refusal("illegal_action", _("There is no country called %(country)s to ask for peace."), country=unknown)


def to_be_asked(
    state: State, board: VirtualBoard, move: ManeuverTuple, *, player: str, peace_order: Sequence[str] = ()
) -> Targets:
    """Returns the countries that have a say in this move, in the order of asking; empty for most moves."""
    origin, destination, action = move
    if action != codes.PEACE or origin == destination:
        return ()
    hostile = board.hostile_countries(destination)
    in_order = dict.fromkeys([*peace_order, *state.country_info])
    return who_must_decide(state, tuple(name for name in in_order if name in hostile), player=player)


def who_must_decide(state: State, targets: Targets, *, player: str) -> Targets:
    """Drops the countries that accept unasked (rules 5.7 and Q8)."""
    return tuple(name for name in targets if deciders(state, name, player=player))


def deciders(state: State, country: str, *, player: str) -> tuple[str, ...]:
    """Returns who answers for a country: its dictator or its stockholders, without the player who offers."""
    info = state.country_info[country]
    if info.gov == "dictatorship":
        return tuple(other for other in info.leadership[:1] if other != player)
    return tuple(other for other in info.leadership if other != player)


def ask(state: State, maneuver: CurrentManeuver, kind: UnitKind, move: ManeuverTuple, *, targets: Targets) -> Step:
    """Offers peace to the first target; the other targets wait."""
    origin, destination, _action = move
    target, *others = targets
    voters = deciders(state, target, player=maneuver.player)
    is_dictatorship = state.country_info[target].gov == "dictatorship"
    pending, vote = None, None
    if is_dictatorship:
        pending = PendingPeace(origin=origin, destination=destination, target_country=target, unit_type=kind, move=move)
    else:
        vote = PeaceVote(
            moving_country=maneuver.country,
            target_country=target,
            unit_type=kind,
            origin=origin,
            destination=destination,
            total_stock=total_stock(state, target, voters),
            move=move,
        )
    state = replace(
        state,
        mode="continue-man" if is_dictatorship else "peace-vote",
        current_maneuver=replace(maneuver, pending_peace=pending, pending_peace_targets=tuple(others)),
        peace_vote=vote,
        same_turn=False,
    )
    offered = PeaceOffered(
        moving_country=maneuver.country, target_country=target, kind=kind, origin=origin, destination=destination
    )
    return with_turns(state, *voters), (offered,)
