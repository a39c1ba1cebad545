"""What can be done at a table, and what a player sees of it."""

import random
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Max
from django.template.loader import render_to_string

from bench.reference.models import Card, Game, LogEntry, Player

SUITS = ("hearts", "diamonds", "clubs", "spades")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
HAND_SIZE = 4
SHOWN_ENTRIES = 5


class MoveRefused(Exception):
    pass


def deal(users: list[Any]) -> Game:
    game = Game.objects.create()
    players = [
        Player.objects.create(game=game, user=user, name=user.get_username(), seat=seat)
        for seat, user in enumerate(users)
    ]
    pack = [(suit, rank) for suit in SUITS for rank in RANKS]
    random.shuffle(pack)
    cards = [Card(game=game, suit=suit, rank=rank, position=number) for number, (suit, rank) in enumerate(pack)]
    for card in cards:
        card.place = Card.Place.DECK
    for player in players:
        for position in range(HAND_SIZE):
            card = cards[player.seat * HAND_SIZE + position]
            card.place, card.owner, card.position = Card.Place.HAND, player, position
    cards[-1].place = Card.Place.DISCARD
    Card.objects.bulk_create(cards)
    return game


def make_move(game_id: int, user: AbstractBaseUser, message: dict[str, Any]) -> None:
    """Locks the game and writes the move; raises MoveRefused."""
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game_id)
        player = Player.objects.get(game=game, user=user)
        if player.seat != game.turn:
            raise MoveRefused("It is not your turn.")
        if message.get("do") == "draw":
            text = _draw(game, player)
        elif message.get("do") == "swap":
            text = _swap(game, player, int(message["position"]))
        else:
            raise MoveRefused("We do not know that move.")
        game.seq += 1
        game.save()
        LogEntry.objects.create(game=game, player=player, seq=game.seq, text=text)


def _draw(game: Game, player: Player) -> str:
    if Card.objects.filter(game=game, place=Card.Place.DRAWN).exists():
        raise MoveRefused("You hold a card already.")
    card = Card.objects.filter(game=game, place=Card.Place.DECK).order_by("position").first()
    if card is None:
        _shuffle_discards(game)
        card = Card.objects.filter(game=game, place=Card.Place.DECK).order_by("position")[0]
    card.place, card.owner = Card.Place.DRAWN, player
    card.save()
    return f"{player.name} took a card from the deck."


def _swap(game: Game, player: Player, position: int) -> str:
    drawn = Card.objects.filter(game=game, place=Card.Place.DRAWN, owner=player).first()
    if drawn is None:
        raise MoveRefused("Draw a card first.")
    replaced = Card.objects.get(game=game, place=Card.Place.HAND, owner=player, position=position)
    top = Card.objects.filter(game=game, place=Card.Place.DISCARD).aggregate(top=Max("position"))["top"]
    drawn.place, drawn.position = Card.Place.HAND, position
    replaced.place, replaced.owner, replaced.position = Card.Place.DISCARD, None, top + 1
    drawn.save()
    replaced.save()
    game.turn = (game.turn + 1) % Player.objects.filter(game=game).count()
    return f"{player.name} swapped card {position + 1} for the {replaced.rank} of {replaced.suit}."


def _shuffle_discards(game: Game) -> None:
    """All discards but the top one become the deck."""
    discards = list(Card.objects.filter(game=game, place=Card.Place.DISCARD).order_by("position"))[:-1]
    random.shuffle(discards)
    for position, card in enumerate(discards):
        card.place, card.position = Card.Place.DECK, position
    Card.objects.bulk_update(discards, ["place", "position"])


def render_table(game_id: int, user: AbstractBaseUser) -> str:
    """The table as this person may see it: the faces of hands are hidden, a drawn card is its holder's alone."""
    game = Game.objects.get(pk=game_id)
    players = list(Player.objects.filter(game=game).order_by("seat"))
    cards = list(Card.objects.filter(game=game).order_by("position"))
    own = next(player for player in players if player.user_id == user.pk)
    drawn = next((card for card in cards if card.place == Card.Place.DRAWN), None)
    context = {
        "game": game,
        "own": own,
        "hands": [
            (player, [card for card in cards if card.place == Card.Place.HAND and card.owner_id == player.pk])
            for player in players
        ],
        "drawn": drawn,
        "sees_drawn": drawn is not None and drawn.owner_id == own.pk,
        "deck_size": sum(card.place == Card.Place.DECK for card in cards),
        "discard": [card for card in cards if card.place == Card.Place.DISCARD][-1],
        "log": LogEntry.objects.filter(game=game).order_by("-seq")[:SHOWN_ENTRIES],
    }
    return render_to_string("reference/table.html", context)
