"""The words that stand in the columns, with what staff read for them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Phase(models.TextChoices):
    SETUP = "setup", _("waiting for players")
    INITIAL_VIEW = "initial_view", _("looking at two cards")
    PLAYING = "playing", _("playing")
    FINAL_ROUND = "final_round", _("final round")
    COMPLETED = "completed", _("over")


class BotLevel(models.TextChoices):
    EASY = "easy", _("easy")
    MEDIUM = "medium", _("medium")
    HARD = "hard", _("hard")


class Location(models.TextChoices):
    DECK = "deck", _("deck")
    HAND = "hand", _("hand")
    DISCARD = "discard", _("discard pile")
    DRAWN = "drawn", _("drawn")


class Visibility(models.TextChoices):
    HIDDEN = "hidden", _("hidden")
    VISIBLE = "visible", _("visible")
    PEEKING = "peeking", _("shown to one player")


class TurnAction(models.TextChoices):
    DRAW = "draw", _("draw")
    SWAP = "swap", _("swap")
    DISCARD = "discard", _("discard")
    POWER = "power", _("power")
    CAMBIO = "cambio", _("Cambio")
    FORFEIT = "forfeit", _("turn given up")


class DrawSource(models.TextChoices):
    DECK = "deck", _("deck")
    DISCARD = "discard", _("discard pile")


class PowerKind(models.TextChoices):
    PEEK_OWN = "peek_own", _("look at an own card")
    PEEK_OPPONENT = "peek_opponent", _("look at another player's card")
    BLIND_SWAP = "blind_swap", _("blind swap")
    LOOK_OWN = "look_own", _("glimpse of an own card")
