"""Whom a person neither reads nor hears. No table is told of it, so accounts may use it without knowing tables."""

from uuid import UUID

from tabletop.rules import RuleViolation, gettext_noop, say
from tabletop.talk.models import Mute, Report

NOBODY_THERE = gettext_noop("No other person is there.")


def mute(person: UUID, muted: UUID | None, *, name: str) -> None:
    """Writes that the person chose to hear the other, of this name, no more. Raises RuleViolation without another."""
    chosen = {"name": name, "report": None}
    Mute.objects.update_or_create(person_id=person, muted_id=another(person, muted), defaults=chosen)


def mute_for_report(report: Report, *, name: str) -> None:
    """Writes that the reporter hears the other, of this name, no more, unless it is written already."""
    made = {"name": name, "report": report}
    Mute.objects.get_or_create(person_id=report.reporter_id, muted_id=report.about_id, defaults=made)


def unmute_for_report(report: Report) -> None:
    """Deletes the mute that came with the report; another open report of the same person keeps it."""
    same = Report.objects.filter(reporter=report.reporter_id, about=report.about_id, settled_at=None)
    another_one = same.exclude(pk=report.pk).first()
    made = Mute.objects.filter(person=report.reporter_id, muted=report.about_id, report=report)
    if another_one is None:
        made.delete()
    else:
        made.update(report=another_one)


def unmute(person: UUID, muted: UUID | None) -> None:
    """Writes that the person hears the other again. Raises RuleViolation without another."""
    Mute.objects.filter(person=person, muted=another(person, muted)).delete()


def unmute_by_number(person: UUID, number: str) -> bool:
    """Deletes a row of `mutes_of` by its key; whether the person had such a one."""
    is_number = number.isascii() and number.isdigit() and len(number) < 19
    return is_number and bool(Mute.objects.filter(person=person, pk=int(number)).delete()[0])


def another(person: UUID, other: UUID | None) -> UUID:
    """The other person; raises RuleViolation for nobody and for oneself."""
    if other is None or other == person:
        raise RuleViolation("nobody_there", say(NOBODY_THERE))
    return other
