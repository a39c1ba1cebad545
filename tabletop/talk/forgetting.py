"""What becomes of the words of a person who deletes the account."""

from uuid import UUID

from django.db.models import Q

from tabletop.talk.models import Mute, Remark, Report, ReportedRemark


def forget_words_of(person: UUID) -> None:
    """Deletes what the person said, in reports too, whom they muted, and what was reported of them.

    What they reported of others stays without them. A guest's row that is deleted does the same by its foreign keys.
    """
    for said in (Remark, ReportedRemark):
        said.objects.filter(person=person).delete()
    Mute.objects.filter(Q(person=person) | Q(muted=person)).delete()
    Report.objects.filter(about=person).delete()
    Report.objects.filter(reporter=person).update(reporter=None)
