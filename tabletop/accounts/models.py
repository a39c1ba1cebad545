import uuid
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tabletop.accounts.names import initial, validate_display_name
from tabletop.avatars import colour_of
from tabletop.characters import MOST_CODE_POINTS_OF_NAME


class UserManager(BaseUserManager["User"]):
    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        return (email or "").strip().lower()

    def get_by_natural_key(self, username: str | None) -> "User":
        """Ignores the case of the address at log-in."""
        return self.get(email=self.normalize_email(username))

    def create_user(self, email: str, password: str | None = None, *, display_name: str, **extra: Any) -> "User":
        user = self.model(email=self.normalize_email(email), display_name=display_name, **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, *, display_name: str, **extra: Any) -> "User":
        return self.create_user(
            email=email, password=password, display_name=display_name, is_staff=True, is_superuser=True, **extra
        )


class Theme(models.TextChoices):
    SYSTEM = "system", _("Like my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Motion(models.TextChoices):
    SYSTEM = "system", _("Like my device")
    FULL = "full", _("Full")
    BRISK = "brisk", _("Brisk: half as long")
    NONE = "none", _("None")


class User(AbstractBaseUser, PermissionsMixin):
    """A person who plays. A guest has no e-mail address and is known by the session cookie alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(
        _("e-mail"),
        unique=True,
        null=True,
        blank=True,
        error_messages={"unique": _("Another account has this address.")},
    )
    display_name = models.CharField(_("name"), max_length=MOST_CODE_POINTS_OF_NAME, validators=[validate_display_name])
    is_guest = models.BooleanField(_("guest"), default=False)
    notify_by_mail = models.BooleanField(_("mail when it is their turn"), default=True)
    theme = models.CharField(_("colours"), max_length=6, choices=Theme, default=Theme.SYSTEM)
    sounds = models.BooleanField(_("sounds"), default=False)
    motion = models.CharField(
        _("motion"), max_length=6, choices=Motion, default=Motion.SYSTEM, db_default=Motion.SYSTEM.value
    )
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)
    home_seen_at = models.DateTimeField(null=True, editable=False)
    """When the present visit of the home page began."""
    home_seen_before = models.DateTimeField(null=True, editable=False)
    """When the visit before it began: what ended since is news."""
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True, editable=False)

    proof: Any = None
    """Checks again, with each move, that the person of a socket is still signed in; a request has just been checked."""

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["display_name"]

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints = [
            models.CheckConstraint(name="guest_has_no_email", condition=Q(is_guest=False) | Q(email__isnull=True)),
            models.CheckConstraint(
                name="deleted_person_is_gone",
                condition=Q(deleted_at__isnull=True) | Q(email__isnull=True, is_active=False),
            ),
            models.CheckConstraint(
                name="account_has_email",
                condition=Q(is_guest=True) | Q(deleted_at__isnull=False) | Q(email__isnull=False),
            ),
            models.CheckConstraint(name="email_is_lower_case", condition=Q(email=Lower("email"))),
            models.CheckConstraint(name="theme_is_known", condition=Q(theme__in=Theme.values)),
            models.CheckConstraint(name="motion_is_known", condition=Q(motion__in=Motion.values)),
        ]

    def __str__(self) -> str:
        return self.display_name

    def clean(self) -> None:
        super().clean()
        self.email = User.objects.normalize_email(self.email) or None
        # Repeats the constraints, which Django skips for forms that do not show all their columns.
        if self.is_guest and self.email:
            raise ValidationError({"email": _("A guest has no e-mail address.")})
        if self.deleted_at and (self.email or self.is_active):
            raise ValidationError(_("A deleted account has no e-mail address and is not active."))
        if not (self.is_guest or self.deleted_at or self.email):
            raise ValidationError({"email": _("An account needs an e-mail address.")})

    def get_short_name(self) -> str:
        return self.display_name

    @property
    def avatar_colour(self) -> int:
        """1 to 6, always the same for a person."""
        return colour_of(self.id)

    @property
    def initial(self) -> str:
        return initial(self.display_name)
