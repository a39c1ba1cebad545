"""The words that stand in the columns, with what staff read for them."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Mode(models.TextChoices):
    WAITING = "waiting", _("waiting for players")
    BID = "bid", _("bids")
    BUY_BID = "buy-bid", _("buying after the bids")
    BUY = "buy", _("investor round")
    PROPOSAL = "proposal", _("the leader proposes")
    PROPOSAL_OPP = "proposal-opp", _("the opposition answers")
    VOTE = "vote", _("vote")
    CONTINUE_MAN = "continue-man", _("maneuver")
    PEACE_VOTE = "peace-vote", _("vote on a peace offer")
    GAME_OVER = "game-over", _("over")


class Government(models.TextChoices):
    DICTATORSHIP = "dictatorship", _("dictatorship")
    DEMOCRACY = "democracy", _("democracy")
