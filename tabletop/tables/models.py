"""The columns that the tables of every game have, and the seats at them; a game's own columns come on top."""

import uuid
from typing import Any, ClassVar

import msgspec
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tabletop.characters import MOST_CODE_POINTS_OF_NAME
from tabletop.models import GameRow
from tabletop.table import lobby

WATCHING = [("nobody", _("nobody")), ("link", _("with the link")), ("everybody", _("everybody"))]
CLOSED_BECAUSE = [
    ("fault", _("a fault of the site")),
    ("idle", _("nobody plays here any more")),
    ("asked", _("the players asked for it")),
    ("conduct", _("somebody broke the rules of the house")),
    ("upkeep", _("work on the site")),
]
"""The `ABANDON_REASONS` as staff choose them; `templates/tables/_why_closed.html` tells them to the players."""


def exactly_if(condition: Q, field: str) -> Q:
    """`field` is filled if the condition holds, and empty if it does not."""
    return (condition & Q(**{f"{field}__isnull": False})) | (~condition & Q(**{f"{field}__isnull": True}))


class TableRow(GameRow):
    """A game that people sit down to at a table with a code."""

    room_code = models.CharField(max_length=6, unique=True)
    max_players = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=lobby.MOST_CODE_POINTS_OF_TABLE_NAME, default="", db_default="")
    is_open = models.BooleanField(_("open to everybody"), default=False, db_default=False)
    watching = models.CharField(_("who may watch"), max_length=9, choices=WATCHING, default="link", db_default="link")
    takeover = models.BooleanField(_("bots take over"), default=False, db_default=False)
    turn_clock = models.PositiveSmallIntegerField(_("seconds for a turn"), null=True)
    waits = models.TextField(default="{}", db_default="{}", editable=False)
    """For whom the game waits: `tabletop.table.state.Waits` as JSON."""
    series = models.TextField(default="{}", db_default="{}", editable=False)
    """The games of the same people before this one, and the next: `tabletop.table.state.Series` as JSON."""
    onlookers = models.TextField(default="[]", db_default="[]", editable=False)
    """People who had a seat that somebody else has taken, and who may look on in any case: ids of person and seat
    as JSON.
    """
    bot_due = models.FloatField(null=True)
    started_at = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)
    opening = models.JSONField(default=dict)
    """What the table was made from: the log replays on top of it."""
    abandoned = models.BooleanField(_("closed"), default=False, db_default=False)
    """Given up where it stood, because nobody was there or because the staff closed it."""
    abandon_reason = models.CharField(_("reason"), max_length=10, null=True, choices=CLOSED_BECAUSE)
    """Set where the staff closed the table."""
    rematch = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, related_name="+")
    """The next table of the same people."""
    rematch_id: uuid.UUID | None
    opened_from = models.CharField(max_length=32, default="", db_default="", editable=False)
    """The mark of the network that a waiting table was opened from; empty as soon as the game begins."""

    arriving: dict[str, Any]
    """Set by the services: who takes a seat in this very step, with what the rules do not know about them."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.room_code

    @property
    def version(self) -> int:
        """What programs call the number of the last action: it counts from 1."""
        return self.seq + 1

    @property
    def former_people(self) -> tuple[uuid.UUID, ...]:
        """Who had a seat that somebody else has taken."""
        return tuple(self.former_seats)

    @property
    def former_seats(self) -> dict[uuid.UUID, str]:
        """The id of the seat that each of them had."""
        return dict(msgspec.json.decode(self.onlookers, type=tuple[tuple[uuid.UUID, str], ...]))

    def has_seated(self, person: uuid.UUID) -> bool:
        """Whether the person has a seat here, or had one that somebody else has taken."""
        players: Any = self.players  # type: ignore[attr-defined] # of each game
        return person in self.former_people or players.filter(user=person).exists()


class PlayerType(models.TextChoices):
    HUMAN = "human", _("human")
    BOT = "bot", _("bot")


class PlayerRow(models.Model):
    """A seat in one game, not an account. Its id is the seat id, which the log and the rules know."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    type = models.CharField(max_length=5, choices=PlayerType, default=PlayerType.HUMAN)
    token_hash = models.CharField(max_length=64, null=True, unique=True)
    display_name = models.CharField(max_length=MOST_CODE_POINTS_OF_NAME)
    """The only place where the name of a seat is kept."""
    FORGOTTEN: ClassVar[dict[str, str]] = {}
    """Columns that go with the name, each with what they are set to."""

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.display_name

    def forget(self, name: str) -> None:
        """Puts another name in place of the person's own."""
        type(self)._default_manager.filter(pk=self.pk).update(display_name=name, **self.FORGOTTEN)

    def pass_to(self, newcomer: "PlayerRow", **more: Any) -> None:
        """The seat is another person's; a game has `more` columns that are the person's. One UPDATE."""
        own = {"user": newcomer.user, "token_hash": newcomer.token_hash, "display_name": newcomer.display_name}
        type(self)._default_manager.filter(pk=self.pk).update(**own, **self.FORGOTTEN, **more)
