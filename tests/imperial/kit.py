"""Tables for the tests above the rules: people, seats, games played at random, positions put into the tables."""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any
from uuid import UUID

from imperial.table import Table
from msgspec.structs import replace

from imperial import rules, services, store, table
from imperial.models import CountryInfo, Game, GameHistory, ImperialAction, PlayerInfo
from imperial.services import engine
from tabletop.accounts.models import User
from tabletop.engine import Receipt
from tabletop.play import settle
from tabletop.rules import Json

START = 1_800_000_000.0
NAMES = ("Juno", "Mara", "Nils", "Olga", "Piet", "Rosa")


def guest(name: str) -> User:
    return User.objects.create(display_name=name, is_guest=True)


def member(name: str) -> User:
    """Somebody with an address for mail."""
    return User.objects.create_user(f"{name.lower()}@example.com", display_name=name)


def people(number: int) -> list[User]:
    return [guest(name) for name in NAMES[:number]]


def lobby_of(persons: Sequence[User], *, bots: Sequence[str] = (), **options: Any) -> UUID:
    """A table with these people, waiting."""
    count = max(2, len(persons) + len(bots))
    entry = services.create_table(person=persons[0], player_count=count, bots=bots, **options)
    for person in persons[1:]:
        services.join_table(game_id=entry.game_id, person=person)
    return entry.game_id


def begun(persons: Sequence[User], *, now: float = START, **options: Any) -> UUID:
    game_id = lobby_of(persons, **options)
    act(game_id, persons[0].display_name, "start_game", now=now)
    return game_id


def state_of(game_id: UUID) -> Table:
    return store.load(game_id).state


def game_of(game_id: UUID) -> rules.State:
    game = state_of(game_id).game
    assert game is not None
    return game


def act(game_id: UUID, seat: str, kind: str, *, now: float = START, **fields: Any) -> Receipt:
    return services.act(game_id=game_id, seat=seat, action={"type": kind, **fields}, now=now)


def position(game_id: UUID, game: rules.State) -> None:
    """Puts a position into the tables of a game that has begun; its players must be those of the table."""
    # Two who change places would meet in between; in a game that cannot happen.
    PlayerInfo.objects.filter(game=game_id).update(order=0, investor=False)
    loaded = store.load(game_id)
    after = replace(loaded.state, game=replace(game, history=()), bot_due=None)
    assert list(game.player_info) == [info.name for info in after.seats]
    store.save(loaded, after, ())


def random_action(state: Table, chance: random.Random, *, now: float) -> tuple[str, Json]:
    """Something legal for somebody who is to act."""
    seat = chance.choice(table.players_to_act(state))
    return seat, table.action_to_json(chance.choice(table.legal_actions(state, seat, now=now)))


@cache
def random_states(players: int, *, seed: int) -> tuple[rules.State, ...]:
    """Every state of a complete random game, played by the rules alone."""
    chance, setup = random.Random(seed), rules.load_setup()
    state = rules.new_game(NAMES[:players], setup, shuffle=list, now=START)
    states = [state]
    while not rules.is_over(state):
        name = chance.choice(rules.players_to_act(state))
        action = chance.choice(rules.legal_actions(state, name, setup=setup))
        state, _events = rules.apply(state, name, action, setup=setup, shuffle=list, now=START + len(states))
        states.append(state)
    return tuple(states)


def any_state(players: int, wanted: Callable[[rules.State], object], *, after: int = 0) -> rules.State:
    """A state of the wanted kind from one random game or another, however the rules arrange their menus."""
    for seed in range(40):
        for state in random_states(players, seed=seed)[after:]:
            if wanted(state):
                return state
    raise LookupError("No random game has such a state.")


def settle_at(game_id: UUID, now: float) -> Receipt:
    return settle(engine, game_id, now=now)


def play_randomly(game_id: UUID, *, seed: int = 0, actions: int = 10_000) -> int:
    """So many random actions, or to the end. Returns how many there were."""
    chance, receipt = random.Random(seed), None
    for number in range(actions):
        state = state_of(game_id) if receipt is None else receipt.state
        if table.is_over(state):
            return number
        seat, action = random_action(state, chance, now=START + number)
        receipt = services.act(game_id=game_id, seat=seat, action=action, now=START + number)
    return actions


def rows_of(game_id: UUID) -> dict[str, Any]:
    """Everything the tables hold of a game: to compare before and after a refusal."""
    found: dict[str, Any] = {}
    for model in (PlayerInfo, CountryInfo, GameHistory, ImperialAction):
        found[model.__name__] = sorted(map(repr, model.objects.filter(game=game_id).values()))
    found["game"] = Game.objects.values().get(pk=game_id)
    return found
