"""Every change of a table goes through `TableRules.apply`, `settle` or `undo`."""

from typing import Any

from msgspec.structs import replace

from tabletop.rules import Seat, Shuffle, Step
from tabletop.table.absence import hand_to_bot, is_unattended, watch_for_abandonment
from tabletop.table.actions import Arrived, HandToBot, Leave, Left, LobbyAction, PresenceAction, TakeBack
from tabletop.table.bot_turns import bot_on_turn, let_bot_act, prepare_bots
from tabletop.table.events import SeatTakenBack, Undone
from tabletop.table.lobby import change_lobby, change_presence, free_seat, new_table
from tabletop.table.reading import TableReading
from tabletop.table.state import Table

GONE_OR_SILENT = (Arrived, Left, Leave, HandToBot)
"""Actions that are no sign of life of the seat's person."""


class TableRules(TableReading):
    """Fulfils `tabletop.rules.Rules` for the tables of one game."""

    def new_table(self, **options: Any) -> Table:
        return new_table(self.plug, **options)

    def apply(self, table: Table, seat: Seat | None, action: Any, *, now: float, shuffle: Shuffle) -> Step[Table]:
        """The table after the action, typed or as JSON, and what happened; raises RuleViolation."""
        action = self.action_from_json(action) if isinstance(action, dict) else action
        place = self.place(table, seat)
        if isinstance(action, PresenceAction) and place is None:
            # The transport reports seats late; meanwhile they may have been left.
            return table, ()
        settled, earlier = (table, ()) if self.plug.bots_act_alone else self._settle(table, now=now, shuffle=shuffle)
        changed, events = self._take_effect(settled, seat, place, action, now=now, shuffle=shuffle)
        after = prepare_bots(self.plug, settled, changed, events, now=now, shuffle=shuffle)
        after = watch_for_abandonment(self.plug, after, now=now, sign_of_life=not isinstance(action, GONE_OR_SILENT))
        return after, self.plug.tell((*earlier, *events), after.seats)

    def _take_effect(
        self, table: Table, seat: Seat | None, place: int | None, action: Any, *, now: float, shuffle: Shuffle
    ) -> Step[Table]:
        if isinstance(action, LobbyAction):
            if table.game is not None:
                raise self.refusal(self._why_not_in_the_lobby(table))
            return change_lobby(self.plug, table, place, action, now=now, shuffle=shuffle)
        if isinstance(action, HandToBot):
            return self._hand_to_bot(table, seat, place, action, now=now)
        if place is None:
            raise self.refusal("player_not_in_game")
        if table.game is None:
            return self._change_waiting_table(table, place, action, now=now)
        return self._change_game(table, place, action, now=now, shuffle=shuffle)

    def _change_game(self, table: Table, place: int, action: Any, *, now: float, shuffle: Shuffle) -> Step[Table]:
        if table.abandoned:
            if isinstance(action, PresenceAction | Leave):
                return table, ()
            raise self.refusal("game_abandoned")
        if isinstance(action, TakeBack):
            return self._take_back(table, place, now=now, shuffle=shuffle)
        if isinstance(action, PresenceAction | Leave):
            return self._change_presence(table, place, action, now=now, shuffle=shuffle)
        return self._move(table, place, action, now=now, shuffle=shuffle)

    def _move(self, table: Table, place: int, action: Any, *, now: float, shuffle: Shuffle) -> Step[Table]:
        self._check_played_by_person(table, place)
        game, events = self.plug.apply(
            table.game,
            self.key(table, place),
            action,
            settings=table.settings,
            now=now,
            shuffle=shuffle,
            unattended=is_unattended(self.plug, table),
        )
        return replace(table, game=game), events

    def _check_played_by_person(self, table: Table, place: int) -> None:
        """A person whose seat a bot plays takes it back first; where presence counts, coming back has done that."""
        info = table.seats[place]
        if info.type == "human" and info.bot_level is not None and not self.plug.follows_presence:
            raise self.refusal("played_by_bot")

    def _change_waiting_table(self, table: Table, place: int, action: Any, *, now: float) -> Step[Table]:
        if isinstance(action, Leave):
            return free_seat(table, place)
        if isinstance(action, PresenceAction):
            return change_presence(table, place, action, now=now)
        raise self.refusal("game_not_started")

    def _why_not_in_the_lobby(self, table: Table) -> str:
        if table.abandoned:
            return "game_abandoned"
        return "game_over" if self.is_over(table) else "game_already_started"

    def _change_presence(
        self, table: Table, place: int, action: PresenceAction | Leave, *, now: float, shuffle: Shuffle
    ) -> Step[Table]:
        if not self.plug.follows_presence:
            if isinstance(action, Leave):
                raise self.refusal(self._why_not_in_the_lobby(table))
            return table, ()
        info, key = table.seats[place], self.key(table, place)
        unattended = is_unattended(self.plug, table)
        if not isinstance(action, Arrived):
            # The person whose seat a bot plays is away already.
            if info.bot_level is not None:
                return table, ()
            game, events = self.plug.away(table.game, key, now=now, shuffle=shuffle, unattended=unattended)
            return replace(table, game=game), events
        if info.type == "bot":
            return table, ()
        return self._bring_back(table, place, now=now, shuffle=shuffle)

    def _bring_back(self, table: Table, place: int, *, now: float, shuffle: Shuffle) -> Step[Table]:
        """The person plays the own seat; with somebody there again the others' time counts too."""
        from_bot = table.seats[place].bot_level is not None
        if from_bot:
            table = table.with_seat(place, bot_level=None)
        game, events = self.plug.back(
            table.game,
            self.key(table, place),
            now=now,
            shuffle=shuffle,
            unattended=is_unattended(self.plug, table),
            from_bot=from_bot,
        )
        after, more = self.pass_time(replace(table, game=game), now=now)
        return after, events + more

    def _take_back(self, table: Table, place: int, *, now: float, shuffle: Shuffle) -> Step[Table]:
        info = table.seats[place]
        if self.is_over(table):
            raise self.refusal("game_over")
        if info.bot_level is None or info.type == "bot":
            raise self.refusal("not_played_by_bot")
        after, events = self._bring_back(table, place, now=now, shuffle=shuffle)
        return after, (SeatTakenBack(player_id=info.seat_id), *events)

    def _hand_to_bot(
        self, table: Table, seat: Seat | None, place: int | None, action: HandToBot, *, now: float
    ) -> Step[Table]:
        if seat is None:
            place = table.place_of_id(action.seat_id)
        if place is None:
            raise self.refusal("player_not_in_game")
        if table.game is None:
            raise self.refusal("game_not_started")
        if action.seat_id not in (None, table.seats[place].seat_id):
            raise self.refusal("not_your_seat")
        if table.abandoned or not self.plug.may_hand_over(table.game):
            raise self.refusal("no_takeover_now")
        if table.seats[place].bot_level is not None:
            raise self.refusal("played_by_bot")
        level = action.level or self.plug.takeover_level
        if level not in self.plug.bot_levels:
            raise self.refusal("invalid_request")
        return hand_to_bot(self.plug, table, place, level, now=now)

    def undo(self, table: Table, seat: Seat | None, snapshot: Any, *, now: float) -> Step[Table]:
        """The position before the latest submission, for its author. Seats and their bots stay as they are."""
        place = self.place(table, seat)
        if place is None:
            raise self.refusal("player_not_in_game")
        if table.abandoned:
            raise self.refusal("game_abandoned")
        self._check_played_by_person(table, place)
        restored = None
        if table.game is not None and snapshot is not None:
            restored = self.plug.undo(table.game, self.key(table, place), snapshot, now=now)
        if restored is None:
            raise self.refusal("nothing_to_undo")
        game, turn_id = restored
        after = replace(table, game=game, bot_due=None)
        after = prepare_bots(self.plug, after, after, (), now=now, shuffle=list)
        after = watch_for_abandonment(self.plug, after, now=now, sign_of_life=True)
        return after, (Undone(player_id=table.seats[place].seat_id, turn_id=turn_id),)

    def settle(self, table: Table, *, now: float, shuffle: Shuffle) -> Step[Table]:
        """Lets due deadlines take effect, and a bot act whose time has come: once, for the next act is later."""
        after, events = self._settle(table, now=now, shuffle=shuffle)
        return after, self.plug.tell(events, after.seats)

    def _settle(self, table: Table, *, now: float, shuffle: Shuffle) -> Step[Table]:
        if not self._is_due(table, now=now):
            return table, ()
        passed, events = self.pass_time(table, now=now)
        after = prepare_bots(self.plug, table, passed, events, now=now, shuffle=shuffle)
        place = bot_on_turn(self.plug, after)
        if place is not None and after.bot_due is not None and after.bot_due <= now:
            after, more = let_bot_act(self.plug, after, place, now=now, shuffle=shuffle)
            events += more
        return watch_for_abandonment(self.plug, after, now=now, sign_of_life=False), events
