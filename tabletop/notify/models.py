from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """A queued mail. Waiting: not claimed. In delivery, lost or given up: claimed. Delivered: sent.

    A mail about a turn goes to the recipient's address at the time of sending, a mail about an account to `address`.
    A closed notice keeps neither text nor address: a link in it may open an account.
    """

    task = models.TextField(_("task"), unique=True, help_text=_("What the mail is about; never mailed twice."))
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+", verbose_name=_("recipient")
    )
    address = models.EmailField(_("address"), blank=True)
    game_slug = models.CharField(_("game"), max_length=20, blank=True)
    game_id = models.UUIDField(_("table"), null=True)
    seat = models.JSONField(_("seat"), null=True)
    subject = models.TextField(_("subject"))
    body = models.TextField(_("text"))
    created_at = models.DateTimeField(_("written"), default=timezone.now)
    due_at = models.DateTimeField(_("not before"), default=timezone.now)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    claimed_at = models.DateTimeField(_("taken up"), null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    error = models.TextField(_("what went wrong"), blank=True)

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mails")
        indexes = [
            # The mailer asks every second: the index holds waiting notices alone.
            models.Index(fields=["due_at"], name="notice_waiting", condition=Q(claimed_at__isnull=True)),
            models.Index(fields=["created_at"], name="notice_age"),
        ]
        constraints = [
            models.CheckConstraint(
                name="notice_is_claimed_before_it_is_sent",
                condition=Q(sent_at__isnull=True) | Q(claimed_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return self.task

    @property
    def to_address(self) -> str:
        return self.address if self.recipient is None else self.recipient.email or ""
