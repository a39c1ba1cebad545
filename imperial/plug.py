"""Imperial as the table needs it: `table` is what its engine plays by.

Nothing happens by time alone (rules Q13), but for bots that take over where the table has chosen so.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from imperial import bots, rules
from imperial.rules import Action, Setup, State
from imperial.rules.state_json import SETUP_PATH
from tabletop.rules import Json, Shuffle, Step
from tabletop.rules import gettext_noop as _
from tabletop.table import GamePlug, Moment, Table, TableRules
from tabletop.table.state import Round

HOUR_SECONDS = 3600
DAY_SECONDS = 24 * HOUR_SECONDS
LONGEST_CLOCK_SECONDS = 90 * DAY_SECONDS


class Clock(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Rules 10, both in seconds."""

    increment: int
    banked: int


class Settings(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    setup: str
    """The text of the board: what the game is played on from the first to the last move, whatever is loaded later."""
    clock: Clock | None = None

    @property
    def board(self) -> Setup:
        return board_of(self.setup)


@lru_cache(maxsize=64)
def board_of(setup: str) -> Setup:
    """Read once: what the rules compute from a board they keep by its identity."""
    return rules.read_setup(setup)


class ImperialPlug(GamePlug):
    game_rules = rules
    seats = range(rules.MIN_PLAYERS, rules.MAX_PLAYERS + 1)
    bot_levels = bots.LEVELS
    offered_levels = (bots.DEFAULT,)
    bot_pauses = (1.5,)
    takeover_level = bots.DEFAULT
    settings = Settings
    watchable = True
    bots_act_alone = True
    patience_seconds = 3 * DAY_SECONDS
    takes_over_late = True
    codes = {"no_takeover_now": "game_over"}
    messages = {
        "invalid_player_count": _("Imperial is for two to six players."),
        "invalid_clock": _("A clock gives everybody some time, and ninety days at most."),
    }

    def check_settings(self, settings: Settings) -> None:
        clock = settings.clock
        if clock is None:
            return
        # Without any time everybody would be late at once.
        times = (clock.increment, clock.banked)
        if not any(times) or not all(0 <= time <= LONGEST_CLOCK_SECONDS for time in times):
            raise self.refusal("invalid_clock")

    def changed_settings(self, settings: Settings, chosen: Mapping[str, Any]) -> Settings:
        """Raises RuleViolation. The board stays the one that the table was opened with."""
        if chosen.keys() - {"clock"}:
            raise self.refusal("invalid_request")
        changed: Settings = super().changed_settings(settings, chosen)
        return changed

    def time_ends_at(self, table: Table, place: int) -> float | None:
        """Rules 10. Without a clock a player has a few days for a turn."""
        game, seat_id = table.game, table.seats[place].seat_id
        if not game.timer.timed:
            return super().time_ends_at(table, place)
        return rules.time_ends_at(game, seat_id) if seat_id in game.players_to_act else None

    def remind_at(self, table: Table, place: int) -> float | None:
        """Rules 4.5 of the table: when a tenth of the clock is left, or an hour if that is more."""
        clock, ends_at = table.settings.clock, self.time_ends_at(table, place)
        if clock is None or ends_at is None:
            return None
        return ends_at - max(HOUR_SECONDS, (clock.banked + clock.increment) / 10)

    def last_turn(self, game: State) -> int:
        return game.turn_id - 1

    def takes_days(self, settings: Settings) -> bool:
        clock = settings.clock
        return clock is not None and clock.banked + clock.increment >= DAY_SECONDS

    def deal(self, table: Table, moment: Moment) -> Step[State]:
        keys, settings = tuple(info.seat_id for info in table.seats), table.settings
        clock = None if settings.clock is None else msgspec.structs.asdict(settings.clock)
        game = rules.new_game(list(keys), settings.board, shuffle=moment.shuffle, now=moment.now, timer=clock)
        return game, rules.opening_events(keys)

    def apply(self, table: Table, key: str, action: Action, moment: Moment) -> Step[State]:
        """Raises RuleViolation."""
        board = table.settings.board
        return rules.apply(table.game, key, action, setup=board, shuffle=moment.shuffle, now=moment.now)

    def legal_actions(self, table: Table, key: str) -> Sequence[Action]:
        return rules.legal_actions(table.game, key, setup=table.settings.board)

    def result(self, table: Table) -> Json | None:
        return rules.result(table.game)

    def round_of(self, table: Table) -> Round | None:
        """Games are counted, not points: they depend on the board."""
        ended = None if table.game is None else rules.result(table.game)
        return None if ended is None else Round(points={}, winners=(ended["winner"],))

    def view(self, table: Table, place: int | None) -> Json:
        """Rules 14. `me`, `name` and `bot` are the older spellings of `myPlayerId`, `displayName` and `botLevel`."""
        settings: Settings = table.settings
        ended = table.abandoned
        me = None if place is None else table.seats[place].seat_id
        game: Json = {"mode": "waiting", "playerInfo": {}, "countryInfo": {}, "history": []}
        if table.game is not None:
            game = rules.view(table.game, me)
        return game | {
            "me": me,
            "seats": [
                table.known_of_seat(info) | {"name": info.seat_id, "bot": info.bot_level} for info in table.seats
            ],
            "clock": settings.clock and {"increment": settings.clock.increment, "banked": settings.clock.banked},
            "setup": SETUP_PATH + settings.board.name,
            "playersToAct": [] if ended or table.game is None else list(table.game.players_to_act),
            "canUndo": me is not None and not ended and table.game is not None and table.game.undo == me,
            "result": None if table.game is None else rules.result(table.game),
        }

    def bots_rest(self, game: State) -> bool:
        """Rules 10: a bot that acts would start a stopped clock again."""
        return bool(game.timer.pause)

    def bot_task(self, game: State) -> object:
        return game.mode, game.country_up

    def bot_choice(self, table: Table, place: int, menu: Sequence[Action], shuffle: Shuffle) -> Action:
        """All a bot gets is the view of its seat, the board, and what it may do."""
        key, level, board = table.seats[place].seat_id, self.bot_level(table, place), table.settings.board
        return bots.choose(rules.view(table.game, key), menu, level=level, player=key, setup=board, shuffle=shuffle)

    def undo(self, game: State, key: str, snapshot: State, *, now: float) -> tuple[State, int] | None:
        """Rules 11: for the author of the latest submission alone."""
        if game.undo != key:
            return None
        restored = rules.undone(snapshot, now=now)
        return restored, restored.turn_id


def chance_key(state: Table) -> str:
    """Where in the game chance belongs to. After an undo the same turn meets the same chance (rules 11)."""
    return "start" if state.game is None else str(state.game.turn_id)


table = TableRules(ImperialPlug())
