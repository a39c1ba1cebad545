from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Notice(models.Model):
    """A mail on its way. Waiting: not claimed. On its way, lost or given up: claimed. Delivered: sent."""

    task = models.TextField(_("task"), unique=True, help_text=_("What the mail is about; never mailed twice."))
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("recipient")
    )
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
            # The clock asks every second; this index holds the waiting ones alone.
            models.Index(fields=["due_at"], name="notice_waiting", condition=Q(claimed_at__isnull=True)),
            models.Index(fields=["created_at"], name="notice_age"),
        ]
        constraints = [
            models.CheckConstraint(
                name="notice_is_claimed_before_it_is_sent",
                condition=Q(sent_at__isnull=True) | Q(claimed_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.task
