"""Imports a game exported by another server."""

from collections.abc import Mapping

import msgspec
from django.db import transaction

from imperial import rules, setups
from imperial.exchange import BadImport, game_in, read_game, with_seat_ids
from imperial.models import Game, PlayerInfo
from imperial.plug import board_of
from imperial.services.tables import build_table, insert_table
from tabletop.accounts.models import User
from tabletop.live.announce import announce_after_commit
from tabletop.rules import Json
from tabletop.tables.opening import insert_with_new_code


@transaction.atomic
def import_game(*, data: object, people: Mapping[str, User] | None = None) -> Game:
    """A game in the exchange format, bare or as staff have exported it, becomes a table, in one transaction.

    `people` sit on the seats with their names; staff can give the other seats to bots. Raises BadImport with every
    reason. Announces the lists of the people.
    """
    people = people or {}
    data = game_in(data)
    name = data.get("setup") if isinstance(data, dict) else None
    try:
        version = setups.latest(str(name or setups.STANDARD))
    except setups.UnknownSetup as unknown:
        raise BadImport([f"There is no setup called {unknown}."]) from None
    board = board_of(version.data)
    game = read_game(data, setup=board)
    if strangers := people.keys() - game.player_info.keys():
        raise BadImport([f"Nobody in this game is called {stranger}." for stranger in sorted(strangers)])
    seats = {
        name: PlayerInfo(user=people.get(name), display_name=name, email=player.email)
        for name, player in game.player_info.items()
    }
    ids = {name: str(seat.pk) for name, seat in seats.items()}
    document = with_seat_ids(rules.to_json(game), ids, board=board)
    for player in document["playerInfo"].values():
        # Addresses, like names, stand in the rows of the seats alone.
        player["email"] = ""
    # As text, because a database that sorts the keys would change the order of the players.
    opening: Json = {"imported": msgspec.json.encode(document).decode()}
    opened = build_table(opening, setup=version.data)
    rows = {str(seat.pk): seat for seat in seats.values()}
    row = insert_with_new_code(lambda code: insert_table(code, opened, opening, people=rows, setup=version))
    announce_after_commit(*(f"person:{person.pk}" for person in people.values()))
    return row
