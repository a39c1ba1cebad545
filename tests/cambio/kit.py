"""Tables for the tests above the rules: people, seats, games played at random, positions arranged in the tables."""

import random
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from cambio import rules, services, store
from cambio.models import CambioAction, Card, GameScore, GameSession, Player, SpecialPower, Turn
from cambio.plug import table
from cambio.services import engine
from tabletop.accounts.models import User
from tabletop.batch import Batch
from tabletop.kept_games import forget_game
from tabletop.play import settle
from tabletop.rules import Json
from tabletop.table import Choices, Table
from tests.kit.ids import new_id

START = 4_000_000_000.0
"""Far in the future, so that no deadline of a test is over by the real clock."""


def guest(name: str) -> User:
    return User.objects.create(id=new_id(name), display_name=name, is_guest=True)


def people(number: int) -> list[User]:
    return [guest(name) for name in ("Juno", "Mara", "Nils", "Olga")[:number]]


def lobby_of(
    persons: Sequence[User], *, bots: Sequence[Any] = (), takeover: bool = False, turn_clock: int | None = None
) -> UUID:
    """A table with these people, waiting."""
    count = max(2, len(persons) + len(bots))
    choices = Choices(takeover=takeover, turn_clock=turn_clock)
    entry = services.create_table(person=persons[0], player_count=count, bots=bots, choices=choices)
    for person in persons[1:]:
        services.join_table(game_id=entry.game_id, person=person)
    return entry.game_id


def dealt(persons: Sequence[User], *, now: float = START, **options: Any) -> UUID:
    game_id = lobby_of(persons, **options)
    services.act(game_id=game_id, seat=0, action={"type": "start"}, now=now)
    return game_id


def state_of(game_id: UUID) -> Table:
    return store.load(game_id).state


def game_of(game_id: UUID) -> rules.State:
    game = state_of(game_id).game
    assert game is not None
    return game


def act(game_id: UUID, seat: int, kind: str, *, now: float = START, **fields: Any) -> Any:
    return services.act(game_id=game_id, seat=seat, action={"type": kind, **fields}, now=now)


def position(game_id: UUID, game: rules.State) -> None:
    """Puts an arranged position into the tables of a dealt game. Cards it does not name go under the deck."""
    loaded = store.load(game_id)
    named = {*game.deck, *game.discard, *(card for player in game.players for card in player.hand)}
    if game.held_card is not None:
        named.add(game.held_card.card)
    rest = tuple(card for card in rules.cards.DECK if card not in named)
    seat_ids = [info.seat_id for info in loaded.state.seats]
    players = tuple(replace(player, display_name=seat) for player, seat in zip(game.players, seat_ids, strict=True))
    after = replace(loaded.state, game=replace(game, players=players, deck=game.deck + rest), bot_due=None)
    # No action: the number stays what it was, though every change that is saved has to raise it.
    loaded.row.seq += 1
    batch = Batch()
    store.save(loaded, after, (), batch)
    batch.send()
    GameSession.objects.filter(pk=game_id).update(seq=loaded.row.seq - 1)
    forget_game(f"cambio:{game_id}")


def seats_to_act(state: Table) -> list[int]:
    """In Cambio the key of a seat is its place."""
    return [int(seat) for seat in table.players_to_act(state)]


def random_action(state: Table, chance: random.Random, *, now: float) -> tuple[int, Json]:
    """Something legal for somebody who is to act. A call comes seldom, so that games are long."""
    seat = chance.choice(seats_to_act(state))
    menu = [table.action_to_json(action) for action in table.legal_actions(state, seat, now=now)]
    calm = [action for action in menu if action["type"] != "call_cambio"]
    return seat, chance.choice(menu if chance.random() < 0.1 else calm or menu)


def settle_at(game_id: UUID, now: float) -> Any:
    return settle(engine, game_id, now=now)


def rows_of(game_id: UUID) -> dict[str, Any]:
    """Everything the tables hold of a game: to compare before and after a refusal."""
    found: dict[str, Any] = {}
    for model in (Player, Card, Turn, SpecialPower, GameScore):
        found[model.__name__] = sorted(map(repr, model.objects.filter(game_session=game_id).values()))
    found["log"] = list(CambioAction.objects.filter(game=game_id).order_by("seq").values())
    found["session"] = GameSession.objects.values().get(pk=game_id)
    return found
