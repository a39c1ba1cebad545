"""The board after the moves planned so far (rules 5.1), and the legal actions on it (rules 5.6)."""

from collections.abc import Iterable, Sequence

from imperial.rules.maneuver import action_codes as codes
from imperial.rules.maneuver.geography import Geography
from imperial.rules.state import State, Unit, UnitKind

ForeignUnit = tuple[str, UnitKind, bool]
"""Country, kind, hostile."""
Here = tuple[ForeignUnit, ...]
"""The foreign units of one territory."""


class VirtualBoard:
    """Mutable: built for one question and thrown away."""

    def __init__(self, state: State, country: str, *, armies: Sequence[Unit], geography: Geography) -> None:
        """The board as the country's maneuver begins, with its `armies` where they stand."""
        self.country = country
        self.geography = geography
        self.foreign = _foreign_units(state, country)
        """Units of other countries by territory, in the order in which wars remove them."""
        self.losses: list[tuple[str, UnitKind, str]] = []
        """Country, kind and place of every foreign unit lost in a war."""
        self.factories = {name: info.factories for name, info in state.country_info.items()}
        self._own_occupiers: dict[str, int] = {}
        for army in armies:
            if army.hostile:
                self._count_occupier(army.territory, 1)

    def copy(self) -> "VirtualBoard":
        """Moves on the copy do not change this board."""
        twin = object.__new__(VirtualBoard)
        twin.__dict__.update(self.__dict__)
        twin.foreign, twin.losses = dict(self.foreign), list(self.losses)
        twin.factories, twin._own_occupiers = dict(self.factories), dict(self._own_occupiers)
        return twin

    def is_foreign_home(self, territory: str) -> bool:
        owner = self.geography.territories[territory].country
        return owner is not None and owner != self.country

    def hostile_countries(self, territory: str) -> set[str]:
        here = self.foreign.get(territory)
        return {country for country, _kind, hostile in here if hostile} if here else set()

    def kinds_of(self, country: str, territory: str) -> set[UnitKind]:
        return {kind for owner, kind, _hostile in self.foreign.get(territory, ()) if owner == country}

    def actions(self, kind: UnitKind, origin: str, destination: str, *, hostile: bool) -> list[str]:
        """Returns legal actions of a unit with this flag; does not count the armies of a blow-up."""
        here = self.foreign.get(destination, ())
        if kind == "army" and self.is_foreign_home(destination):
            actions = self._on_foreign_home(origin, destination, here, hostile=hostile)
        elif not here:
            return [codes.PLAIN]
        elif kind == "fleet" and not self.geography.territories[destination].sea:
            return [codes.PLAIN, *_wars(here)]
        else:
            actions = [*_wars(here), codes.PEACE]
        # Rules 5.6: a unit that holds may keep its flag.
        return [codes.PLAIN, *actions] if origin == destination else actions

    def _on_foreign_home(self, origin: str, destination: str, here: Here, *, hostile: bool) -> list[str]:
        """Actions of an army there; `hostile` is the flag it comes with."""
        if self.hostile_countries(destination):
            return [*_wars(here), codes.PEACE]
        owner = self.geography.territories[destination].country or ""
        actions = [codes.PEACE]
        if self.may_occupy(origin, destination, hostile=hostile):
            actions.append(codes.HOSTILE)
        if self.may_blow_up(destination):
            actions.append(codes.blow_up(owner))
        return actions + _wars(here)

    def may_occupy(self, origin: str, destination: str, *, hostile: bool) -> bool:
        """Whether an army may be hostile on this foreign home: a country's last operational factory stays open."""
        owner = self.geography.territories[destination].country
        if owner is None or owner == self.country or self.hostile_countries(destination):
            return False
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

    def put(self, kind: UnitKind, origin: str, destination: str, action: str, *, hostile: bool) -> bool | None:
        """Makes the move. Returns whether the unit is hostile at its destination; None if it is lost."""
        if kind == "army" and hostile:
            self._count_occupier(origin, -1)
        if action not in codes.QUIET:
            if codes.is_war(action) and self._lose(*codes.war_target(action), destination):
                return None
            if codes.is_blow_up(action):
                owner = codes.blow_up_target(action)
                self.factories[owner] = tuple(place for place in self.factories[owner] if place != destination)
                return None
        if kind == "fleet":
            return True
        hostile = self._flag(origin, destination, action, hostile=hostile)
        if hostile:
            self._count_occupier(destination, 1)
        return hostile

    def _flag(self, origin: str, destination: str, action: str, *, hostile: bool) -> bool:
        """Whether the army is hostile after the move; `hostile`: before it."""
        if action == codes.PEACE:
            return not self.is_foreign_home(destination)
        holds = action == codes.PLAIN and origin == destination
        return hostile if holds and (self.foreign.get(destination) or self.is_foreign_home(destination)) else True

    def _lose(self, country: str, kind: UnitKind, territory: str) -> bool:
        here = self.foreign.get(territory, ())
        for number, (owner, its_kind, _hostile) in enumerate(here):
            if owner == country and its_kind == kind:
                self.foreign[territory] = here[:number] + here[number + 1 :]
                self.losses.append((country, kind, territory))
                return True
        return False

    def _count_occupier(self, territory: str, change: int) -> None:
        self._own_occupiers[territory] = self._own_occupiers.get(territory, 0) + change


def _foreign_units(state: State, country: str) -> dict[str, Here]:
    found: dict[str, Here] = {}
    here = found.get
    for name, info in state.country_info.items():
        if name != country:
            for fleet in info.fleets:
                found[fleet.territory] = (*here(fleet.territory, ()), (name, "fleet", True))
            for army in info.armies:
                found[army.territory] = (*here(army.territory, ()), (name, "army", army.hostile))
    return found


def _wars(here: Here) -> list[str]:
    """Returns one war for each country and kind present."""
    return list(dict.fromkeys(codes.war(country, kind) for country, kind, _hostile in here))


def flags_by_place(units: Iterable[Unit]) -> dict[str, tuple[bool, ...]]:
    """Returns hostile flags by place, in list order."""
    flags: dict[str, tuple[bool, ...]] = {}
    for unit in units:
        flags[unit.territory] = (*flags.get(unit.territory, ()), unit.hostile)
    return flags
