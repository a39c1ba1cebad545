"""Whom the host has sent away from a waiting table, and how long they stay away (rules 3.3 of the table)."""

import math
from uuid import UUID

from django.utils.translation import ngettext

from tabletop import timebase
from tabletop.models import Removal
from tabletop.rules import RuleViolation

AWAY_SECONDS = 600.0


def note_removal(slug: str, game_id: UUID, person: UUID) -> None:
    until = timebase.now() + AWAY_SECONDS
    Removal.objects.update_or_create(game_slug=slug, game_id=game_id, person_id=person, defaults={"until": until})


def minutes_away(slug: str, game_id: UUID, person: UUID) -> int:
    """For how many minutes the person cannot sit down; 0 for whom nobody has sent away."""
    noted = Removal.objects.filter(game_slug=slug, game_id=game_id, person=person, until__gt=timebase.now())
    until = noted.values_list("until", flat=True).first()
    return 0 if until is None else math.ceil((until - timebase.now()) / 60)


def people_sent_away(slug: str, game_id: UUID) -> set[UUID]:
    """Those who cannot sit down now."""
    noted = Removal.objects.filter(game_slug=slug, game_id=game_id, until__gt=timebase.now())
    return set(noted.values_list("person", flat=True))


def check_not_removed(slug: str, game_id: UUID, person: UUID) -> None:
    """Raises RuleViolation (`removed`)."""
    if minutes := minutes_away(slug, game_id, person):
        sentence = ngettext(
            "The host has given your seat away. You may come back in %(minutes)d minute.",
            "The host has given your seat away. You may come back in %(minutes)d minutes.",
            minutes,
        )
        raise RuleViolation("removed", sentence % {"minutes": minutes})
