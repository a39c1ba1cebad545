"""People who delete their account: their games stay, their names go, and bots play on for them.

In Imperial a name is what the rules call a player by, so it stands in every table, in snapshots and in the log.
"""

import re
from typing import Any

import msgspec
from django.db import transaction

from imperial.models import Game, PlayerInfo
from imperial.services import act, hand_to_bot
from imperial.table.lobby import is_taken
from tabletop.accounts.models import User
from tabletop.rules import Sentence

COLUMNS = (
    *("undo", "host", "proposal_1", "proposal_2", "voting", "bid_buy_order", "swiss_set"),
    *("current_maneuver", "peace_vote", "opening"),
)


@transaction.atomic
def forget_person(user: User) -> None:
    for player in PlayerInfo.objects.filter(user=user):
        # Locked, so that a move that is under way does not write the name again.
        row = Game.objects.select_for_update(no_key=True).get(pk=player.game_id)
        others = row.players.exclude(pk=player.pk).values_list("name", flat=True)
        _rename(row, player, _free_name(user.display_name, list(others)))
        if row.mode == "waiting":
            act(game_id=row.pk, seat=player.name, action={"type": "leave"})
        elif row.mode != "game-over" and player.bot is None:
            hand_to_bot(game_id=row.pk, name=player.name)


def _free_name(name: str, taken: list[str]) -> str:
    number, free = 1, name
    while is_taken(free, taken):
        number += 1
        free = f"{name} {number}"
    return free


def _rename(row: Game, player: PlayerInfo, name: str) -> None:
    """Everywhere the same, so that the table still replays. No player is called like something on the board."""
    old = player.name
    Game.objects.filter(pk=row.pk).update(**{column: _renamed(getattr(row, column), old, name) for column in COLUMNS})
    player.name = name
    player.save(update_fields=["name"])
    for country in row.countries.all():
        country.leadership = _renamed(country.leadership, old, name)
        country.save(update_fields=["leadership"])
    for turn in row.histories.all():
        turn.lines = _renamed(turn.lines, old, name)
        turn.state = turn.state and _renamed_snapshot(turn.state, old, name)
        turn.sentences = turn.sentences and _renamed_sentences(turn.sentences, old, name)
        turn.save(update_fields=["lines", "state", "sentences"])
    for entry in row.actions.all():
        entry.actor, entry.payload, entry.events = (
            _renamed(told, old, name) for told in (entry.actor, entry.payload, entry.events)
        )
        entry.save(update_fields=["actor", "payload", "events"])


def _renamed_snapshot(text: str, old: str, name: str) -> str:
    return msgspec.json.encode(_renamed(msgspec.json.decode(text), old, name)).decode()


def _renamed_sentences(text: str, old: str, name: str) -> str:
    return msgspec.json.encode(_renamed(msgspec.json.decode(text, type=list[Sentence]), old, name)).decode()


def _renamed(told: Any, old: str, name: str) -> Any:
    if isinstance(told, str):
        return re.sub(rf"\b{re.escape(old)}\b", name, told)
    if isinstance(told, Sentence):
        # In its gaps alone: somebody may be called like one of its words.
        return Sentence(told.template, {gap: _renamed(filling, old, name) for gap, filling in told.values.items()})
    if isinstance(told, list | tuple):
        return [_renamed(item, old, name) for item in told]
    if isinstance(told, dict):
        return {_renamed(key, old, name): _renamed(value, old, name) for key, value in told.items()}
    return told
