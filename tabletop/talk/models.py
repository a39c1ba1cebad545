from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tabletop.characters import MOST_CODE_POINTS_OF_NAME
from tabletop.models import LONGEST_KEY

ROOMS = [("table", _("at the table")), ("watchers", _("among those who watch"))]
REASONS = [("words", _("rude words")), ("play", _("spoils the game")), ("name", _("the name"))]
LONGEST_REMARK = 300
LONGEST_NAME = MOST_CODE_POINTS_OF_NAME + 10
"""Of a name as a table shows it: with a number where two are alike, and the marks of its direction."""


class Remark(models.Model):
    """What a person said at a table: a text, or one of the quick words, which are shown for seconds and not listed."""

    game_slug = models.CharField(_("game"), max_length=20)
    game_id = models.UUIDField(_("table"))
    room = models.CharField(_("room"), max_length=8, choices=ROOMS)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("person")
    )
    place = models.PositiveSmallIntegerField(_("seat"), null=True)
    """The number of the person's seat when it was said; null for a watcher."""
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    """The person's name as the table showed it."""
    colour = models.PositiveSmallIntegerField(_("colour"))
    word = models.CharField(_("quick word"), max_length=10, blank=True)
    text = models.CharField(_("text"), max_length=LONGEST_REMARK, blank=True)
    seq = models.PositiveIntegerField(_("move"))
    """The number of the latest action in the log of the game when it was said."""
    at = models.FloatField(_("said"))
    hidden_at = models.FloatField(_("hidden"), null=True)
    """When the staff hid the remark: since then it is sent to nobody."""
    key = models.CharField(max_length=LONGEST_KEY, null=True)
    """Idempotency key: a repeated request of the same person at the same table adds no second remark."""

    class Meta:
        verbose_name = _("remark")
        verbose_name_plural = _("remarks")
        indexes = [
            models.Index(fields=["game_slug", "game_id", "id"], name="remark_of_table"),
            models.Index(fields=["person", "at"], name="remark_of_person"),
            models.Index(fields=["at"], condition=~models.Q(word=""), name="quick_word_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["person", "game_id", "key"], name="remark_once_for_a_key"),
            models.CheckConstraint(
                condition=models.Q(word="") & ~models.Q(text="") | ~models.Q(word="") & models.Q(text=""),
                name="either_word_or_text",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_slug} {self.game_id}, {self.seq}"


class Mute(models.Model):
    """`person` neither reads nor hears `muted`, at any table; nobody is told."""

    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    muted = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=LONGEST_NAME)
    """Of `muted` as the table showed it, by which the list of the muted tells nothing of a name of later."""
    report = models.ForeignKey("Report", on_delete=models.SET_NULL, null=True, related_name="+")
    """The report that made it, and takes it along when it is taken back; null for a mute on purpose."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "muted"], name="muted_once"),
            models.CheckConstraint(condition=~models.Q(person=models.F("muted")), name="nobody_mutes_themselves"),
        ]


class Report(models.Model):
    """What staff are asked to look at: a person at a table, and what was said there before the report."""

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("reported by")
    )
    """Null once the reporter has left the site: what happened is looked at all the same."""
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("about")
    )
    reason = models.CharField(_("reason"), max_length=5, choices=REASONS)
    game_slug = models.CharField(_("game"), max_length=20)
    game_id = models.UUIDField(_("table"))
    seq = models.PositiveIntegerField(_("move"))
    at = models.FloatField(_("reported"))
    settled_at = models.FloatField(_("settled"), null=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        indexes = [models.Index(fields=["settled_at", "at"], name="report_queue")]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "about", "game_id"],
                condition=models.Q(settled_at__isnull=True),
                name="one_open_report_a_table",
            )
        ]

    def __str__(self) -> str:
        return f"{self.about}: {self.get_reason_display()}"


class ReportedRemark(models.Model):
    """A copy of a remark for the staff: tables are removed with what was said there, reports stay."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="remarks")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """Who said it; the copy goes with this person's account."""
    name = models.CharField(max_length=LONGEST_NAME)
    text = models.CharField(max_length=LONGEST_REMARK)
    seq = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.seq}  {self.name}: {self.text}"
