"""For whom the seats of a next table are kept (rules 5 of the table)."""

from collections.abc import Mapping
from contextlib import suppress
from uuid import UUID

from tabletop.bidi import isolated
from tabletop.engine import Engine, Move, distinct_names
from tabletop.models import HeldSeat
from tabletop.play import submit
from tabletop.rules import Json, RuleViolation
from tabletop.table import Decline, Table
from tabletop.table.series import taken_and_kept


def keep_seats(slug: str, game_id: UUID, seats: Mapping[UUID, UUID], *, until: float) -> None:
    """`seats` are the ids that the seats will have, by person."""
    HeldSeat.objects.bulk_create(
        HeldSeat(game_slug=slug, game_id=game_id, person_id=person, seat_id=seat_id, until=until)
        for person, seat_id in seats.items()
    )


def held_seat(slug: str, game_id: UUID, person: UUID) -> UUID | None:
    """The seat that is, or was, kept for this person."""
    kept = HeldSeat.objects.filter(game_slug=slug, game_id=game_id, person=person)
    return kept.values_list("seat_id", flat=True).first()


def held_by(slug: str, person: UUID) -> dict[UUID, UUID]:
    """The seats that are, or were, kept for this person, by table."""
    kept = HeldSeat.objects.filter(game_slug=slug, person=person)
    return dict(kept.values_list("game_id", "seat_id"))


def held_people(slug: str, game_id: UUID) -> dict[str, UUID]:
    """The people for whom seats are, or were, kept, by seat id."""
    kept = HeldSeat.objects.filter(game_slug=slug, game_id=game_id)
    return {str(seat_id): person for seat_id, person in kept.values_list("seat_id", "person")}


def names_of_held(slug: str, game_id: UUID) -> dict[str, str]:
    """The names of those whose seats are kept, by seat id; of two with the same one has a number."""
    kept = HeldSeat.objects.filter(game_slug=slug, game_id=game_id).order_by("pk")
    return distinct_names({str(seat_id): name for seat_id, name in kept.values_list("seat_id", "person__display_name")})


def decline_kept(engine: Engine, game_id: UUID, seat_id: UUID) -> None:
    """The person does not come: the seat is free; harmless if it is kept no longer. Announces like `submit`."""
    with suppress(RuleViolation):
        submit(engine, game_id, Move(action=Decline(seat_id=str(seat_id))))


def kept_facts(table: Table, names: Mapping[str, str]) -> Json:
    """What the waiting room tells of kept seats, with the names of their people, and of the count to the start."""
    held = table.series.held
    kept = [
        {"displayName": isolated(names[seat_id]), "until": held[seat_id], "chair": chair}
        for chair, seat_id in enumerate(taken_and_kept(table))
        if seat_id in held and seat_id in names
    ]
    return {"kept": kept, "startsAt": table.series.starts_at}
