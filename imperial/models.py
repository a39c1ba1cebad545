"""The tables of Imperial, with the names of the data model (rules 1). Money is whole cents, votes are whole tenths.

What the data model keeps as an object or a list is a JSON column, written and read by `imperial.store` alone.
"""

import uuid
from typing import Any

import msgspec
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from msgspec.structs import replace

from imperial.choices import Government, Mode
from imperial.decisions.draft import Draft
from imperial.rules import MAX_PLAYERS, MIN_PLAYERS
from imperial.rules.taxation import MOST_POINTS
from tabletop.accounts.models import User
from tabletop.models import ActionRow, action_log_constraints
from tabletop.rules import Seat
from tabletop.tables.models import PlayerRow, PlayerType, TableRow, exactly_if


def check(name: str, condition: Q) -> models.CheckConstraint:
    return models.CheckConstraint(name=f"imperial_{name}", condition=condition)


class PrivateInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What the page keeps for a player, and for that player alone; a spectator has an empty one."""

    draft: Draft | None = None
    """What has been chosen and not submitted."""
    draft_number: int = 0
    seen_turn: int | None = None
    """The turn at which the player opened the page before."""
    hints: tuple[str, ...] = ()
    """The screens that are still explained."""
    email: str = ""
    """The address that came with an imported game."""


class Setup(models.Model):
    """A board with its countries, wheel and prices. A version never changes: running games play on with theirs."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=40)
    version = models.PositiveIntegerField(_("version"), editable=False)
    data = models.TextField(_("data"))
    """JSON as text, because a database that sorts the keys would change the order of bots' choices."""
    created_at = models.DateTimeField(_("loaded"), default=timezone.now, editable=False)

    class Meta:
        db_table = "setup"
        verbose_name = _("setup")
        verbose_name_plural = _("setups")
        constraints = [models.UniqueConstraint(fields=["name", "version"], name="imperial_setup_version_once")]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


class Game(TableRow):
    """One table. The kernel's `seq` only grows; `turn_id` falls back when a submission is taken back (rules 11)."""

    setup = models.ForeignKey(Setup, on_delete=models.PROTECT, related_name="games")
    mode = models.CharField(max_length=12, choices=Mode, default=Mode.WAITING, db_index=True)
    country_up = models.CharField(max_length=40, blank=True)
    round = models.PositiveIntegerField(default=1)
    turn_id = models.PositiveIntegerField(default=0)
    same_turn = models.BooleanField(default=False)
    undo = models.CharField(max_length=40, null=True)
    proposal_1 = models.JSONField(null=True)
    proposal_2 = models.JSONField(null=True)
    voting = models.JSONField(null=True)
    bid_buy_order = models.JSONField(default=list)
    swiss_set = models.JSONField(null=True)
    current_maneuver = models.JSONField(null=True)
    peace_vote = models.JSONField(null=True)
    timer = models.JSONField(null=True)
    """While the table waits: increment and bank as chosen, null for a game without a clock."""
    host = models.CharField(max_length=40, null=True)
    """Seat id."""

    mail_to: dict[str, User]
    """Set by the store: the people at the table, by seat id, with what a mail to them needs."""
    private_info: dict[str, PrivateInfo]
    """Set by the store: what the page keeps for each seat."""

    def private_of(self, seat: Seat | None) -> PrivateInfo:
        return self.private_info.get(str(seat), PrivateInfo())

    def keep_private(self, seat: Seat, **changes: Any) -> None:
        """Notes what has just been written for a seat, so that the answer shows it."""
        # A new dict: the row as it was before the move keeps its own.
        self.private_info = {**self.private_info, str(seat): replace(self.private_info[str(seat)], **changes)}

    class Meta:
        db_table = "game"
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            check("mode_known", Q(mode__in=Mode.values)),
            check("seats_2_to_6", Q(max_players__range=(MIN_PLAYERS, MAX_PLAYERS))),
            check("voting_in_a_vote", exactly_if(Q(mode=Mode.VOTE), "voting")),
            check("peace_vote_in_its_mode", exactly_if(Q(mode=Mode.PEACE_VOTE), "peace_vote")),
            check(
                "maneuver_under_way", exactly_if(Q(mode__in=[Mode.CONTINUE_MAN, Mode.PEACE_VOTE]), "current_maneuver")
            ),
            check("completed_at_the_end", exactly_if(Q(mode=Mode.GAME_OVER), "completed_at")),
        ]


class PlayerInfo(PlayerRow):
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    """The place at the table in which people came; the rules' own `order` is drawn when the auction ends."""
    bot = models.CharField(max_length=20, null=True)
    """The level of the bot that plays the seat; with a human only while it plays for them."""
    money = models.IntegerField(default=0)
    my_turn = models.BooleanField(default=False)
    investor = models.BooleanField(default=False)
    order = models.PositiveSmallIntegerField(default=0)
    swiss = models.BooleanField(default=False)
    stock = models.JSONField(default=list)
    score_modifier = models.IntegerField(default=0)
    email = models.CharField(max_length=254, blank=True)
    """Comes with an imported game; the rules' own is always empty."""
    banked = models.IntegerField(default=0)
    bid = models.PositiveIntegerField(null=True)
    draft = models.JSONField(null=True)
    """What the player has chosen on the page and not yet submitted: nobody else's business, and no part of the game."""
    draft_number = models.PositiveIntegerField(default=0)
    """Counts the changes of the draft: news of an older one may reach a page late."""
    seen_turn = models.PositiveIntegerField(null=True)
    """The turn at which the player last opened the page: what came later is marked as new."""
    hints = models.JSONField(null=True)
    """The screens that are explained when they come up; null for bots."""

    FORGOTTEN = {"email": ""}

    class Meta:
        db_table = "player_info"
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="imperial_seat_once"),
            models.UniqueConstraint(
                fields=["game", "user"], condition=Q(user__isnull=False), name="imperial_person_once"
            ),
            models.UniqueConstraint(fields=["game", "order"], condition=Q(order__gt=0), name="imperial_order_once"),
            models.UniqueConstraint(fields=["game"], condition=Q(investor=True), name="imperial_one_investor_card"),
            check("player_type_known", Q(type__in=PlayerType.values)),
            check("bot_is_nobody", Q(type="human") | Q(user__isnull=True, token_hash__isnull=True)),
            check("bot_has_a_kind", Q(type="human") | Q(bot__isnull=False)),
        ]

    def pass_to(self, newcomer: PlayerRow, **more: Any) -> None:
        """Nobody sees what another person has drafted, or is told what that person need not be told any more."""
        assert isinstance(newcomer, PlayerInfo)  # noqa: S101 - a row of this table
        number = models.F("draft_number") + 1
        super().pass_to(newcomer, draft=None, draft_number=number, seen_turn=None, hints=newcomer.hints, **more)


class CountryInfo(models.Model):
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="countries")
    name = models.CharField(max_length=40)
    money = models.PositiveIntegerField()
    points = models.PositiveSmallIntegerField()
    factories = models.JSONField()
    wheel_spot = models.CharField(max_length=40)
    gov = models.CharField(max_length=12, choices=Government)
    leadership = models.JSONField()
    avail_stock = models.JSONField()
    off_limits = models.BooleanField()
    last_tax = models.IntegerField()
    tax_chips = models.JSONField()
    fleets = models.JSONField()
    armies = models.JSONField()

    class Meta:
        db_table = "country_info"
        verbose_name = _("country")
        verbose_name_plural = _("countries")
        constraints = [
            models.UniqueConstraint(fields=["game", "name"], name="imperial_country_once"),
            check("points_0_to_25", Q(points__lte=MOST_POINTS)),
            check("government_known", Q(gov__in=Government.values)),
        ]

    def __str__(self) -> str:
        return self.name


class GameHistory(models.Model):
    """One submission: the position before it, and what it added to the public log. Taken back, the row goes."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="histories")
    turn_id = models.PositiveIntegerField()
    state = models.TextField(null=True)
    """The whole position except for the log, as JSON: text, because the order of players and countries counts. Null in
    the row of the beginning, before which there was none."""
    lines = models.JSONField(default=list)
    """In English, as the log is exported."""
    sentences = models.TextField(null=True)
    """The same lines with their gaps, as JSON, for pages in another language. Null where only the text is known."""

    class Meta:
        db_table = "game_history"
        verbose_name = _("submission")
        verbose_name_plural = _("history")
        constraints = [models.UniqueConstraint(fields=["game", "turn_id"], name="imperial_turn_once")]

    def __str__(self) -> str:
        return str(self.turn_id)


class ImperialAction(ActionRow):
    """The log of accepted actions, from which every table replays."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="actions")

    class Meta:
        db_table = "imperial_action"
        constraints = action_log_constraints("imperial")
