"""The colour beside a name: one for each person everywhere, and no two alike at one table."""

from collections.abc import Mapping
from uuid import UUID

COLOURS = 6
"""Classes `avatar--1` to `avatar--6` of static/css/base.css."""


def colour_of(person: UUID) -> int:
    return person.int % COLOURS + 1


def colours_at(people: Mapping[str, UUID | None]) -> dict[str, int]:
    """The colour of each seat by its id, from who has it; None is a bot or a person who left the site.

    A person whose colour somebody has who came before gets the next free one; the others get what is left, by place.
    """
    wanted = {
        seat_id: place % COLOURS + 1 if person is None else colour_of(person)
        for place, (seat_id, person) in enumerate(people.items())
    }
    colours: dict[str, int] = {}
    for seat_id in sorted(people, key=lambda seat_id: people[seat_id] is None):
        colours[seat_id] = _next_free(wanted[seat_id], set(colours.values()))
    return colours


def _next_free(wanted: int, taken: set[int]) -> int:
    """The colour itself where all are taken."""
    following = ((wanted - 1 + step) % COLOURS + 1 for step in range(COLOURS))
    return next((colour for colour in following if colour not in taken), wanted)
