"""Tables the kernel keeps for every game, and the columns every game's own tables share."""

import uuid
from copy import copy
from typing import TypeVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tabletop import shuffle

LONGEST_KEY = 64
"""Characters of an idempotency key."""


class GameRow(models.Model):
    """The row that is locked for every change of a game; a game's own columns come on top."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    seq = models.PositiveIntegerField(default=0, editable=False)
    """Number of the last action in the log: rises by one for every committed change."""
    shuffle_seed = models.BinaryField(max_length=32, default=shuffle.new_seed, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


Row = TypeVar("Row", bound=models.Model)


def copy_row(row: Row) -> Row:
    """A copy whose columns may be set without changing the other; `copy` takes ten times as long."""
    twin = row.__class__.__new__(row.__class__)
    twin.__dict__.update(row.__dict__)
    twin._state = copy(row._state)
    twin._state.fields_cache = dict(row._state.fields_cache)
    return twin


class ActionRow(models.Model):
    """The log of accepted actions. Seed and log replay to the same state; a game adds the foreign key `game`.

    A game's table must have the constraints of `action_log_constraints`.
    """

    seq = models.PositiveIntegerField()
    actor = models.JSONField(null=True)
    """The seat that acted; null for the clock."""
    payload = models.JSONField()
    events = models.JSONField(default=list)
    """What happened, each with its audience: feeds the log, the history and the animations."""
    key = models.CharField(max_length=LONGEST_KEY, null=True)
    """Idempotency key: the same key again gets the same answer and has no second effect."""
    at = models.FloatField()
    """The time the rules were given, in seconds: a replay needs it exactly."""
    engine_version = models.CharField(max_length=20)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.seq}: {self.payload.get('type')}"


def action_log_constraints(prefix: str) -> list[models.BaseConstraint]:
    return [
        models.UniqueConstraint(fields=["game", "seq"], name=f"{prefix}_action_seq_once"),
        # A key belongs to the seat that sent it.
        models.UniqueConstraint(fields=["game", "actor", "key"], name=f"{prefix}_action_key_once"),
    ]


class Deadline(models.Model):
    """Something that happens at a time, whether anybody looks or not. One row per game and task."""

    game_slug = models.CharField(max_length=20)
    game_id = models.UUIDField()
    task = models.CharField(max_length=60)
    due_at = models.FloatField(db_index=True)
    leased_until = models.FloatField(default=0)
    """A clock that claimed the row owns it until then; if it crashes, another takes over."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game_slug", "game_id", "task"], name="deadline_once_per_task")]

    @staticmethod
    def set(*, game_slug: str, game_id: uuid.UUID, task: str, due_at: float) -> None:
        """New or changed, in one statement; frees the row from the clock that holds it."""
        Deadline.objects.bulk_create(
            [Deadline(game_slug=game_slug, game_id=game_id, task=task, due_at=due_at)],
            update_conflicts=True,
            unique_fields=["game_slug", "game_id", "task"],
            update_fields=["due_at", "leased_until"],
        )

    def remove_unless_moved(self) -> None:
        """Done with it, unless the row has meanwhile been given another time."""
        type(self).objects.filter(pk=self.pk, due_at=self.due_at).delete()

    def move_unless_moved(self, *, due_at: float) -> None:
        """Sets another time and frees the row, unless it has meanwhile been given another time."""
        type(self).objects.filter(pk=self.pk, due_at=self.due_at).update(due_at=due_at, leased_until=0)


class Presence(models.Model):
    """A seat with at least one open socket in one process."""

    game_slug = models.CharField(max_length=20)
    game_id = models.UUIDField()
    seat = models.CharField(max_length=40)
    process = models.UUIDField()
    seen_at = models.FloatField()
    """Refreshed by the process: a stale row is what a killed process left behind."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game_slug", "game_id", "seat", "process"], name="presence_once_per_process"
            )
        ]


class Watcher(models.Model):
    """A person without a seat who has a page of a table open in one process."""

    game_slug = models.CharField(max_length=20)
    game_id = models.UUIDField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    process = models.UUIDField()
    seen_at = models.FloatField(db_index=True)
    """Refreshed by the process: a stale row is what a killed process left behind."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game_slug", "game_id", "person", "process"], name="watcher_once_per_process"
            )
        ]


class Removal(models.Model):
    """A person whom the host has sent away from a waiting table, and who cannot sit down there for a while."""

    game_slug = models.CharField(max_length=20)
    game_id = models.UUIDField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    until = models.FloatField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game_slug", "game_id", "person"], name="removal_once_per_table")
        ]


class HeldSeat(models.Model):
    """A seat at the next table that is kept for a person who has played at the one before.

    The table itself knows until when (`tabletop.table.state.Series`); this tells for whom.
    """

    game_slug = models.CharField(max_length=20)
    game_id = models.UUIDField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    seat_id = models.UUIDField()
    """The id that the seat will have."""
    until = models.FloatField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game_slug", "game_id", "person"], name="one_held_seat_a_table")]


class ChairWish(models.Model):
    """A person on the list for a chair of a table, who is told of a free one; it goes on to the next of a series."""

    game_slug = models.CharField(max_length=20)
    game_id = models.UUIDField()
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asked_at = models.FloatField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game_slug", "game_id", "person"], name="one_wish_a_table")]


class EntryKey(models.Model):
    """A request to open or to join a table that was sent with a key: sent again, it leads to the same seat.

    Nothing of it can be used by somebody who reads the rows: key and owner are hashed together with a secret.
    """

    mark = models.CharField(max_length=64, primary_key=True)
    """Names the key and its owner: a session, or a client that has made a long key for itself."""
    what = models.CharField(max_length=32)
    """Names what was asked for."""
    salt = models.CharField(max_length=32)
    """With key and owner it gives the token of the seat again."""
    game_id = models.UUIDField(null=True)
    seat_id = models.UUIDField(null=True)
    """Null only within the transaction that takes the seat."""
    at = models.FloatField(db_index=True)


class DailyRun(models.Model):
    """When something that is done once a day, or every few minutes, was last begun by one of all processes."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.FloatField()


class ClockBeat(models.Model):
    """When a clock last went round; `/readyz` looks here."""

    process = models.UUIDField(primary_key=True)
    at = models.FloatField(db_index=True)


class StaffRight(ClockBeat):
    """Holds the permissions of staff that belong to no table alone; a proxy, because it needs no table of its own."""

    class Meta:
        proxy = True
        default_permissions = ()
        permissions = [("view_hidden_cards", _("Can look at hidden cards, bids and votes"))]


class SiteTime(models.Model):
    """How the site's time stands to the database's clock; one row (`tabletop.timebase`)."""

    ahead = models.FloatField(default=0)
    """Seconds to add to the database's clock."""
    latest = models.FloatField(default=0)
    """A time that the site has seen, a few seconds ago at most while it runs: time never falls behind it."""
