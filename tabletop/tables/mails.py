"""Nudges, invitations to play again and free chairs reach people by mail (rules 3.8, 4.3, 5 of the table)."""

from collections.abc import Mapping
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from tabletop.accounts.models import User
from tabletop.engine import Receipt
from tabletop.games import get_game, table_url
from tabletop.notify.services import queue_chair_mails, queue_invitation_mails, queue_nudge_mails
from tabletop.rules import Seat
from tabletop.tables.models import TableRow
from tabletop.tables.seats import Entry


def mail_nudges(slug: str, receipt: Receipt) -> None:
    """Queues mails for those who were nudged; whether they are away is asked when a mail is sent.

    Three statements in the transaction of the nudge; announces nothing.
    """
    row = receipt.loaded.row
    assert isinstance(row, TableRow)  # noqa: S101 - the store of a game with tables loaded it
    people = _nudged(receipt)
    queue_nudge_mails(
        people, game_slug=slug, game_id=row.pk, table_title=_title(slug, row.room_code), url=table_url(slug, row.pk)
    )


def mail_invitations(slug: str, entry: Entry, kept: Mapping[str, UUID], *, kept_seconds: float) -> None:
    """Queues mails for the people for whom seats of a next table are kept for long, by seat id; announces nothing.

    Two statements in the transaction of the request.
    """
    people = User.objects.in_bulk(kept.values())
    queue_invitation_mails(
        {seat: people[person] for seat, person in kept.items() if person in people},
        game_slug=slug,
        game_id=entry.game_id,
        table_title=_title(slug, entry.room_code),
        url=reverse("invitation", args=[entry.room_code]),
        kept_seconds=kept_seconds,
    )


def mail_free_chair(slug: str, row: TableRow, people: Mapping[int, User]) -> None:
    """Queues mails for those who want a chair there, by the number of their wish; announces nothing."""
    queue_chair_mails(
        people,
        game_slug=slug,
        game_id=row.pk,
        table_title=_title(slug, row.room_code),
        url=reverse("invitation", args=[row.room_code]),
    )


def _title(slug: str, code: str) -> str:
    return _("%(game)s %(code)s") % {"game": get_game(slug).title, "code": code}


def _nudged(receipt: Receipt) -> dict[Seat, User]:
    if not receipt.changed:
        return {}
    asked = {event["playerId"] for event in receipt.events if event["type"] == "nudge"}
    sitters = receipt.loaded.sitters
    seats = {sitter.person: seat for seat, sitter in sitters.items() if sitter.seat_id in asked}
    return {seats[person.pk]: person for person in User.objects.filter(pk__in=[pk for pk in seats if pk])}
