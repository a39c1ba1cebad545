"""Mail: queued in the transaction of what it tells of, sent after the commit by the mailer, never twice.

The claim on a notice is committed before the mail server is contacted, so a crash can lose a mail but not repeat it. A
mail is retried only if the server certainly has not accepted it.
"""

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass
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

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.games import get_game
from tabletop.notify.models import Notice
from tabletop.notify.queries import AGAIN, NUDGE, Wait, people_nudged_by_mail, reminder_task, wait_for, wants_mail
from tabletop.rules import Seat

log = logging.getLogger(__name__)

ANSWER_FIRST = timedelta(minutes=2)
"""Whoever is here answers on the page."""
NUDGED_AGAIN = timedelta(hours=1)
"""Rules 4.3 of the table: the time between two mails about nudges."""
RETRY_MINUTES = (1, 5, 30, 120)
"""The pause after each failed attempt; the attempt after the last pause is final."""


@dataclass(frozen=True, kw_only=True)
class Reminder:
    """Somebody is to be told that little time is left."""

    person: User
    at: float
    """In the site's time."""
    is_queued: bool = False
    """Whether an earlier reminder of the seat still waits: it moves on to this time by itself (`queries.wait_for`)."""


def queue_turn_mails(
    players: Mapping[Seat, User],
    *,
    game_slug: str,
    game_id: UUID,
    turn: str,
    table_title: str,
    url: str,
    reminders: Mapping[Seat, Reminder] | None = None,
) -> None:
    """Queues a mail for each player who has to act, in one statement inside the transaction of the move.

    `turn`, for example "7KQ4MW:17", is mailed once per seat; `url` is the path of the table. The same statement queues
    `reminders`; those that are queued already are worth no statement of their own. Locks and announces nothing; a
    notice that is already queued raises nothing.
    """
    now = timebase.now()
    wanted = {seat: person for seat, person in players.items() if wants_mail(person)}
    later = {seat: each for seat, each in (reminders or {}).items() if each.at > now and wants_mail(each.person)}
    if not wanted and all(each.is_queued for each in later.values()):
        return
    about = TableMail(game_slug=game_slug, game_id=game_id, title=table_title, url=url)
    notices: list[Notice] = []
    if wanted:
        tasks = {f"{game_slug}:{turn}:{seat}": (seat, person) for seat, person in wanted.items()}
        notices += about.notices("notify/your_turn.txt", tasks)
    if later:
        tasks = {reminder_task(game_slug, game_id, seat, each.at): (seat, each.person) for seat, each in later.items()}
        reminding = about.notices("notify/time_runs_out.txt", tasks)
        for notice, each in zip(reminding, later.values(), strict=True):
            notice.due_at = timezone.now() + timedelta(seconds=each.at - now)
        notices += reminding
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


def queue_nudge_mails(
    people: Mapping[Seat, User], *, game_slug: str, game_id: UUID, table_title: str, url: str
) -> None:
    """Queues a mail for each of those who were nudged, unless one was queued in the hour before.

    Two statements; raises and announces nothing. Relies on the locked row of the game against a second nudge at once.
    """
    wanted = {seat: person for seat, person in people.items() if wants_mail(person)}
    if not wanted:
        return
    mailed = people_nudged_by_mail(game_id, since=timezone.now() - NUDGED_AGAIN)
    about = TableMail(game_slug=game_slug, game_id=game_id, title=table_title, url=url)
    tasks: dict[str, tuple[Seat | None, User]] = {
        f"{NUDGE}{game_slug}:{game_id}:{seat}:{timebase.now():.0f}": (seat, person)
        for seat, person in wanted.items()
        if person.pk not in mailed
    }
    Notice.objects.bulk_create(about.notices("notify/nudged.txt", tasks), ignore_conflicts=True)


def queue_chair_mails(people: Mapping[int, User], *, game_slug: str, game_id: UUID, table_title: str, url: str) -> None:
    """Queues a mail that a chair is free for each of those who asked for it, once for each number of a wish.

    Locks, raises and announces nothing. Whether the chair is still free is asked when a mail is sent.
    """
    tasks = {f"chair:{game_id}:{wish}": (None, person) for wish, person in people.items() if wants_mail(person)}
    if tasks:
        about = TableMail(game_slug=game_slug, game_id=game_id, title=table_title, url=url)
        Notice.objects.bulk_create(about.notices("notify/chair_free.txt", tasks), ignore_conflicts=True)


def queue_invitation_mails(
    people: Mapping[Seat, User], *, game_slug: str, game_id: UUID, table_title: str, url: str, kept_seconds: float
) -> None:
    """Queues a mail for each of those for whom a seat of a next table is kept for a while, by that seat.

    It is sent a little later, to those who have not answered by then; locks, raises and announces nothing.
    """
    tasks = {f"{AGAIN}{game_id}:{seat}": (seat, person) for seat, person in people.items() if wants_mail(person)}
    if not tasks:
        return
    about = TableMail(game_slug=game_slug, game_id=game_id, title=table_title, url=url)
    kept = timedelta(seconds=kept_seconds)
    notices = about.notices(
        "notify/play_again.txt", tasks, kept_days=kept.days, kept_minutes=kept // timedelta(minutes=1)
    )
    for notice in notices:
        notice.due_at = timezone.now() + ANSWER_FIRST
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


@dataclass(frozen=True, kw_only=True)
class TableMail:
    """What every mail about a table names, and nothing else of it."""

    game_slug: str
    game_id: UUID
    title: str
    url: str

    def notices(self, template: str, tasks: Mapping[str, tuple[Seat | None, User]], **context: int) -> list[Notice]:
        """The same mail for the person of each task, and the seat that it is about."""
        subject, body = _render(
            template,
            {
                "game": get_game(self.game_slug).title,
                "table": self.title,
                "link": settings.SITE_URL + self.url,
                "profile": settings.SITE_URL + reverse("accounts:profile"),
                **context,
            },
        )
        return [
            Notice(
                task=task,
                recipient=person,
                game_slug=self.game_slug,
                game_id=self.game_id,
                seat=seat,
                subject=subject,
                body=body,
            )
            for task, (seat, person) in tasks.items()
        ]


def queue_mail(address: str, *, template: str, **context: Any) -> None:
    """Stores a mail of the account for `send_due`, even if the same mail is already queued.

    One INSERT, none on a site without mail; locks and announces nothing.
    """
    if not settings.MAIL_AVAILABLE:
        return
    subject, body = _render(template, context)
    Notice.objects.create(task=f"{template}:{uuid4()}", address=address, subject=subject, body=body)


def send_due(*, limit: int = 20) -> int:
    """Sends up to `limit` queued mails and returns how many went out; several processes may call it at once.

    Waits for the mail server: never call it inside a transaction or a request. Holds no lock meanwhile, since a claim
    is committed first. Raises nothing for a mail that fails: it is logged and written to its notice. A site without
    mail sends none, and leaves what is queued.
    """
    if not settings.MAIL_AVAILABLE:
        return 0
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
            wait = wait_for(notice)
            if wait is None:
                # Deleted so that the task can be mailed again: the move may be taken back and repeated.
                notice.delete()
            elif wait.task != notice.task or wait.seconds > 0:
                _postpone(notice, wait)
            elif _deliver(mail, notice):
                sent += 1
            else:
                # The server is probably down: the other notices wait for the next round and lose no attempt.
                break
    finally:
        mail.close()
    return sent


def _render(template: str, context: Mapping[str, Any]) -> tuple[str, str]:
    """The first line of the template is the subject."""
    # Mails are plain text.
    text = Engine.get_default().get_template(template).render(Context(context, autoescape=False))
    subject, _newline, body = text.strip().partition("\n")
    return " ".join(subject.split()), body.strip() + "\n"


def _claim(notice: Notice) -> bool:
    """Takes a notice by one conditional update, committed on return; False if another process has it.

    Raises RuntimeError inside a transaction.
    """
    notice.claimed_at = timezone.now()
    notice.attempts += 1
    with transaction.atomic(durable=True):
        waiting = Notice.objects.filter(pk=notice.pk, claimed_at__isnull=True, due_at__lte=notice.claimed_at)
        return waiting.update(claimed_at=notice.claimed_at, attempts=notice.attempts) == 1


def _postpone(notice: Notice, wait: Wait) -> None:
    """Lets a reminder wait for the time that it is now about; if another one does already, this one is needless."""
    if Notice.objects.filter(task=wait.task).exclude(pk=notice.pk).exists():
        notice.delete()
        return
    due_at = timezone.now() + timedelta(seconds=max(wait.seconds, 0.0))
    Notice.objects.filter(pk=notice.pk).update(task=wait.task, claimed_at=None, attempts=0, due_at=due_at)


def _deliver(mail: BaseEmailBackend, notice: Notice) -> bool:
    """Sends a claimed notice and writes down how it went; False, and nothing raised, if it could not be sent."""
    message = EmailMessage(
        subject=notice.subject,
        body=notice.body,
        to=[notice.to_address],
        connection=mail,
        headers={"Auto-Submitted": "auto-generated"},
    )
    connected = False
    try:
        mail.open()
        connected = True
        message.send()
    except Exception as error:
        log.warning("the mail for %s could not be sent: %s", notice.task, type(error).__name__)
        _record_failure(notice, error=error, may_have_arrived=connected and not _was_refused(error))
        return False
    _finish(notice, sent_at=timezone.now(), error="")
    return True


def _was_refused(error: Exception) -> bool:
    """Whether the server refused the mail; after a broken connection it may have accepted it."""
    return isinstance(error, SMTPResponseException | SMTPRecipientsRefused) or not isinstance(error, OSError)


def _record_failure(notice: Notice, *, error: Exception, may_have_arrived: bool) -> None:
    """Queues the mail again; closes it after the last retry, or if a retry could deliver it twice."""
    # Servers repeat the address in what they answer.
    words = re.sub(re.escape(notice.to_address), "…", repr(error), flags=re.IGNORECASE)
    if may_have_arrived or notice.attempts > len(RETRY_MINUTES):
        _finish(notice, error=words)
        return
    due_at = timezone.now() + timedelta(minutes=RETRY_MINUTES[notice.attempts - 1])
    Notice.objects.filter(pk=notice.pk).update(error=words, claimed_at=None, due_at=due_at)


def _finish(notice: Notice, **fields: Any) -> None:
    """Closes the notice and erases its address and text, which may hold a secret link."""
    Notice.objects.filter(pk=notice.pk).update(body="", address="", **fields)
