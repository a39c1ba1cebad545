"""Duel as the table needs it: `table` is what its engine plays by."""

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from tabletop.rules import Event, Json, Seat, Shuffle, Step
from tabletop.table import GamePlug, Moment, Table, TableRules
from tabletop.table.state import Round
from tests.tinygame import rules
from tests.tinygame.rules import Action, Disconnected, Happened, Play, Reconnected, State

TAKEOVER_SECONDS = 60.0
ABANDON_SECONDS = 300.0
BEFORE_ANY_DEADLINE = float("-inf")
"""For a game that is settled already."""


CLOSED = {"turn": None, "mayUndo": False, "mayRedraw": False}
"""What is left of the view of an abandoned duel."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    turn_seconds: float = rules.TURN_SECONDS


class DuelPlug(GamePlug):
    game_rules = rules
    seats = range(2, 3)
    bot_levels = ("low", "high", "broken")
    offered_levels = ("low", "high")
    bot_pauses = (2.0,)
    takeover_level = "low"
    settings = Settings
    messages = {"invalid_player_count": "A duel is for two.", "invalid_clock": "A turn lasts a second at least."}
    keyed_by_place = True
    watchable = True
    follows_presence = True
    takeover_seconds: ClassVar[float | None] = TAKEOVER_SECONDS
    abandon_seconds: ClassVar[float | None] = ABANDON_SECONDS

    def check_settings(self, settings: Settings) -> None:
        if settings.turn_seconds < 1:
            raise self.refusal("invalid_clock")

    def deal(self, table: Table, moment: Moment) -> Step[State]:
        game = rules.new_game(shuffle=moment.shuffle, now=moment.now, turn_seconds=table.settings.turn_seconds)
        events: tuple[Event, ...] = ()
        for place, info in enumerate(table.seats):
            if info.away_since is not None:
                game, more = rules.apply(game, place, Disconnected(), now=info.away_since, shuffle=moment.shuffle)
                events += more
        return game, (Happened(type="game_started", seat=game.turn), *events)

    def apply(self, table: Table, key: int, action: Action, moment: Moment) -> Step[State]:
        game = _held(table.game, moment.now, self.is_unattended(table))
        return rules.apply(game, key, action, now=moment.now, shuffle=moment.shuffle)

    def settle(self, table: Table, *, now: float) -> Step[State]:
        return (table.game, ()) if self.is_unattended(table) else rules.settle(table.game, now=now, shuffle=list)

    def next_deadline(self, table: Table) -> float | None:
        return None if self.is_unattended(table) else rules.next_deadline(table.game)

    def away(self, table: Table, key: int, moment: Moment) -> Step[State]:
        if table.game.away_since[key] is not None:
            return table.game, ()
        return rules.apply(table.game, key, Disconnected(), now=moment.now, shuffle=moment.shuffle)

    def back(self, table: Table, key: int, moment: Moment, *, from_bot: bool) -> Step[State]:
        if from_bot and table.game.connected[key]:
            return table.game, (Happened(type="player_reconnected", seat=key),)
        return self.apply(table, key, Reconnected(), moment)

    def absences(self, game: State) -> dict[Seat, float]:
        return {seat: since for seat, since in enumerate(game.away_since) if since is not None}

    def waits_for_people(self, game: State) -> bool:
        return not rules.is_over(game)

    def legal_actions(self, table: Table, key: int) -> Sequence[Action]:
        return rules.legal_actions(table.game, key, now=BEFORE_ANY_DEADLINE)

    def result(self, table: Table) -> Json | None:
        return rules.result(table.game)

    def round_of(self, table: Table) -> Round | None:
        ended = None if table.game is None else rules.result(table.game)
        if ended is None:
            return None
        ids = [info.seat_id for info in table.seats]
        best = max(table.game.tricks)
        return Round(
            points=dict(zip(ids, table.game.tricks, strict=True)),
            winners=tuple(seat for seat, tricks in zip(ids, table.game.tricks, strict=True) if tricks == best),
        )

    def view(self, table: Table, place: int | None) -> Json:
        seats = [{"playerId": info.seat_id, "type": info.type, "botLevel": info.bot_level} for info in table.seats]
        if table.game is None:
            return {"mySeat": place, "waiting": True, "seats": seats, "away": [info.away_since for info in table.seats]}
        seen = rules.view(table.game, place, now=BEFORE_ANY_DEADLINE) | {"waiting": False, "seats": seats}
        return seen | (CLOSED if table.abandoned else {})

    def bot_task(self, game: State) -> object:
        return game.turn, game.led

    def bot_choice(self, table: Table, place: int, menu: Sequence[Action], shuffle: Shuffle) -> Action:
        level = self.bot_level(table, place)
        if level == "broken":
            raise ZeroDivisionError("this bot cannot count")
        plays = [action for action in menu if isinstance(action, Play)]
        return (max if level == "high" else min)(plays, key=lambda play: play.card)

    def remember(self, table: Table, place: int, events: Sequence[Event]) -> msgspec.Raw:
        """What the bot was told, so that a test can see it."""
        told = msgspec.json.decode(table.seats[place].bot_memory) or []
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
