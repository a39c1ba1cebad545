from typing import ClassVar

from django.conf import settings
from django.db import models


class Game(models.Model):
    objects: ClassVar[models.Manager["Game"]]
    seq = models.PositiveIntegerField(default=0)
    turn = models.PositiveSmallIntegerField(default=0)


class Player(models.Model):
    objects: ClassVar[models.Manager["Player"]]
    user_id: int
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    name = models.CharField(max_length=40)
    seat = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seat"], name="one_player_a_seat")]


class Card(models.Model):
    objects: ClassVar[models.Manager["Card"]]
    owner_id: int | None

    class Place(models.TextChoices):
        DECK = "deck"
        HAND = "hand"
        DRAWN = "drawn"
        DISCARD = "discard"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="cards")
    suit = models.CharField(max_length=8)
    rank = models.CharField(max_length=2)
    place = models.CharField(max_length=8, choices=Place.choices)
    position = models.PositiveSmallIntegerField(default=0)
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="cards")


class LogEntry(models.Model):
    objects: ClassVar[models.Manager["LogEntry"]]
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="log")
    player = models.ForeignKey(Player, on_delete=models.CASCADE)
    seq = models.PositiveIntegerField()
    text = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="one_entry_a_move")]
