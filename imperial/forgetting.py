"""People who delete their account: their games stay, their names go, and bots play on for them.

In Imperial a name is what the rules call a player by, so it stands in every table, in snapshots and in the log.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import msgspec
from django.db import models, transaction

from imperial.models import Game, PlayerInfo
from imperial.renaming import Renaming
from imperial.services import act, hand_to_bot
from imperial.table.lobby import is_taken
from tabletop.accounts.models import User
from tabletop.rules import Sentence

NAMES = ("undo", "host", "bid_buy_order", "swiss_set")
"""The columns of a game that hold names; those of DATA hold objects with names in them."""
DATA = ("proposal_1", "proposal_2", "voting", "current_maneuver", "peace_vote", "opening")


ROWS_AT_ONCE = 100


@transaction.atomic
def forget_person(user: User) -> None:
    games = list(PlayerInfo.objects.filter(user=user).values_list("game_id", flat=True))
    # Locked, so that a move that is under way does not write the name again; in order, so that nobody waits in a ring.
    for row in Game.objects.select_for_update(no_key=True).filter(pk__in=games).order_by("pk"):
        player = row.players.filter(user=user).first()
        if player is None:
            continue
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
    told = [sentence for turn in turns for sentence in _sentences(turn.sentences)]
    new = Renaming(player.name, name, told=told)
    columns = {column: new.data(getattr(row, column), "name") for column in NAMES}
    columns |= {column: new.data(getattr(row, column)) for column in DATA}
    Game.objects.filter(pk=row.pk).update(**columns)
    player.name, player.email = name, ""
    player.save(update_fields=["name", "email"])
    _change(row.countries.all(), leadership=partial(new.data, field="leadership"))
    _change(
        turns,
        lines=partial(new.data, field="history"),
        state=lambda kept: kept and new.json(kept),
        sentences=lambda kept: kept and msgspec.json.encode([*map(new.sentence, _sentences(kept))]).decode(),
    )
    _change(row.actions.all(), actor=partial(new.data, field="name"), payload=new.data, events=new.data)


def _sentences(kept: str | None) -> list[Sentence]:
    return msgspec.json.decode(kept, type=list[Sentence]) if kept else []


def _change(rows: Iterable[models.Model], **columns: Callable[[Any], Any]) -> None:
    """Writes the rows in which the name stood, many at once."""
    changed = []
    for row in rows:
        before = {column: getattr(row, column) for column in columns}
        after = {column: renamed(before[column]) for column, renamed in columns.items()}
        if after != before:
            for column, value in after.items():
                setattr(row, column, value)
            changed.append(row)
    if changed:
        type(changed[0])._default_manager.bulk_update(changed, list(columns), batch_size=ROWS_AT_ONCE)
