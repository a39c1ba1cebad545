"""Duel as the table needs it: `table` is what its engine plays by."""

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tabletop.rules import Event, Json, Seat, Shuffle, Step
from tabletop.table import GamePlug, SeatInfo, Table, TableRules
from tabletop.table.refusals import table_refusal
from tests.tinygame import rules
from tests.tinygame.rules import Action, Disconnected, Happened, Play, Reconnected, State

TAKEOVER_SECONDS = 60.0
ABANDON_SECONDS = 300.0
BOT_PAUSE_SECONDS = 2.0
BEFORE_ANY_DEADLINE = float("-inf")
"""For a game that is settled already."""


CLOSED = {"turn": None, "mayUndo": False, "mayRedraw": False}
"""What is left of the view of an abandoned duel."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    turn_seconds: float = rules.TURN_SECONDS


class DuelPlug(GamePlug):
    seats = range(2, 3)
    bot_levels = ("low", "high", "broken")
    takeover_level = "low"
    settings = Settings
    messages = {"invalid_player_count": "A duel is for two.", "invalid_clock": "A turn lasts a second at least."}
    keyed_by_place = True
    follows_presence = True
    takeover_seconds: ClassVar[float | None] = TAKEOVER_SECONDS
    abandon_seconds: ClassVar[float | None] = ABANDON_SECONDS

    def check_settings(self, settings: Settings) -> None:
        if settings.turn_seconds < 1:
            raise table_refusal(self, "invalid_clock")

    def deal(self, seats: Sequence[SeatInfo], settings: Settings, *, shuffle: Shuffle, now: float) -> Step[State]:
        game = rules.new_game(shuffle=shuffle, now=now, turn_seconds=settings.turn_seconds)
        events: tuple[Event, ...] = ()
        for place, info in enumerate(seats):
            if info.away_since is not None:
                game, more = rules.apply(game, place, Disconnected(), now=info.away_since, shuffle=shuffle)
                events += more
        return game, (Happened(type="dealt", seat=game.turn), *events)

    def apply(
        self,
        game: State,
        key: int,
        action: Action,
        *,
        settings: Settings,
        now: float,
        shuffle: Shuffle,
        unattended: bool,
    ) -> Step[State]:
        return rules.apply(_held(game, now, unattended), key, action, now=now, shuffle=shuffle)

    def settle(self, game: State, *, now: float, unattended: bool) -> Step[State]:
        return (game, ()) if unattended else rules.settle(game, now=now, shuffle=list)

    def next_deadline(self, game: State, *, unattended: bool) -> float | None:
        return None if unattended else rules.next_deadline(game)

    def away(self, game: State, key: int, *, now: float, shuffle: Shuffle, unattended: bool) -> Step[State]:
        if game.away_since[key] is not None:
            return game, ()
        return rules.apply(game, key, Disconnected(), now=now, shuffle=shuffle)

    def back(
        self, game: State, key: int, *, now: float, shuffle: Shuffle, unattended: bool, from_bot: bool
    ) -> Step[State]:
        if from_bot and game.connected[key]:
            return game, (Happened(type="seat_back", seat=key),)
        return rules.apply(_held(game, now, unattended), key, Reconnected(), now=now, shuffle=shuffle)

    def absences(self, game: State) -> dict[Seat, float]:
        return {seat: since for seat, since in enumerate(game.away_since) if since is not None}

    def waits_for_people(self, game: State) -> bool:
        return not rules.is_over(game)

    def players_to_act(self, game: State) -> tuple[int, ...]:
        return tuple(seat for seat in rules.players_to_act(game) if isinstance(seat, int))

    def legal_actions(self, game: State, key: int, *, settings: Settings) -> Sequence[Action]:
        return rules.legal_actions(game, key, now=BEFORE_ANY_DEADLINE)

    def is_over(self, game: State) -> bool:
        return rules.is_over(game)

    def result(self, table: Table) -> Json | None:
        return rules.result(table.game)

    def view(self, table: Table, place: int | None) -> Json:
        seats = [{"playerId": info.seat_id, "type": info.type, "botLevel": info.bot_level} for info in table.seats]
        if table.game is None:
            return {"mySeat": place, "waiting": True, "seats": seats, "away": [info.away_since for info in table.seats]}
        seen = rules.view(table.game, place, now=BEFORE_ANY_DEADLINE) | {"waiting": False, "seats": seats}
        return seen | (CLOSED if table.abandoned else {})

    def to_json(self, game: State) -> Json:
        return rules.to_json(game)

    def from_json(self, data: Json) -> State:
        return rules.from_json(data)

    def action_from_json(self, data: Any) -> Action:
        return rules.action_from_json(data)

    def action_to_json(self, action: Action) -> Json:
        return rules.action_to_json(action)

    def bot_pause(self, shuffle: Shuffle) -> float:
        return BOT_PAUSE_SECONDS

    def moment(self, game: State) -> object:
        return game.turn, game.led

    def bot_choice(
        self,
        game: State,
        key: int,
        level: str,
        memory: msgspec.Raw,
        menu: Sequence[Action],
        *,
        settings: Settings,
        shuffle: Shuffle,
    ) -> Action:
        if level == "broken":
            raise ZeroDivisionError("this bot cannot count")
        plays = [action for action in menu if isinstance(action, Play)]
        return (max if level == "high" else min)(plays, key=lambda play: play.card)

    def remember(
        self, memory: msgspec.Raw, events: Sequence[Event], *, place: int, players: int, level: str
    ) -> msgspec.Raw:
        """What the bot was told, so that a test can see it."""
        told = msgspec.json.decode(memory) or []
        told += [event.to_json() for event in events if event.audience is None or place in event.audience]
        return msgspec.Raw(msgspec.json.encode(told))

    def undo(self, game: State, key: int, snapshot: State, *, now: float) -> tuple[State, int] | None:
        # A play whose step has settled a time-out as well cannot be taken back without it.
        if game.may_undo != key or snapshot.plays != game.plays - 1 or game.due <= now:
            return None
        restored = replace(snapshot, connected=game.connected, away_since=game.away_since)
        return _held(restored, now, unattended=True), snapshot.plays


def _held(game: State, now: float, unattended: bool) -> State:
    """While no person is there, the time of the player on turn does not run."""
    return replace(game, due=now + game.turn_seconds) if unattended else game


table = TableRules(DuelPlug())


def chance_key(state: Table) -> str:
    """After an undo the same play meets the same chance."""
    return "deal" if state.game is None else f"play {state.game.plays}"
