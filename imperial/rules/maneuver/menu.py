"""The menu of a maneuver: batches by simple policies, and every step of the next unit."""

from collections.abc import Callable

from imperial.rules.actions import Action, CastPeaceVote, DictatorPeace, ManeuverBatch, ManeuverStep
from imperial.rules.board import Setup
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.judge import ManeuverJudge
from imperial.rules.maneuver.progress import waiting_places
from imperial.rules.state import ManeuverTuple, PendingPeace, State, UnitKind

Policy = Callable[[ManeuverJudge, UnitKind, str, set[str]], ManeuverTuple | None]
"""The set holds places that need no further unit."""
Waiting = dict[UnitKind, list[str]]
"""Places of the units that have not moved."""
_KINDS: tuple[UnitKind, UnitKind] = ("fleet", "army")


def spread(judge: ManeuverJudge, kind: UnitKind, origin: str, taken: set[str]) -> ManeuverTuple | None:
    """Goes to an empty place for a tax chip."""
    foreign, unowned = judge.board.foreign, judge.geography.unowned

    def is_open(place: str) -> bool:
        return place in unowned and place not in taken and not foreign.get(place)

    place = judge.first_destination(kind, origin, is_open)
    if place is None:
        return None
    taken.add(place)
    return origin, place, codes.PLAIN


def fight(judge: ManeuverJudge, kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple | None:
    """Goes to war with the first foreign unit in reach."""
    foreign = judge.board.foreign
    place = judge.first_destination(kind, origin, lambda place: bool(foreign.get(place)))
    if place is None:
        return None
    country, target, _hostile = foreign[place][0]
    return origin, place, codes.war(country, target)


def occupy(judge: ManeuverJudge, kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple | None:
    """Goes to a foreign home that it may enter as hostile; fleets cannot."""
    if kind == "fleet":
        return None

    board, hostile = judge.board, judge.waiting[kind][origin][0]
    place = judge.first_destination(kind, origin, lambda place: board.may_occupy(origin, place, hostile=hostile))
    return None if place is None else (origin, place, codes.HOSTILE)


def make_peace(judge: ManeuverJudge, kind: UnitKind, origin: str, _taken: set[str]) -> ManeuverTuple | None:
    """Goes where units of other countries are, in peace."""
    foreign = judge.board.foreign
    place = judge.first_destination(kind, origin, lambda place: place != origin and bool(foreign.get(place)))
    return None if place is None else (origin, place, codes.PEACE)


POLICIES: tuple[Policy, ...] = (spread, fight, occupy, make_peace)


def menu(state: State, player: str, setup: Setup) -> list[Action]:
    """Returns legal actions; never empty for a player whose turn it is."""
    maneuver = state.current_maneuver
    if maneuver is None or not state.player_info[player].my_turn:
        return []
    if state.peace_vote is not None:
        return [CastPeaceVote(choice="accept"), CastPeaceVote(choice="reject")]
    judge = ManeuverJudge(state, maneuver, setup=setup)
    if maneuver.pending_peace is not None:
        return _answers(judge, maneuver.pending_peace)
    waiting: Waiting = {kind: waiting_places(maneuver, kind) for kind in _KINDS}
    missing = judge.missing_companions()
    if missing:
        return [_with_company(judge, waiting, missing)]
    steps = _steps(judge, maneuver.phase, waiting)
    staying = _sending(waiting, {})
    chips = state.country_info[maneuver.country].tax_chips
    batches = [staying, *(_following(policy, judge.copy(), waiting, taken=set(chips)) for policy in POLICIES)]
    party = _blow_up_party(judge, waiting)
    return [*dict.fromkeys(batches + party), *steps]


def _answers(judge: ManeuverJudge, pending: PendingPeace) -> list[Action]:
    answers: list[Action] = [DictatorPeace(accept=True), DictatorPeace(accept=False)]
    kinds = judge.board.kinds_of(pending.target_country, pending.destination)
    if len(kinds) > 1:
        answers.extend(DictatorPeace(accept=False, sacrifice=kind) for kind in _KINDS)
    return answers


def _steps(judge: ManeuverJudge, kind: UnitKind, waiting: Waiting) -> list[Action]:
    origin = waiting[kind][0]
    return [
        ManeuverStep(origin=origin, destination=place, action=action)
        for place in judge.destinations(kind, origin)
        for action in judge.actions(kind, origin, place)
    ]


def _following(policy: Policy, judge: ManeuverJudge, waiting: Waiting, *, taken: set[str]) -> ManeuverBatch:
    """Moves all units by the policy; units without such a move spread out or stay."""
    moves: dict[UnitKind, list[ManeuverTuple]] = {"fleet": [], "army": []}
    for kind in _KINDS:
        stuck: set[str] = set()
        """Places from which no unit of this kind can spread out, until a war makes room."""
        for origin in waiting[kind]:
            move = None if policy is spread else policy(judge, kind, origin, taken)
            if move is not None and move[2] not in codes.QUIET:
                stuck.clear()
            if move is None and origin not in stuck:
                move = spread(judge, kind, origin, taken)
            if move is None:
                stuck.add(origin)
                move = (origin, origin, codes.PLAIN)
            judge.put(kind, move)
            moves[kind].append(move)
    return ManeuverBatch(fleet_man=tuple(moves["fleet"]), army_man=tuple(moves["army"]))


def _blow_up_party(judge: ManeuverJudge, waiting: Waiting) -> list[ManeuverBatch]:
    """Three armies blow up the first factory within reach by land; all other units stay."""
    if len(waiting["army"]) < codes.BLOW_UP_ARMIES:
        return []
    lands = [judge.army_reach[origin].places for origin in waiting["army"]]
    for owner, factories in judge.board.factories.items():
        for place in factories if owner != judge.country else ():
            near = [number for number, land in enumerate(lands) if place in land]
            if len(near) < codes.BLOW_UP_ARMIES or not judge.board.may_blow_up(place):
                continue
            party = near[: codes.BLOW_UP_ARMIES]
            actions = {party[0]: codes.blow_up(owner), party[1]: codes.PEACE, party[2]: codes.PEACE}
            return [_sending(waiting, {number: (place, action) for number, action in actions.items()})]
    return []


def _with_company(judge: ManeuverJudge, waiting: Waiting, missing: list[str]) -> ManeuverBatch:
    """Rules 5.6: sends the armies that a blow-up lacks; all other units stay."""
    armies: list[str | None] = list(waiting["army"])
    orders = {}
    for origin, place in zip(judge.senders() or (), missing, strict=True):
        number = armies.index(origin)
        orders[number] = (place, codes.PEACE)
        armies[number] = None
    return _sending(waiting, orders)


def _sending(waiting: Waiting, orders: dict[int, tuple[str, str]]) -> ManeuverBatch:
    """Builds a batch from orders by number of army; all other units stay."""
    fleets = tuple((place, place, codes.PLAIN) for place in waiting["fleet"])
    armies = [(origin, *orders.get(number, (origin, codes.PLAIN))) for number, origin in enumerate(waiting["army"])]
    return ManeuverBatch(fleet_man=fleets, army_man=tuple(armies))
