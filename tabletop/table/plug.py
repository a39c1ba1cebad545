"""What a game gives to its tables, and nothing else: rules, bots' choices, settings."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from tabletop.rules import Event, Json, RuleViolation, Seat, Shuffle, Step, say
from tabletop.table.refusals import MESSAGES
from tabletop.table.state import Round, SeatInfo, Table


class Moment(msgspec.Struct, frozen=True):
    """What a step may use besides the table: the time and the chance it was given."""

    now: float
    shuffle: Shuffle = list


class GamePlug(ABC):
    """`game` is a state of the rules, `key` what the rules call a seat.

    Where a `table` is asked, its game has begun; a change returns the game after it.
    """

    game_rules: Any
    """The rules package: players to act, the end, and states and actions as JSON are asked there (`Rules`)."""
    seats: ClassVar[range]
    """How many players a table can have."""
    bot_levels: ClassVar[tuple[str, ...]]
    bot_pauses: ClassVar[tuple[float, ...]]
    """Seconds a bot thinks before each act: one of these, by the game's chance."""
    takeover_level: ClassVar[str]
    """The bot that plays for a person who is away or has handed the seat over."""
    settings: ClassVar[type[msgspec.Struct]]
    """The game's own choices for a new table."""
    turn_clocks: ClassVar[tuple[int, ...]] = ()
    """Seconds that a host may choose for a turn; none where the game has no turn clock, or one of its own."""
    open_turn_clock: ClassVar[int | None] = None
    """The clock of a table that is open to everybody, unless its host chooses another."""
    codes: ClassVar[Mapping[str, str]] = {}
    """Refusals this game spells in another way than the table."""
    messages: ClassVar[Mapping[str, str]] = {}
    """Sentences of the game's own for refusals."""
    keyed_by_place: ClassVar[bool] = False
    """Whether the rules' key of a seat is its place; otherwise it is the seat id."""
    watchable: ClassVar[bool] = False
    """Whether a page shows the game to those without a seat, at tables that may be watched."""
    watchable_room: ClassVar[bool] = True
    """Whether they may look on while the table waits for players as well; otherwise they stand at its door."""
    follows_presence: ClassVar[bool] = False
    """Whether it matters who is connected: leaving counts as absence, and coming back takes the seat back."""
    bots_act_alone: ClassVar[bool] = False
    """Whether each bot's act is a step of its own, so that each submission can be taken back."""
    patience_seconds: ClassVar[float] = 120.0
    """How long the others wait for a seat before they may let a bot play on, where no clock says so."""
    takeover_seconds: ClassVar[float | None] = None
    """After how long an absence a bot takes over, where the table allows it; None: never by itself."""
    takes_over_late: ClassVar[bool] = False
    """Whether a bot takes over a seat whose time has run out (`time_ends_at`), where the table allows it."""
    abandon_seconds: ClassVar[float | None] = None
    """After how long without any person the table is given up; None: never."""

    @property
    def offered_levels(self) -> tuple[str, ...]:
        """Those of `bot_levels` that the waiting room offers; programs and simulations may name any."""
        return self.bot_levels

    def refusal(self, code: str, sentence: str = "") -> RuleViolation:
        """In the game's own spelling where it has one; `sentence` says it where that of the code is about another."""
        code = self.codes.get(code, code)
        return RuleViolation(code, say(sentence or self.messages.get(code) or MESSAGES[code]))

    def key(self, table: Table, place: int) -> Seat:
        """What the rules call the seat at this place."""
        return place if self.keyed_by_place else table.seats[place].seat_id

    def absent_people(self, table: Table) -> dict[int, float]:
        """Since when people are away, by place; without those whose seat a bot plays already."""
        absences = self.absences(table.game)
        if not absences:
            return {}
        people = {place: self.key(table, place) for place, info in enumerate(table.seats) if info.bot_level is None}
        return {place: absences[key] for place, key in people.items() if key in absences}

    def is_unattended(self, table: Table) -> bool:
        """Somebody should play, but no person is there: some games then stop the time of their players."""
        away = self.absent_people(table)
        # A seat that a bot plays for a person does not count.
        return bool(away) and len(away) == sum(info.bot_level is None for info in table.seats)

    def check_settings(self, settings: Any, /) -> None:  # noqa: B027 - most games take any settings
        """Raises RuleViolation for settings no table can have."""

    def begins_turn(self, event: Event, /) -> bool:
        """Whether somebody's turn has begun with this event: the turn clock starts anew."""
        return False

    def is_clocked(self, game: Any, /) -> bool:
        """Whether the turn clock runs now."""
        return True

    def changed_settings(self, settings: Any, chosen: Mapping[str, Any], /) -> Any:
        """The game's own choices after the host has named some of them anew; raises RuleViolation."""
        try:
            return msgspec.convert(msgspec.to_builtins(settings) | chosen, type(settings))
        except msgspec.ValidationError:
            raise self.refusal("invalid_request") from None

    def time_ends_at(self, table: Table, place: int, /) -> float | None:
        """When the others need wait for this seat no longer and may let a bot play on; None if it is not awaited.

        None also where the turn clock does that by itself.
        """
        since = table.waits.since.get(table.seats[place].seat_id)
        return None if since is None or table.choices.turn_clock is not None else since + self.patience_seconds

    def remind_at(self, table: Table, place: int, /) -> float | None:
        """When the person of this seat, who is awaited, is told that little time is left; None without such a clock."""
        return None

    def has_coach(self, table: Table, /) -> bool:
        """Whether somebody follows what the person at this table is shown, to explain the game."""
        return False

    def seals_first(self, table: Table, /) -> bool:
        """Whether the page of a waiting table shows the fingerprint of the shuffle first, then asks for the deal.

        Such a game never begins by itself.
        """
        return False

    def last_turn(self, game: Any, /) -> int | None:
        """The number of the turn that has ended, for a history kept by turns; None where events are its lines."""
        return None

    def takes_days(self, settings: Any, /) -> bool:
        """Whether a turn of such a table may last for days, so that nobody need be there."""
        return False

    @abstractmethod
    def deal(self, table: Table, moment: Moment, /) -> Step[Any]: ...

    @abstractmethod
    def apply(self, table: Table, key: Any, action: Any, moment: Moment, /) -> Step[Any]:
        """A move. Raises RuleViolation."""

    def settle(self, table: Table, /, *, now: float) -> Step[Any]:
        """What time alone brings about, without chance."""
        return table.game, ()

    def next_deadline(self, table: Table, /) -> float | None:
        return None

    def away(self, table: Table, key: Any, moment: Moment, /) -> Step[Any]:
        return table.game, ()

    def back(self, table: Table, key: Any, moment: Moment, /, *, from_bot: bool) -> Step[Any]:
        """The person is there again; `from_bot`: takes the seat back from a bot."""
        return table.game, ()

    def covered(self, table: Table, key: Any, /, *, now: float) -> Step[Any]:
        """A bot sits in for the person of this seat."""
        return table.game, ()

    def absences(self, game: Any, /) -> Mapping[Seat, float]:
        """Since when the person of each seat is away; without the seats whose person is there."""
        return {}

    def waits_for_people(self, game: Any, /) -> bool:
        """Whether absence counts now: takeover after `takeover_seconds`, abandonment after `abandon_seconds`."""
        return False

    def may_hand_over(self, game: Any, /) -> bool:
        return not self.game_rules.is_over(game)

    @abstractmethod
    def legal_actions(self, table: Table, key: Any, /) -> Sequence[Any]: ...

    @abstractmethod
    def result(self, table: Table, /) -> Json | None: ...

    @abstractmethod
    def round_of(self, table: Table, /) -> Round | None:
        """How the game ended, for the score of a series; None without a result."""

    @abstractmethod
    def view(self, table: Table, place: int | None, /) -> Json:
        """Everything the seat at this place may know, of the table and of the game; None is a spectator."""

    def to_logged(self, events: Sequence[Event], seats: Sequence[SeatInfo], /) -> tuple[Event, ...]:
        """The events as the log keeps them, with seat ids where the rules have keys."""
        return tuple(events)

    def bots_rest(self, game: Any, /) -> bool:
        """Whether no bot acts now, though it is on turn."""
        return False

    @abstractmethod
    def bot_task(self, game: Any, /) -> object:
        """Changes when the bot on turn faces another task."""

    def bot_menu(self, table: Table, key: Any, /) -> Sequence[Any]:
        """What a bot may choose from; never empty for a seat in `players_to_act`."""
        return self.legal_actions(table, key)

    @abstractmethod
    def bot_choice(self, table: Table, place: int, menu: Sequence[Any], shuffle: Shuffle, /) -> Any:
        """The one of the menu that the bot at this place chooses, at the level of `bot_level`."""

    def bot_level(self, table: Table, place: int) -> Any:
        """The one of `bot_levels` that plays this seat, or would."""
        return table.seats[place].bot_level or self.takeover_level

    def remember(self, table: Table, place: int, events: Sequence[Event], /) -> msgspec.Raw:
        """The memory of the bot at this place after these events, of which it learns those its seat may know."""
        return table.seats[place].bot_memory

    def undo(self, game: Any, key: Any, snapshot: Any, /, *, now: float) -> tuple[Any, int] | None:
        """The game as it stood before this seat's latest submission, and its turn; None if there is nothing to undo."""
        return None
