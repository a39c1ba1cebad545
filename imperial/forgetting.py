"""People who delete their account: their games stay, their names go, and bots play on for them.

In Imperial a name is what the rules call a player by, so it stands in every table, in snapshots and in the log.
"""

import msgspec
from django.db import transaction

from imperial.models import Game, PlayerInfo
from imperial.renaming import Renaming
from imperial.services import act, hand_to_bot
from imperial.table.lobby import is_taken
from tabletop.accounts.models import User
from tabletop.rules import Sentence

NAMES = ("undo", "host", "bid_buy_order", "swiss_set")
"""The columns of a game that hold names; those of DATA hold objects with names in them."""
DATA = ("proposal_1", "proposal_2", "voting", "current_maneuver", "peace_vote", "opening")


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
    """Everywhere the same, so that the table still replays."""
    turns = list(row.histories.all())
    kept = {turn.pk: msgspec.json.decode(turn.sentences, type=list[Sentence]) for turn in turns if turn.sentences}
    new = Renaming(player.name, name, told=[sentence for sentences in kept.values() for sentence in sentences])
    columns = {column: new.data(getattr(row, column), "name") for column in NAMES}
    columns |= {column: new.data(getattr(row, column)) for column in DATA}
    Game.objects.filter(pk=row.pk).update(**columns)
    player.name, player.email = name, ""
    player.save(update_fields=["name", "email"])
    for country in row.countries.all():
        country.leadership = new.data(country.leadership, "leadership")
        country.save(update_fields=["leadership"])
    for turn in turns:
        turn.lines = new.data(turn.lines, "history")
        turn.state = turn.state and new.json(turn.state)
        if turn.sentences:
            turn.sentences = msgspec.json.encode([new.sentence(sentence) for sentence in kept[turn.pk]]).decode()
        turn.save(update_fields=["lines", "state", "sentences"])
    for entry in row.actions.all():
        entry.actor = new.data(entry.actor, "name")
        entry.payload, entry.events = new.data(entry.payload), new.data(entry.events)
        entry.save(update_fields=["actor", "payload", "events"])
