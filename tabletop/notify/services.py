"""Mail: written in the transaction of what it tells of, sent afterwards by the postman, never twice.

A notice is claimed, and the claim committed, before the mail server hears of it. So a crash in between can lose a mail
but not repeat it. A mail is tried again only if the server surely has not taken it.
"""

import logging
from collections.abc import Mapping
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.template import Context, Engine
from django.urls import reverse
from django.utils import timezone

from tabletop.accounts.models import User
from tabletop.games import get_game
from tabletop.notify.models import Notice
from tabletop.notify.queries import is_still_wanted, wants_mail
from tabletop.rules import Seat

logger = logging.getLogger(__name__)

# After the first failure wait a minute, and so on; after the last one more attempt, then give up.
RETRY_MINUTES = (1, 5, 30, 120)


def tell_your_turns(
    players: Mapping[Seat, User], *, game_slug: str, game_id: UUID, turn: str, table_title: str, url: str
) -> None:
    """For those at one table who have to act now: one statement, to be called inside the transaction of the move.

    Each is told once of a `turn`, for example "7KQ4MW:17"; `url` is the path of the table.
    """
    wanted = {seat: person for seat, person in players.items() if wants_mail(person)}
    if not wanted:
        return
    subject, body = _render(
        "notify/your_turn.txt",
        {
            "game": get_game(game_slug).title,
            "table": table_title,
            "link": settings.SITE_URL + url,
            "profile": settings.SITE_URL + reverse("accounts:profile"),
        },
    )
    notices = [
        Notice(
            task=f"{game_slug}:{turn}:{seat}",
            recipient=person,
            game_slug=game_slug,
            game_id=game_id,
            seat=seat,
            subject=subject,
            body=body,
        )
        for seat, person in wanted.items()
    ]
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


def write_to(address: str, *, template: str, **context: Any) -> None:
    """About an account: somebody waits for it, so it goes out at once."""
    subject, body = _render(template, context)
    Notice.objects.create(task=f"{template}:{uuid4()}", address=address, subject=subject, body=body)


def send_due(*, limit: int = 20) -> int:
    """Sends what waits and answers how many went out. Any number of processes may call it at once.

    It talks to the mail server, which may take its time: never inside a transaction, never where a player waits.
    """
    waiting = Notice.objects.filter(claimed_at__isnull=True, due_at__lte=timezone.now())
    notices = list(waiting.select_related("recipient").order_by("due_at", "pk")[:limit])
    if not notices:
        return 0
    sent = 0
    mail = get_connection()
    try:
        for notice in notices:
            if not _claim(notice):
                continue
            if not is_still_wanted(notice):
                # Not kept, so that the task can be told again: the move may have been taken back and be made once more.
                notice.delete()
            elif _deliver(mail, notice):
                sent += 1
            else:
                # The server is probably down. The others have not lost an attempt and wait for the next round.
                break
    finally:
        mail.close()
    return sent


def prune(*, older_than: timedelta) -> int:
    """Forgets old notices, sent or not. Their tasks could be mailed again, so keep them longer than a turn lasts."""
    deleted, _by_model = Notice.objects.filter(created_at__lt=timezone.now() - older_than).delete()
    return deleted


def _render(template: str, context: Mapping[str, Any]) -> tuple[str, str]:
    """The first line of the template is the subject."""
    # A mail is plain text: nothing is escaped for HTML.
    text = Engine.get_default().get_template(template).render(Context(context, autoescape=False))
    subject, _newline, body = text.strip().partition("\n")
    return " ".join(subject.split()), body.strip() + "\n"


def _claim(notice: Notice) -> bool:
    """One conditional update: of all who try at once, the database lets one through. Durable: committed on return."""
    notice.claimed_at = timezone.now()
    notice.attempts += 1
    with transaction.atomic(durable=True):
        waiting = Notice.objects.filter(pk=notice.pk, claimed_at__isnull=True, due_at__lte=notice.claimed_at)
        return waiting.update(claimed_at=notice.claimed_at, attempts=notice.attempts) == 1


def _deliver(mail: BaseEmailBackend, notice: Notice) -> bool:
    message = EmailMessage(
        subject=notice.subject,
        body=notice.body,
        to=[notice.goes_to],
        connection=mail,
        headers={"Auto-Submitted": "auto-generated"},
    )
    handing_over = False
    try:
        mail.open()
        handing_over = True
        message.send()
    except Exception as error:
        logger.warning("The mail for %s could not be sent: %s", notice.task, type(error).__name__)
        _note_failure(notice, error=error, may_have_arrived=handing_over and not _was_refused(error))
        return False
    _close(notice, sent_at=timezone.now(), error="")
    return True


def _was_refused(error: Exception) -> bool:
    """The server has said no. If the connection breaks instead, nobody knows what has become of the mail."""
    return isinstance(error, SMTPResponseException | SMTPRecipientsRefused) or not isinstance(error, OSError)


def _note_failure(notice: Notice, *, error: Exception, may_have_arrived: bool) -> None:
    if may_have_arrived or notice.attempts > len(RETRY_MINUTES):
        _close(notice, error=repr(error))
        return
    pause = timedelta(minutes=RETRY_MINUTES[notice.attempts - 1])
    _note(notice, error=repr(error), claimed_at=None, due_at=timezone.now() + pause)


def _close(notice: Notice, **fields: Any) -> None:
    """Nothing more is done with it: the text, which may hold a secret link, and the address are not kept."""
    _note(notice, body="", address="", **fields)


def _note(notice: Notice, **fields: Any) -> None:
    Notice.objects.filter(pk=notice.pk).update(**fields)
