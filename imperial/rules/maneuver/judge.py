"""Legality of maneuver moves: steps, batches, planner and menu all ask `ManeuverJudge` (rules 5.2 to 5.6)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from imperial.rules.board import Setup
from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.geography import geography_of
from imperial.rules.maneuver.transport import Transport
from imperial.rules.maneuver.virtual_board import VirtualBoard, flags_by_place
from imperial.rules.maneuver.why_not import no_such_action, no_such_unit, no_such_way
from imperial.rules.refusals import refusal
from imperial.rules.state import CurrentManeuver, ManeuverTuple, State, UnitKind
from tabletop.rules import RuleViolation
from tabletop.rules import gettext_noop as _


class ManeuverJudge:
    """The virtual board after the moves so far, and the units that have not moved.

    Mutable, unlike the states of the rules: built for one question and thrown away.
    """

    def __init__(self, state: State, maneuver: CurrentManeuver, *, setup: Setup) -> None:
        self.country = maneuver.country
        self.geography = geography = geography_of(setup)
        self.army_reach = geography.army_reach(maneuver.country)
        self.board = VirtualBoard(state, maneuver.country, armies=maneuver.pending_armies, geography=geography)
        self.transport = Transport(maneuver.country, geography=geography)
        self.waiting: dict[UnitKind, dict[str, tuple[bool, ...]]] = {
            "fleet": flags_by_place(maneuver.pending_fleets),
            "army": flags_by_place(maneuver.pending_armies),
        }
        """Hostile flags of the units that have not moved, by place."""
        self.parties: dict[str, int] = {}
        """Number of armies per place that end there without a fight and count for a blow-up."""
        self.blow_ups: dict[str, int] = {}
        for move in maneuver.completed_fleet_moves:
            self.put("fleet", move)
        for move in maneuver.completed_army_moves:
            self.put("army", move)

    def copy(self) -> "ManeuverJudge":
        """Moves put to the copy do not change this judge: for another plan from the same point."""
        twin = object.__new__(ManeuverJudge)
        twin.__dict__.update(self.__dict__)
        twin.board, twin.transport = self.board.copy(), self.transport.copy()
        twin.waiting = {kind: dict(flags) for kind, flags in self.waiting.items()}
        twin.parties, twin.blow_ups = dict(self.parties), dict(self.blow_ups)
        return twin

    def destinations(self, kind: UnitKind, origin: str) -> tuple[str, ...]:
        reach = self._reach_alone(kind, origin)
        return reach if kind == "fleet" else (*reach, *self._by_convoy(origin, None))

    def first_destination(self, kind: UnitKind, origin: str, wanted: Callable[[str], bool]) -> str | None:
        """Searches convoys last: they are the expensive part."""
        found = next(filter(wanted, self._reach_alone(kind, origin)), None)
        if found is None and kind == "army" and self.transport.has_room:
            found = next(self._by_convoy(origin, wanted), None)
        return found

    def _reach_alone(self, kind: UnitKind, origin: str) -> tuple[str, ...]:
        return self.geography.fleet_reach[origin] if kind == "fleet" else self.army_reach[origin].by_land

    def _by_convoy(self, origin: str, wanted: Callable[[str], bool] | None) -> Iterator[str]:
        shores = filter(wanted, self.transport.shores(origin))
        return (shore for shore in shores if self.transport.can_carry(origin, shore))

    def can_reach(self, kind: UnitKind, origin: str, destination: str) -> bool:
        """Whether the place is one of the `destinations`."""
        if kind == "fleet":
            return destination in self.geography.fleet_reach[origin]
        if self.transport.needs_none(origin, destination):
            return True
        return destination in self.transport.shores(origin) and self.transport.can_carry(origin, destination)

    def actions(self, kind: UnitKind, origin: str, destination: str) -> list[str]:
        """Returns the legal actions of the next unit in `origin` at a reachable destination, if it arrives last."""
        actions = self.board.actions(kind, origin, destination, hostile=self.waiting[kind][origin][0])
        if self.parties.get(destination, 0) + 1 >= codes.BLOW_UP_ARMIES:
            return actions
        return [action for action in actions if not codes.is_blow_up(action)]

    def check(self, kind: UnitKind, move: ManeuverTuple) -> None:
        """Raises RuleViolation for an illegal move; `missing_companions` counts the armies of a blow-up."""
        origin, destination, action = move
        flags = self.waiting[kind].get(origin)
        if not flags:
            raise no_such_unit(kind, origin)
        if destination not in self.geography.territories:
            raise refusal("illegal_place", _("There is no place called %(place)s."), place=destination)
        if not self.can_reach(kind, origin, destination):
            if kind == "army" and self.geography.lies_across_the_sea(self.country, origin, destination):
                template = _("No free fleet carries the army in %(origin)s to %(destination)s: a fleet takes one army.")
                raise refusal("no_convoy", template, origin=origin, destination=destination)
            raise no_such_way(self.geography, kind, origin, destination)
        if action not in self.board.actions(kind, origin, destination, hostile=flags[0]):
            raise no_such_action(self.board, kind, destination, action)

    def put(self, kind: UnitKind, move: ManeuverTuple) -> None:
        """Makes a move that has been checked."""
        origin, destination, action = move
        flags = self.waiting[kind]
        hostile, flags[origin] = flags[origin][0], flags[origin][1:]
        self.board.put(kind, origin, destination, action, hostile=hostile)
        quiet = action in codes.QUIET
        fights = not quiet and codes.is_war(action)
        if kind == "fleet":
            # Rules 5.5: neither fleets at war nor fleets in port carry armies.
            if not fights and self.geography.territories[destination].sea:
                self.transport.add_fleet(destination)
            return
        if not self.transport.needs_none(origin, destination):
            self.transport.carry(origin, destination)
        # Rules 5.6: fighting armies do not count for a blow-up; the army that blows up does.
        if not fights:
            self.parties[destination] = self.parties.get(destination, 0) + 1
        if not quiet and codes.is_blow_up(action):
            self.blow_ups[destination] = self.blow_ups.get(destination, 0) + 1

    def move(self, kind: UnitKind, moves: Iterable[ManeuverTuple]) -> None:
        """Checks and makes the moves in order. Raises RuleViolation for the first illegal one."""
        for move in moves:
            self.check(kind, move)
            self.put(kind, move)

    def missing_companions(self, later: Sequence[ManeuverTuple] = ()) -> list[str]:
        """Returns the place of a blow-up once for each army that it lacks. `later` are army moves still to come."""
        missing: list[str] = []
        for place, blow_ups in self.blow_ups.items():
            coming = sum(move[1] == place and not codes.is_war(move[2]) for move in later)
            missing.extend([place] * (codes.BLOW_UP_ARMIES * blow_ups - self.parties[place] - coming))
        return missing

    def senders(self) -> list[str] | None:
        """Returns origins of waiting armies that can fill all gaps of blow-ups at once; None if impossible."""
        waiting = [(place, len(flags)) for place, flags in self.waiting["army"].items() if flags]
        return self.transport.senders(self.missing_companions(), waiting=waiting)

    def check_missing_companions_can_come(self) -> None:
        """Rules 5.6: raises RuleViolation for a blow-up that could never be completed."""
        missing = self.missing_companions()
        if missing and self.senders() is None:
            template = _("Then too few armies can still get to %(place)s to blow up the factory there.")
            raise refusal("illegal_action", template, place=missing[0])


def too_few_companions(place: str) -> RuleViolation:
    template = _("Blowing up the factory in %(place)s takes three armies that end there without fighting.")
    return refusal("illegal_action", template, place=place)
