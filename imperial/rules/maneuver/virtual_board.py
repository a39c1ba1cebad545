"""The board after the moves planned so far (rules 5.1), and the legal actions on it (rules 5.6)."""

from collections.abc import Iterable, Sequence

from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.geography import Geography
from imperial.rules.state import State, Unit, UnitKind

ForeignUnit = tuple[str, UnitKind, bool]
"""Country, kind, hostile."""


class VirtualBoard:
    """Mutable: built for one question and thrown away."""

    def __init__(self, state: State, country: str, *, armies: Sequence[Unit], geography: Geography) -> None:
        self.country = country
        self.geography = geography
        self.foreign: dict[str, list[ForeignUnit]] = {}
        """Units of other countries by territory, in the order in which wars remove them."""
        self.losses: list[tuple[str, UnitKind, str]] = []
        """Country, kind and place of every foreign unit lost in a war."""
        self.factories = {name: info.factories for name, info in state.country_info.items()}
        self._own_occupiers: dict[str, int] = {}
        for name, info in state.country_info.items():
            if name != country:
                for fleet in info.fleets:
                    self.foreign.setdefault(fleet.territory, []).append((name, "fleet", True))
                for army in info.armies:
                    self.foreign.setdefault(army.territory, []).append((name, "army", army.hostile))
        for army in armies:
            if army.hostile:
                self._count_occupier(army.territory, 1)

    def is_foreign_home(self, territory: str) -> bool:
        owner = self.geography.territories[territory].country
        return owner is not None and owner != self.country

    def hostile_countries(self, territory: str) -> set[str]:
        return {country for country, _kind, hostile in self.foreign.get(territory, ()) if hostile}

    def kinds_of(self, country: str, territory: str) -> set[UnitKind]:
        return {kind for owner, kind, _hostile in self.foreign.get(territory, ()) if owner == country}

    def actions(self, kind: UnitKind, origin: str, destination: str, *, hostile: bool) -> list[str]:
        """Returns legal actions of a unit with this flag; does not count the armies of a blow-up."""
        here = self.foreign.get(destination)
        if kind == "army" and self.is_foreign_home(destination):
            actions = self._on_foreign_home(origin, destination, here or [], hostile=hostile)
        elif not here:
            return [codes.PLAIN]
        elif kind == "fleet" and not self.geography.territories[destination].sea:
            return [codes.PLAIN, *_wars(here)]
        else:
            actions = [*_wars(here), codes.PEACE]
        # Rules 5.6: a unit that holds may keep its flag.
        return [codes.PLAIN, *actions] if origin == destination else actions

    def _on_foreign_home(self, origin: str, destination: str, here: list[ForeignUnit], *, hostile: bool) -> list[str]:
        """Actions of an army there; `hostile` is the flag it comes with."""
        if self.hostile_countries(destination):
            return [*_wars(here), codes.PEACE]
        owner = self.geography.territories[destination].country or ""
        actions = [codes.PEACE]
        if self._may_occupy(owner, origin, destination, hostile=hostile):
            actions.append(codes.HOSTILE)
        if self.may_blow_up(destination):
            actions.append(codes.blow_up(owner))
        return actions + _wars(here)

    def _may_occupy(self, owner: str, origin: str, destination: str, *, hostile: bool) -> bool:
        """Rules 5.6: a country's last operational factory cannot be closed."""
        factories = self.factories[owner]
        if destination not in factories or self._is_saturated(owner, destination, own=True):
            return True
        # Rules 5.6: an army that leaves a factory which it alone closed re-opens that factory.
        leaves = origin if hostile and self._own_occupiers.get(origin) == 1 else None
        return any(
            not self._is_saturated(owner, place, own=place != leaves) for place in factories if place != destination
        )

    def may_blow_up(self, destination: str) -> bool:
        """Whether enough armies could blow up the factory there."""
        owner = self.geography.territories[destination].country or ""
        factories = self.factories.get(owner, ())
        # Rules Q9: own armies do not count, so the order of moves does not matter.
        return (
            destination in factories
            and not self.hostile_countries(destination)
            and any(not self._is_saturated(owner, place, own=False) for place in factories if place != destination)
        )

    def _is_saturated(self, owner: str, place: str, *, own: bool) -> bool:
        if own and self._own_occupiers.get(place):
            return True
        return any(
            hostile and kind == "army" and country != owner for country, kind, hostile in self.foreign.get(place, ())
        )

    def put(self, kind: UnitKind, origin: str, destination: str, action: str, *, hostile: bool) -> Unit | None:
        """Makes the move and returns the unit at its destination; None if the unit is lost."""
        if kind == "army" and hostile:
            self._count_occupier(origin, -1)
        if codes.is_war(action) and self._lose(*codes.war_target(action), destination):
            return None
        if codes.is_blow_up(action):
            owner = codes.blow_up_target(action)
            self.factories[owner] = tuple(place for place in self.factories[owner] if place != destination)
            return None
        if kind == "army":
            hostile = self._flag(origin, destination, action, hostile=hostile)
            if hostile:
                self._count_occupier(destination, 1)
            return Unit(territory=destination, hostile=hostile)
        return Unit(territory=destination)

    def _flag(self, origin: str, destination: str, action: str, *, hostile: bool) -> bool:
        """Whether the army is hostile after the move; `hostile`: before it."""
        foreign_home = self.is_foreign_home(destination)
        if action == codes.PLAIN and origin == destination and (foreign_home or self.foreign.get(destination)):
            return hostile
        return not (action == codes.PEACE and foreign_home)

    def _lose(self, country: str, kind: UnitKind, territory: str) -> bool:
        here = self.foreign.get(territory, [])
        for number, (owner, its_kind, _hostile) in enumerate(here):
            if owner == country and its_kind == kind:
                del here[number]
                self.losses.append((country, kind, territory))
                return True
        return False

    def _count_occupier(self, territory: str, change: int) -> None:
        self._own_occupiers[territory] = self._own_occupiers.get(territory, 0) + change


def _wars(here: list[ForeignUnit]) -> list[str]:
    """Returns one war for each country and kind present."""
    return list(dict.fromkeys(codes.war(country, kind) for country, kind, _hostile in here))


def flags_by_place(units: Iterable[Unit]) -> dict[str, list[bool]]:
    """Returns hostile flags by place, in reverse list order: `pop` takes the first unit of the list."""
    flags: dict[str, list[bool]] = {}
    for unit in reversed(tuple(units)):
        flags.setdefault(unit.territory, []).append(unit.hostile)
    return flags
