from django.db import models

from tabletop.models import ActionRow, action_log_constraints
from tabletop.tables.models import PlayerRow, TableRow


class DuelGame(TableRow):
    host = models.CharField(max_length=36, null=True)
    abandon_at = models.FloatField(null=True)
    bot_memories = models.TextField(default="{}")
    turn_seconds = models.FloatField(default=30.0)
    game = models.JSONField(null=True)
    """The state of the rules without the hands, which are the seats' own; null while the table waits."""
    previous = models.JSONField(null=True)
    """The whole state before the latest play, for its author to take back."""


class DuelSeat(PlayerRow):
    game = models.ForeignKey(DuelGame, on_delete=models.CASCADE, related_name="players")
    place = models.PositiveSmallIntegerField()
    bot_level = models.CharField(max_length=10, null=True)
    away_since = models.FloatField(null=True)
    hand = models.JSONField(default=list)
    handovers = models.JSONField(default=list)
    """Each change of who plays the seat: the number of the action, the bot's level, the seat that acted."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "place"], name="duel_seat_once")]


class DuelAction(ActionRow):
    game = models.ForeignKey(DuelGame, on_delete=models.CASCADE, related_name="actions")

    class Meta:
        constraints = action_log_constraints("duel")
