import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tabletop import shuffle

LONGEST_DECK_NAME = 40


class DeckState(models.Model):
    """A deck of one person, with its undo and redo steps.

    The state is text, not a JSON column: a card may have any name, and PostgreSQL's JSON rejects NUL and surrogates.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks", verbose_name=_("person")
    )
    name = models.CharField(_("name"), max_length=LONGEST_DECK_NAME)
    state = models.TextField(editable=False)
    """JSON of `deckbuilder.rules.serialize`."""
    preset_id = models.CharField(max_length=100, null=True, editable=False)
    """Preset in use, repeated here so that it can be dealt again should the state become unreadable (rules 8.2)."""
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    """Grows with every change; an action that expects another version is refused."""
    step = models.PositiveIntegerField(default=0, editable=False)
    """Number of actions before the state, and place of the next shuffle; undo lowers it, so that nothing rerolls."""
    undo = models.TextField(default="[]", editable=False)
    """JSON list of `deckbuilder.history` differences, the latest last."""
    redo = models.TextField(default="[]", editable=False)
    shuffle_seed = models.BinaryField(max_length=32, default=shuffle.new_seed, editable=False)
    share_token = models.CharField(max_length=32, null=True, unique=True, editable=False)
    """Key of the link to the locked order; null while the deck is not shared."""
    created_at = models.DateTimeField(_("created"), default=timezone.now, editable=False)
    updated_at = models.DateTimeField(_("last change"), default=timezone.now, editable=False)

    class Meta:
        db_table = "deck_state"
        verbose_name = _("deck")
        verbose_name_plural = _("decks")
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="deck_name_once_per_person"),
            models.CheckConstraint(name="deck_has_a_name", condition=~models.Q(name="")),
        ]
        indexes = [models.Index(fields=["owner", "-updated_at"], name="deck_latest_of_person")]

    def __str__(self) -> str:
        return self.name
