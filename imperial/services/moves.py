"""What is done at a table: moves, undo, and seats that change hands."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

from django.db import transaction

from imperial import store, table
from imperial.decisions.draft import asked_since
from imperial.services.drafts import forget_drafts
from imperial.services.engine import engine
from imperial.services.removal import remove_table
from imperial.table import Table
from imperial.table.refusals import refusal
from tabletop.accounts.models import User
from tabletop.live.announce import LOBBY
from tabletop.play import Loaded, Receipt, moved_on, transact
from tabletop.rules import Json, Seat, Shuffle, Step
from tabletop.tables import services as tables

UNDO: Json = {"type": "undo"}
# What only the services or the staff may say.
NOT_FOR_PLAYERS = {"join", "add_bot", "hand_to_bot"}
# What changes the list of open tables.
LOBBY_ACTIONS = {"start_game", "leave", "remove_bot"}


def act(
    *,
    game_id: UUID,
    seat: Seat,
    action: Json,
    key: str | None = None,
    expected_seq: int | None = None,
    player_id: str | None = None,
    person: User | None = None,
    asked: int | None = None,
    now: float | None = None,
) -> Receipt:
    """What a player does: a move, or leaving, starting, resigning. An undo is not a move: it has its own service.

    With `player_id` or `person` it is refused if somebody else has come to sit there since the seat was looked up, with
    `asked` (see `asked_since`) if another question has been put since. A table that its last person leaves before the
    start is taken away.
    """
    if action.get("type") in NOT_FOR_PLAYERS:
        raise refusal("invalid_request")
    # As the rules understand it: what else was sent is not kept.
    action = table.action_to_json(table.action_from_json(action))
    change = partial(
        transact,
        engine,
        game_id,
        actor=seat,
        payload=action,
        step=apply_step(seat, action, player_id=player_id, person=person, asked=asked),
        key=key,
        expected_seq=expected_seq,
        now=now,
        topics=(LOBBY,) if action["type"] in LOBBY_ACTIONS else (),
    )
    if action["type"] != "leave":
        return change()
    with transaction.atomic():
        receipt = change()
        if receipt.state.host is None:
            remove_table(game_id=game_id)
    return receipt


def apply_step(
    seat: Seat | None,
    action: Json,
    *,
    player_id: str | None = None,
    person: User | None = None,
    asked: int | None = None,
) -> Callable[..., Step[Table]]:
    def step(loaded: Loaded[Table], now: float, shuffle: Shuffle) -> Step[Table]:
        _check_same_player(loaded, seat, player_id=player_id, person=person)
        if asked is not None and (loaded.state.game is None or asked_since(loaded.state.game) != asked):
            raise moved_on()
        _check_not_played_by_bot(loaded.state, seat, action)
        return table.apply(loaded.state, seat, action, now=now, shuffle=shuffle)

    return step


def _check_same_player(loaded: Loaded[Table], seat: Seat | None, *, player_id: str | None, person: User | None) -> None:
    own = loaded.state.seat_of(seat)
    sitting = None if own is None else own.player_id
    tables.check_same_player(loaded, seat, sitting, player_id=player_id, person=person)


def _check_not_played_by_bot(state: Table, seat: Seat | None, action: Json) -> None:
    own = state.seat_of(seat)
    if own is not None and own.bot is not None and action["type"] != "take_back":
        raise refusal("played_by_bot")


def undo(
    *,
    game_id: UUID,
    seat: Seat,
    key: str | None = None,
    expected_seq: int | None = None,
    player_id: str | None = None,
    person: User | None = None,
    now: float | None = None,
) -> Receipt:
    """Takes the latest submission back, for its author (rules 11)."""

    def restore(loaded: Loaded[Table], now: float, _shuffle: Shuffle) -> Step[Table]:
        _check_same_player(loaded, seat, player_id=player_id, person=person)
        _check_not_played_by_bot(loaded.state, seat, UNDO)
        game = loaded.state.game
        before = None if game is None or game.undo != seat else store.snapshot(game_id, game.turn_id - 1)
        restored, events = table.undo(loaded.state, seat, before, now=now)
        if restored.game is not None:
            forget_drafts(game_id=game_id, seat=seat, since=asked_since(restored.game))
        return restored, events

    return transact(
        engine, game_id, actor=seat, payload=UNDO, step=restore, key=key, expected_seq=expected_seq, now=now
    )


def hand_to_bot(*, game_id: UUID, name: str) -> Receipt:
    """For the staff: a bot plays the seat until its person takes it back."""
    action = {"type": "hand_to_bot", "name": name}
    return transact(engine, game_id, actor=None, payload=action, step=apply_step(None, action))
