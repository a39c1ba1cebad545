import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tabletop import shuffle

LONGEST_DECK_NAME = 40


class DeckState(models.Model):
    """One deck of one person, with the steps back and forth from where it stands.

    The state is kept as text, not as a JSON column: a card may have any name, and PostgreSQL's JSON knows neither the
    character zero nor half a surrogate pair.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decks", verbose_name=_("person")
    )
    name = models.CharField(_("name"), max_length=LONGEST_DECK_NAME)
    state = models.TextField(editable=False)
    """What `deckbuilder.rules.serialize` gives, as JSON."""
    preset_id = models.CharField(max_length=100, null=True, editable=False)
    """The ready-made deck in use, kept beside the state: it is dealt again should the state become unreadable."""
    version = models.PositiveIntegerField(_("version"), default=0, editable=False)
    """Rises with every change; an action sent against another version is refused."""
    step = models.PositiveIntegerField(default=0, editable=False)
    """Place in the deck's story: rises with an action, falls when it is taken back. Chance is drawn at this place."""
    undo = models.TextField(default="[]", editable=False)
    """JSON list of `deckbuilder.history` differences, the latest last: each leads one step back."""
    redo = models.TextField(default="[]", editable=False)
    shuffle_seed = models.BinaryField(max_length=32, default=shuffle.new_seed, editable=False)
    share_token = models.CharField(max_length=32, null=True, unique=True, editable=False)
    """Whoever knows it may see the locked order; null while nothing is shared."""
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
