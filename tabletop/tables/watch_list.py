"""Who looks on at a table, by name: fetched when somebody presses their number (rules 3.7 of the table)."""

from collections.abc import Mapping
from uuid import UUID

from tabletop.accounts.names import initial
from tabletop.accounts.services import has_chosen_name
from tabletop.avatars import colour_of
from tabletop.bidi import isolated
from tabletop.engine import distinct_names
from tabletop.live.parts import Context

NAMES_SHOWN = 50
"""Of a finished game any number may look at the result."""


class WatcherFace(Context, frozen=True):
    name: str
    initial: str
    colour: int
    you: bool


class WatchList(Context, frozen=True):
    people: tuple[WatcherFace, ...]
    others: int
    """Guests who have not chosen a name, and those for whom there is no room."""

    @property
    def count(self) -> int:
        return len(self.people) + self.others


def watch_list(people: Mapping[UUID, str], viewer: UUID | None) -> WatchList:
    """`people` are their names by person; the `viewer` stands first."""
    chosen = {str(person): name for person, name in people.items() if has_chosen_name(name)}
    shown = sorted(distinct_names(chosen).items(), key=lambda each: each[0] != str(viewer))[:NAMES_SHOWN]
    faces = tuple(
        WatcherFace(
            name=isolated(name), initial=initial(name), colour=colour_of(UUID(person)), you=person == str(viewer)
        )
        for person, name in shown
    )
    return WatchList(people=faces, others=len(people) - len(faces))
