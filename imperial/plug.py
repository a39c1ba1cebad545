"""Imperial as the table needs it: `table` is what its engine plays by. Nothing happens by time alone (rules Q13)."""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from imperial import bots, rules
from imperial.rules import Action, Setup, State
from imperial.rules.state_json import SETUP_PATH
from tabletop.rules import Json, Shuffle, Step
from tabletop.rules import gettext_noop as _
from tabletop.table import GamePlug, Moment, Table, TableRules

DAY_SECONDS = 24 * 3600
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
    codes = {"no_takeover_now": "game_over", "not_your_seat": "invalid_request"}
    messages = {
        "invalid_player_count": _("Imperial is for two to six players."),
        "invalid_clock": _("A clock runs from no time at all up to ninety days."),
    }

    def check_settings(self, settings: Settings) -> None:
        clock = settings.clock
        if clock is not None and not all(
            0 <= time <= LONGEST_CLOCK_SECONDS for time in (clock.increment, clock.banked)
        ):
            raise self.refusal("invalid_clock")

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
