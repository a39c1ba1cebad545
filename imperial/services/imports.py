"""A game from elsewhere takes its seat among ours."""

import uuid
from collections.abc import Mapping

import msgspec
from django.db import transaction

from imperial import rules, setups
from imperial.exchange import BadImport, game_in, read_game
from imperial.models import Game, PlayerInfo
from imperial.openings import opened_table
from imperial.services.seats import insert_table
from imperial.table.state import board_of
from tabletop.accounts.models import User
from tabletop.live.announce import announce_after_commit
from tabletop.rules import Json


@transaction.atomic
def import_game(*, data: object, people: Mapping[str, User] | None = None) -> Game:
    """A game in the seed's schema, bare or as staff have exported it, becomes a table. `people` sit on the seats with
    their names; staff can give the other seats to bots. Raises BadImport.
    """
    people = people or {}
    data = game_in(data)
    name = data.get("setup") if isinstance(data, dict) else None
    try:
        version = setups.latest(str(name or setups.STANDARD))
    except setups.UnknownSetup as unknown:
        raise BadImport([f"There is no setup called {unknown}."]) from None
    game = read_game(data, setup=board_of(version.data))
    if strangers := people.keys() - game.player_info.keys():
        raise BadImport([f"Nobody in this game is called {stranger}." for stranger in sorted(strangers)])
    opening: Json = {
        "imported": msgspec.json.encode(rules.to_json(game)).decode(),
        "playerIds": {name: str(uuid.uuid4()) for name in game.player_info},
    }
    opened = opened_table(opening, setup=version.data)
    seats = {name: PlayerInfo(user=person) for name, person in people.items()}
    row = insert_table(opened, opening, people=seats, setup=version)
    announce_after_commit(*(f"person:{person.pk}" for person in people.values()))
    return row
