"""Tables for the tests above the rules: people, seats, games played at random, positions put into the tables.

Rows, log and rules know seats by their ids. Tests name people: `seat` finds the id, `act` and `position` take names,
and `game_of` and `named` give back states with names where the ids stand.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from imperial import rules, services, store
from imperial.exchange import with_seat_ids
from imperial.models import CountryInfo, Game, GameHistory, ImperialAction, PlayerInfo
from imperial.plug import table
from imperial.services import engine
from tabletop.accounts.models import User
from tabletop.batch import Batch
from tabletop.engine import Loaded, Receipt
from tabletop.kept_games import forget_game
from tabletop.play import settle
from tabletop.rules import Event, Json
from tabletop.table import SeatInfo, Table
from tabletop.tables.names import SEAT_ID, with_names
from tests.kit.ids import new_id

START = 1_800_000_000.0
NAMES = ("Juno", "Mara", "Nils", "Olga", "Piet", "Rosa")


def guest(name: str) -> User:
    return User.objects.create(id=new_id(name), display_name=name, is_guest=True)


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
    act(game_id, persons[0].display_name, "start", now=now)
    return game_id


def names_at(game_id: UUID) -> dict[str, str]:
    """The name shown for each seat id."""
    return store.load(game_id).names


def seat(game_id: UUID, name: str) -> str:
    """The id of the seat with this name; of a name nobody has the name itself, which no table takes for a seat."""
    if SEAT_ID.fullmatch(name):
        return name
    return next((seat_id for seat_id, shown in names_at(game_id).items() if shown == name), name)


def seated(game_id: UUID, name: str) -> SeatInfo:
    place = state_of(game_id).place_of_id(seat(game_id, name))
    assert place is not None, name
    return state_of(game_id).seats[place]


def seated_names(game_id: UUID) -> list[str]:
    """In the order in which people came."""
    return list(names_at(game_id).values())


def host_of(game_id: UUID) -> str | None:
    host = state_of(game_id).host
    return None if host is None else names_at(game_id)[host]


def state_of(game_id: UUID) -> Table:
    return store.load(game_id).state


def game_of(game_id: UUID) -> rules.State:
    """The state of the rules with names for seat ids."""
    loaded = store.load(game_id)
    assert loaded.state.game is not None
    return named(loaded.state.game, loaded.names)


def named(game: rules.State, names: dict[str, str]) -> rules.State:
    """The same state with names for seat ids."""
    text = msgspec.json.encode(game)
    return msgspec.convert(with_names(msgspec.json.decode(text), names), rules.State)


def keyed(game: rules.State, names: dict[str, str]) -> rules.State:
    """The same state with seat ids for names."""
    ids = {name: seat_id for seat_id, name in names.items()}
    data = with_seat_ids(msgspec.json.decode(msgspec.json.encode(game)), ids, board=rules.load_setup())
    return msgspec.convert(data, rules.State)


def act(game_id: UUID, name: str, kind: str, *, now: float = START, **fields: Any) -> Receipt:
    return submit(game_id, name, {"type": kind, **fields}, now=now)


def submit(game_id: UUID, name: str, action: Json, *, now: float = START, **options: Any) -> Receipt:
    return services.act(game_id=game_id, seat=seat(game_id, name), action=action, now=now, **options)


def undo(game_id: UUID, name: str, *, now: float = START, **options: Any) -> Receipt:
    return services.undo(game_id=game_id, seat=seat(game_id, name), now=now, **options)


def lines(game_id: UUID) -> list[str]:
    """The public log with names."""
    shown: list[str] = with_names(store.lines(game_id), names_at(game_id))
    return shown


def position(game_id: UUID, game: rules.State) -> None:
    """Puts a position, by names, into the tables of a game that has begun; its players must be those of the table."""
    # Two who change places would meet in between; in a game that cannot happen.
    PlayerInfo.objects.filter(game=game_id).update(order=0, investor=False)
    loaded = store.load(game_id)
    assert list(game.player_info) == list(loaded.names.values())
    here = keyed(replace(game, history=()), loaded.names)
    assert named(here, loaded.names) == replace(game, history=())
    overwrite(loaded, replace(loaded.state, game=here, bot_due=None))


def overwrite(loaded: Loaded[Table], after: Table, events: tuple[Event, ...] = ()) -> None:
    """Writes the rows without a move: the number of the last action stays, and the log does not grow."""
    seq = loaded.row.seq
    loaded.row.seq += 1
    batch = Batch()
    store.save(loaded, after, events, batch)
    batch.send()
    Game.objects.filter(pk=loaded.row.pk).update(seq=seq)
    forget_game(f"imperial:{loaded.row.pk}")


def random_action(state: Table, chance: random.Random, *, now: float) -> tuple[str, Json]:
    """Something legal for a seat that is to act, by its id."""
    seat_id = str(chance.choice(table.players_to_act(state)))
    return seat_id, table.action_to_json(chance.choice(table.legal_actions(state, seat_id, now=now)))


@cache
def random_states(players: int, *, seed: int) -> tuple[rules.State, ...]:
    """Every state of a complete random game, played by the rules alone."""
    chance, setup = random.Random(seed), rules.load_setup()
    state = rules.new_game(NAMES[:players], setup, shuffle=list, now=START)
    states = [state]
    while not rules.is_over(state):
        player = chance.choice(rules.players_to_act(state))
        action = chance.choice(rules.legal_actions(state, player, setup=setup))
        state, _events = rules.apply(state, player, action, setup=setup, shuffle=list, now=START + len(states))
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
        seat_id, action = random_action(state, chance, now=START + number)
        receipt = services.act(game_id=game_id, seat=seat_id, action=action, now=START + number)
    return actions


def rows_of(game_id: UUID) -> dict[str, Any]:
    """Everything the tables hold of a game: to compare before and after a refusal."""
    found: dict[str, Any] = {}
    for model in (PlayerInfo, CountryInfo, GameHistory, ImperialAction):
        found[model.__name__] = sorted(map(repr, model.objects.filter(game=game_id).values()))
    found["game"] = Game.objects.values().get(pk=game_id)
    return found
