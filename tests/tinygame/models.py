from django.conf import settings
from django.db import models

from tabletop.models import ActionRow, GameRow, action_log_constraints


class DuelGame(GameRow):
    code = models.CharField(max_length=6, unique=True)
    started_at = models.FloatField()
    deck = models.JSONField()
    turn = models.PositiveSmallIntegerField()
    due = models.FloatField()
    led = models.PositiveSmallIntegerField(null=True)
    tricks = models.JSONField()


class DuelSeat(models.Model):
    game = models.ForeignKey(DuelGame, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True)
    name = models.CharField(max_length=20)
    hand = models.JSONField()
    redrawn = models.BooleanField(default=False)
    connected = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="duel_seat_once")]


class DuelAction(ActionRow):
    game = models.ForeignKey(DuelGame, on_delete=models.CASCADE, related_name="actions")

    class Meta:
        constraints = action_log_constraints("duel")
