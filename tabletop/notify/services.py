"""Mail that follows a move: written in the move's transaction, sent afterwards by the clock, never twice.

A notice is claimed, and the claim committed, before the mail server hears of it. So a crash in between can lose a mail
but not repeat it. A mail is tried again only if the server surely has not taken it.
"""

import logging
from collections.abc import Mapping
from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.template import Context, Engine
from django.urls import reverse
from django.utils import timezone

from tabletop.accounts.models import User
from tabletop.notify.models import Notice

logger = logging.getLogger(__name__)

# After the first failure wait a minute, and so on; after the last one more attempt, then give up.
RETRY_MINUTES = (1, 5, 30, 120)


def tell_your_turns(tasks: Mapping[str, User], *, game_title: str, table_title: str, url: str) -> None:
    """For those at one table who have to act now: one statement, to be called inside the transaction of the move.

    A task names the turn of a person, for example "cambio:7KQ4MW:turn:17"; `url` is the path of the table.
    """
    wanted = {task: recipient for task, recipient in tasks.items() if _wants_mail(recipient)}
    if wanted:
        context = {"game": game_title, "table": table_title, "link": settings.SITE_URL + url}
        subject, body = _render("your_turn", context)
        Notice.objects.bulk_create(
            [Notice(task=task, recipient=person, subject=subject, body=body) for task, person in wanted.items()],
            ignore_conflicts=True,
        )


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
            if not _wants_mail(notice.recipient):
                _note(notice, error="The recipient wants no mail any more.")
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


def _wants_mail(person: User) -> bool:
    return bool(person.is_active and person.notify_by_mail and person.email)


def _render(template: str, context: Mapping[str, Any]) -> tuple[str, str]:
    """The first line of notify/<template>.txt is the subject."""
    everything = {**context, "profile": settings.SITE_URL + reverse("accounts:profile")}
    # A mail is plain text: nothing is escaped for HTML.
    plain = Context(everything, autoescape=False)
    text = Engine.get_default().get_template(f"notify/{template}.txt").render(plain)
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
        to=[notice.recipient.email or ""],
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
    _note(notice, sent_at=timezone.now(), error="")
    return True


def _was_refused(error: Exception) -> bool:
    """The server has said no. If the connection breaks instead, nobody knows what has become of the mail."""
    return isinstance(error, SMTPResponseException | SMTPRecipientsRefused) or not isinstance(error, OSError)


def _note_failure(notice: Notice, *, error: Exception, may_have_arrived: bool) -> None:
    if may_have_arrived or notice.attempts > len(RETRY_MINUTES):
        _note(notice, error=repr(error))
        return
    pause = timedelta(minutes=RETRY_MINUTES[notice.attempts - 1])
    _note(notice, error=repr(error), claimed_at=None, due_at=timezone.now() + pause)


def _note(notice: Notice, **fields: Any) -> None:
    Notice.objects.filter(pk=notice.pk).update(**fields)
