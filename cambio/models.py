"""The tables of Cambio, with the names of the data model (rules 11)."""

import uuid
from typing import Any

from django.db import models
from django.db.models import Deferrable, F, Q
from django.utils import timezone

from cambio.choices import BotLevel, DrawSource, Location, Phase, PowerKind, TurnAction, Visibility
from cambio.rules.cards import POINTS, SUITS, rank_of
from tabletop.models import ActionRow, action_log_constraints
from tabletop.tables.models import PlayerRow, PlayerType, TableRow, exactly_if

TARGETED = (PowerKind.PEEK_OPPONENT, PowerKind.BLIND_SWAP)


def one_of(field: str, choices: type[models.TextChoices]) -> Q:
    return Q(**{f"{field}__in": choices.values})


def _points_of_rank() -> Q:
    points = {rank_of(card): value for card, value in POINTS.items()}
    condition = Q()
    for rank, value in points.items():
        condition |= Q(rank=rank, point_value=value)
    return condition


def check(name: str, condition: Q) -> models.CheckConstraint:
    return models.CheckConstraint(name=f"cambio_{name}", condition=condition)


def pointer(to: str) -> Any:
    """A reference inside one game. The rows of a game go together, so nothing has to happen when one goes."""
    return models.ForeignKey(to, on_delete=models.DO_NOTHING, null=True, db_index=False, related_name="+")


class GameSession(TableRow):
    """One table."""

    phase = models.CharField(max_length=12, choices=Phase, default=Phase.SETUP, db_index=True)
    current_turn_player = pointer("Player")
    cambio_caller = pointer("Player")
    winner = pointer("Player")
    host_player = pointer("Player")
    pending_power_turn = models.OneToOneField("Turn", on_delete=models.DO_NOTHING, null=True, related_name="+")
    # Points in time that the rules compare are kept as the very numbers the rules were given: a replay needs them.
    peek_expires_at = models.FloatField(null=True)
    initial_view_ends_at = models.FloatField(null=True)
    bot_memories = models.TextField(default="{}")
    """What the bots were shown, by player: all in one place, as every bot hears of every move. JSON as text, because a
    database that sorts the keys would not give back what was saved."""
    abandon_at = models.FloatField(null=True)
    turn_count = models.PositiveIntegerField(default=0)
    """How many rows `turn` has for this game: the next one's `seq` is one more."""

    card_ids: dict[str, uuid.UUID]
    """Set by the store: the ids of the rows of `card`, by card as the rules write it."""

    class Meta:
        db_table = "game_session"
        constraints = [
            check("phase_known", one_of("phase", Phase)),
            check("seats_2_to_4", Q(max_players__range=(2, 4))),
            check("turn_while_playing", exactly_if(Q(phase__in=["playing", "final_round"]), "current_turn_player")),
            check("caller_after_the_call", exactly_if(Q(phase__in=["final_round", "completed"]), "cambio_caller")),
            check("winner_at_the_end", Q(phase="completed") | Q(winner__isnull=True)),
            check("completed_at_the_end", exactly_if(Q(phase="completed"), "completed_at")),
            check("only_the_initial_view_ends", Q(phase="initial_view") | Q(initial_view_ends_at__isnull=True)),
            check("reveal_needs_a_power", Q(peek_expires_at__isnull=True) | Q(pending_power_turn__isnull=False)),
        ]


class Player(PlayerRow):
    game_session = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="players")
    score = models.IntegerField(default=0)
    turn_order = models.PositiveSmallIntegerField()
    is_connected = models.BooleanField(default=True)
    has_viewed_initial_cards = models.BooleanField(default=False)
    has_taken_final_turn = models.BooleanField(default=False, db_default=False)
    bot_difficulty = models.CharField(max_length=6, choices=BotLevel, null=True)
    """The level of a bot, by the column's name in the original application."""
    disconnected_at = models.FloatField(null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "player"
        constraints = [
            models.UniqueConstraint(fields=["game_session", "turn_order"], name="cambio_seat_once"),
            models.UniqueConstraint(
                fields=["game_session", "user"], condition=Q(user__isnull=False), name="cambio_person_once"
            ),
            check("player_type_known", one_of("type", PlayerType)),
            check("player_seat_0_to_3", Q(turn_order__range=(0, 3))),
            check("bot_is_nobody", Q(type="human") | Q(user__isnull=True, token_hash__isnull=True)),
            check("bot_has_a_difficulty", Q(type="human") | one_of("bot_difficulty", BotLevel)),
        ]
        indexes = [
            models.Index(
                fields=["game_session", "has_taken_final_turn"],
                name="idx_player_final_turn",
                condition=Q(has_taken_final_turn=False),
            )
        ]


class Card(models.Model):
    """One of the 52 cards of a game. Its id never leaves the server (rules 13.3)."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game_session = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="cards")
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="cards")
    suit = models.CharField(max_length=8)
    rank = models.CharField(max_length=2)
    point_value = models.PositiveSmallIntegerField()
    position_row = models.PositiveSmallIntegerField(null=True)
    position_col = models.PositiveSmallIntegerField(null=True)
    location = models.CharField(max_length=7, choices=Location)
    visibility = models.CharField(max_length=7, choices=Visibility, default=Visibility.HIDDEN)
    order_in_pile = models.PositiveSmallIntegerField(null=True)
    """The top of the deck has the lowest number, the top of the discard pile the highest."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "card"
        constraints = [
            models.UniqueConstraint(fields=["game_session", "suit", "rank"], name="cambio_card_once"),
            # Judged at the commit, because two cards that change places meet in between. Only hand cards have a place.
            models.UniqueConstraint(
                fields=["owner", "position_row", "position_col"],
                name="cambio_place_once",
                deferrable=Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(
                fields=["game_session"], condition=Q(location="drawn"), name="cambio_one_drawn_card"
            ),
            check("card_suit_known", Q(suit__in=list(SUITS.values()))),
            check("card_points_of_rank", _points_of_rank()),
            check("card_location_known", one_of("location", Location)),
            check("card_visibility_known", one_of("visibility", Visibility)),
            check("card_owner_in_hand", exactly_if(Q(location__in=["hand", "drawn"]), "owner")),
            check("card_row_in_hand", exactly_if(Q(location="hand"), "position_row")),
            check("card_col_in_hand", exactly_if(Q(location="hand"), "position_col")),
            check("card_place_in_grid", Q(position_row__isnull=True) | Q(position_row__lte=1, position_col__lte=1)),
            check("card_order_in_piles", exactly_if(Q(location__in=["deck", "discard"]), "order_in_pile")),
            check("card_of_deck_is_hidden", ~Q(location="deck") | Q(visibility="hidden")),
            check("card_of_discard_is_visible", ~Q(location="discard") | Q(visibility="visible")),
            check("card_peeked_in_hand", ~Q(visibility="peeking") | Q(location="hand")),
        ]

    def __str__(self) -> str:
        return f"{self.rank}{self.suit[:1]}"


class Turn(models.Model):
    """What was done at the table, one row for each draw, swap, discard, power, call and turn given up."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game_session = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="turns")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="turns")
    seq = models.PositiveIntegerField()
    action = models.CharField(max_length=7, choices=TurnAction)
    draw_source = models.CharField(max_length=7, choices=DrawSource, null=True)
    card_drawn = pointer("Card")
    old_card = pointer("Card")
    new_card = pointer("Card")
    special_power_type = models.CharField(max_length=13, choices=PowerKind, null=True)
    target_card = pointer("Card")
    target_player = pointer("Player")
    metadata = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        db_table = "turn"
        constraints = [
            models.UniqueConstraint(fields=["game_session", "seq"], name="cambio_turn_seq_once"),
            check("turn_action_known", one_of("action", TurnAction)),
            check("turn_source_of_a_draw", exactly_if(Q(action="draw"), "draw_source")),
            check("turn_power_has_a_type", exactly_if(Q(action="power"), "special_power_type")),
            check("turn_swap_has_two_cards", exactly_if(Q(action="swap"), "old_card")),
            check("turn_swap_has_a_new_card", exactly_if(Q(action="swap"), "new_card")),
        ]

    def __str__(self) -> str:
        return f"{self.seq}: {self.action}"


class SpecialPower(models.Model):
    """A power that was used. A turn row has one or none."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game_session = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="powers")
    turn = models.OneToOneField(Turn, on_delete=models.CASCADE, related_name="power")
    activated_by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="powers")
    power_type = models.CharField(max_length=13, choices=PowerKind)
    target_card = pointer("Card")
    target_player = pointer("Player")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        db_table = "special_power"
        constraints = [
            check("power_known", one_of("power_type", PowerKind)),
            check("power_target_where_needed", exactly_if(Q(power_type__in=TARGETED), "target_player")),
            check("power_on_somebody_else", Q(target_player__isnull=True) | ~Q(target_player=F("activated_by"))),
        ]
        indexes = [models.Index(fields=["game_session", "created_at"], name="idx_special_power_game")]

    def __str__(self) -> str:
        return self.power_type


class GameScore(models.Model):
    """The outcome for one player. Rows exist exactly for completed games."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game_session = models.ForeignKey(GameSession, on_delete=models.CASCADE, db_index=False, related_name="scores")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    final_score = models.IntegerField()
    is_cambio_caller = models.BooleanField()
    penalty_applied = models.BooleanField()
    is_winner = models.BooleanField()
    cards_summary = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        db_table = "game_score"
        constraints = [
            models.UniqueConstraint(fields=["game_session", "player"], name="cambio_score_once"),
            check("penalty_for_the_caller", Q(penalty_applied=False) | Q(is_cambio_caller=True)),
        ]
        indexes = [models.Index(fields=["game_session"], name="idx_game_score_game")]

    def __str__(self) -> str:
        return str(self.final_score)


class CambioAction(ActionRow):
    """The log of accepted actions, from which every table replays."""

    game = models.ForeignKey(GameSession, on_delete=models.CASCADE, related_name="actions")

    class Meta:
        db_table = "cambio_action"
        constraints = action_log_constraints("cambio")
