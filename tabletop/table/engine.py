"""What can be asked of a table, and every change of one: through `TableRules.apply`, `settle` or `undo`."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tabletop.rules import Event, Json, Seat, Shuffle, Step
from tabletop.table import lobby, series
from tabletop.table.absence import abandon_if_due, go_away, next_takeover, take_over_due_seats, watch_for_abandonment
from tabletop.table.actions import (
    GONE_OR_SILENT,
    Arrived,
    HelpAction,
    Leave,
    LobbyAction,
    Nudge,
    OfferAction,
    PlayAgain,
    PresenceAction,
    Start,
    TakeBack,
    TakeSeat,
)
from tabletop.table.bot_turns import bot_on_turn, let_bot_act, prepare_bots
from tabletop.table.encoding import TableJson
from tabletop.table.events import SeatTakenBack, Undone
from tabletop.table.help import help_table, is_over, why_not_in_the_lobby
from tabletop.table.offers import take_seat, without_offer
from tabletop.table.plug import GamePlug, Moment
from tabletop.table.seat_notes import with_notes_of_the_past, with_seat_notes
from tabletop.table.state import Table
from tabletop.table.waiting_for import nudge, run_out, with_waits


class TableRules(TableJson):
    """Fulfils `tabletop.rules.Rules` for the tables of one game."""

    def __init__(self, plug: GamePlug) -> None:
        self.plug, self.game_rules, self.key, self.refusal = plug, plug.game_rules, plug.key, plug.refusal

    def new_table(self, **options: Any) -> Table:
        return lobby.new_table(self.plug, **options)

    def place(self, table: Table, seat: Seat | None) -> int | None:
        """The place of the seat with this key."""
        if not self.plug.keyed_by_place:
            return table.place_of_id(seat) if isinstance(seat, str) else None
        # Python takes True for 1; the table does not.
        return seat if type(seat) is int and 0 <= seat < len(table.seats) else None

    # --- questions ----------------------------------------------------------------------------------------------------

    def pass_time(self, table: Table, *, now: float) -> Step[Table]:
        """What time alone brings about: no chance, no bot's act, so that `view` can ask for it too."""
        due = self.next_deadline(table)
        if due is None or due > now:
            return table, ()
        if table.game is None:
            freed, told = series.free_late_seats(table, now=now)
            return series.with_count(self.plug, freed, now=now), told
        if self.is_over(table):
            return series.run_out_of_time_to_answer(table, now=now)
        after, events = take_over_due_seats(self.plug, table, now=now)
        game, more = self.plug.settle(after, now=now)
        if more:
            after = replace(after, game=game)
        after = with_waits(self.plug, table, after, (*events, *more), now=now)
        after, ran_out = run_out(self.plug, after, now=now)
        after, last = abandon_if_due(after, now=now)
        return after, events + more + ran_out + last

    def next_deadline(self, table: Table) -> float | None:
        if self.is_over(table):
            return series.next_after_the_end(table)
        if table.game is None:
            return series.next_in_lobby(table)
        of_rules = self.plug.next_deadline(table)
        deadlines = (table.bot_due, next_takeover(self.plug, table), of_rules, table.waits.due, table.abandon_at)
        return min((due for due in deadlines if due is not None), default=None)

    def players_to_act(self, table: Table) -> tuple[Seat, ...]:
        return () if table.game is None or table.abandoned else tuple(self.game_rules.players_to_act(table.game))

    def legal_actions(self, table: Table, seat: Seat, *, now: float) -> Sequence[Any]:
        place = self.place(table, seat)
        if place is None or table.abandoned:
            return []
        if table.game is None:
            return [*([Start()] if lobby.may_start(self.plug, table, place) else []), Leave()]
        settled, _events = self.pass_time(table, now=now)
        return [] if settled.abandoned else self.plug.legal_actions(settled, self.key(table, place))

    def view(self, table: Table, seat: Seat | None, *, now: float) -> Json:
        """Everything this seat may see; None, or a seat of another table, is a spectator."""
        table, _events = self.pass_time(table, now=now)
        place = self.place(table, seat)
        seen = self.plug.view(table, place)
        own = None if place is None else table.seats[place].seat_id
        return seen | {
            "maxPlayers": table.max_players,
            **msgspec.to_builtins(table.choices),
            "hostPlayerId": table.host,
            "isHost": own is not None and own == table.host,
            "myPlayerId": own,
            "abandoned": table.abandoned,
            "abandonReason": table.abandon_reason,
            "turnEndsAt": table.waits.due,
            "offeredPlayerIds": list(table.waits.offered),
            "series": msgspec.json.decode(msgspec.json.encode(table.series)),
        }

    def is_over(self, table: Table) -> bool:
        return is_over(self.plug, table)

    def result(self, table: Table) -> Json | None:
        """None before the end, and for a game that was given up."""
        return None if table.game is None else self.plug.result(table)

    def may_be_watched(self, table: Table) -> bool:
        return (table.game is not None or self.plug.watchable_room) and self.may_ever_be_watched(table)

    def may_ever_be_watched(self, table: Table) -> bool:
        """From the deal on at the latest."""
        return self.plug.watchable and table.choices.watching != "nobody"

    # --- changes ------------------------------------------------------------------------------------------------------

    def apply(self, table: Table, seat: Seat | None, action: Any, *, now: float, shuffle: Shuffle) -> Step[Table]:
        """The table after the action, typed or as JSON, and what happened; raises RuleViolation."""
        action = self.action_from_json(action) if isinstance(action, dict) else action
        place, moment = self.place(table, seat), Moment(now, shuffle)
        if isinstance(action, PresenceAction) and place is None:
            # The transport reports seats late; meanwhile they may have been left.
            return table, ()
        settled, earlier = (table, ()) if self.plug.bots_act_alone else self._settle(table, moment)
        changed, events = self._take_effect(settled, seat, place, action, moment)
        if changed.game is None:
            changed = series.with_count(self.plug, changed, now=now)
        changed = with_waits(self.plug, settled, changed, events, now=now)
        after, faults = prepare_bots(self.plug, settled, changed, events, moment)
        after = watch_for_abandonment(self.plug, after, now=now, sign_of_life=not isinstance(action, GONE_OR_SILENT))
        after = with_seat_notes(self.plug, after, (*earlier, *events))
        return after, self.plug.to_logged((*earlier, *events, *faults), after.seats)

    def _take_effect(
        self, table: Table, seat: Seat | None, place: int | None, action: Any, moment: Moment
    ) -> Step[Table]:
        """Passes the action to the lobby, the seats or the game; raises RuleViolation at the wrong stage."""
        if isinstance(action, LobbyAction):
            if table.game is not None or table.abandoned:
                raise self.refusal(why_not_in_the_lobby(self.plug, table))
            return lobby.change_lobby(self.plug, table, place, action, moment)
        if isinstance(action, HelpAction | TakeSeat | OfferAction):
            return self._from_outside(table, seat, place, action, moment)
        if place is None:
            raise self.refusal("player_not_in_game")
        if table.game is None:
            return lobby.change_waiting_table(self.plug, table, place, action, now=moment.now)
        if isinstance(action, PresenceAction | Leave):
            return (table, ()) if table.abandoned else self._change_presence(table, place, action, moment)
        if table.abandoned:
            raise self.refusal("game_abandoned")
        if isinstance(action, TakeBack):
            return self._take_back(table, place, moment)
        return self._play(table, place, action, moment)

    def _from_outside(
        self, table: Table, seat: Seat | None, place: int | None, action: Any, moment: Moment
    ) -> Step[Table]:
        """What those without a seat may do too: the staff, and people for whom a seat is kept or offered."""
        if isinstance(action, HelpAction):
            return help_table(self.plug, table, seat, place, action, now=moment.now)
        if isinstance(action, TakeSeat):
            return self._take_seat(table, seat, action, moment)
        if table.game is None and not table.abandoned:
            if isinstance(action, PlayAgain) or seat is not None:
                raise self.refusal("game_not_completed")
            return series.free_held_seat(self.plug, table, action.seat_id or "")
        if place is None and (seat is not None or isinstance(action, PlayAgain)):
            raise self.refusal("player_not_in_game")
        if not self.is_over(table):
            raise self.refusal("game_not_completed")
        return series.answer_offer(self.plug, table, place, action, now=moment.now)

    def _play(self, table: Table, place: int, action: Any, moment: Moment) -> Step[Table]:
        """A person moves, or nudges the one who should."""
        if isinstance(action, Nudge):
            return nudge(self.plug, table, place, action, now=moment.now)
        self._check_played_by_person(table, place)
        game, events = self.plug.apply(table, self.key(table, place), action, moment)
        return replace(table, game=game), events

    def _check_played_by_person(self, table: Table, place: int) -> None:
        """A person whose seat a bot plays takes it back first, or, where presence counts, by coming back."""
        info = table.seats[place]
        if info.type == "human" and info.bot_level is not None:
            raise self.refusal("played_by_bot")
        if info.seat_id == table.waits.lent:
            raise self.refusal("time_is_over")

    def _change_presence(self, table: Table, place: int, action: PresenceAction | Leave, moment: Moment) -> Step[Table]:
        """A person who arrives gets the seat back from its bot; raises RuleViolation if nobody may leave now."""
        info = table.seats[place]
        if not self.plug.follows_presence:
            if isinstance(action, Leave):
                raise self.refusal(why_not_in_the_lobby(self.plug, table))
            return table, ()
        if isinstance(action, Arrived):
            # A person whose seat is offered is asked whether they want it back.
            stays = info.type == "bot" or info.seat_id in table.waits.offered
            return (table, ()) if stays else self._bring_back(table, place, moment)
        # The person whose seat a bot plays is away already.
        if info.bot_level is not None:
            return table, ()
        return go_away(self.plug, table, place, moment, hands_over=isinstance(action, Leave) and action.hands_over)

    def _bring_back(self, table: Table, place: int, moment: Moment) -> Step[Table]:
        """The person plays the own seat; with somebody there again the others' time counts too."""
        from_bot = table.seats[place].bot_level is not None
        if from_bot:
            table = without_offer(table.with_seat(place, bot_level=None), table.seats[place].seat_id)
        game, events = self.plug.back(table, self.key(table, place), moment, from_bot=from_bot)
        after, more = self.pass_time(replace(table, game=game), now=moment.now)
        return after, events + more

    def _take_back(self, table: Table, place: int, moment: Moment) -> Step[Table]:
        info = table.seats[place]
        if self.is_over(table):
            raise self.refusal("game_over")
        if info.bot_level is None or info.type == "bot":
            raise self.refusal("not_played_by_bot")
        after, events = self._bring_back(table, place, moment)
        return after, (SeatTakenBack(player_id=info.seat_id), *events)

    def _take_seat(self, table: Table, seat: Seat | None, action: TakeSeat, moment: Moment) -> Step[Table]:
        """A person from outside plays on from here; the bot stops."""
        if seat is not None:
            raise self.refusal("already_in_game")
        if table.game is None and not table.abandoned:
            raise self.refusal("game_not_started")
        if self.is_over(table):
            raise self.refusal(why_not_in_the_lobby(self.plug, table))
        table, place, told = take_seat(self.plug, table, action.seat_id)
        after, events = self._bring_back(table, place, moment)
        return after, (told, *events)

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
        told = (Undone(player_id=table.seats[place].seat_id, turn_id=turn_id),)
        after = with_notes_of_the_past(self.plug, replace(table, game=game, bot_due=None))
        after = with_waits(self.plug, table, after, told, now=now)
        after, _faults = prepare_bots(self.plug, after, after, (), Moment(now))
        return watch_for_abandonment(self.plug, after, now=now, sign_of_life=True), told

    def settle(self, table: Table, *, now: float, shuffle: Shuffle) -> Step[Table]:
        """Lets due deadlines take effect, and a bot act whose time has come: once, for the next act is later."""
        after, events = self._settle(table, Moment(now, shuffle))
        after = with_seat_notes(self.plug, after, events)
        return after, self.plug.to_logged(events, after.seats)

    def _settle(self, table: Table, moment: Moment) -> Step[Table]:
        due = self.next_deadline(table)
        if due is None or due > moment.now:
            return table, ()
        passed, events = self.pass_time(table, now=moment.now)
        if self.is_over(table):
            return passed, events
        if passed.game is None:
            return self._start_if_due(passed, events, moment)
        after, faults = prepare_bots(self.plug, table, passed, events, moment)
        events += faults
        place = bot_on_turn(self.plug, after)
        if place is not None and after.bot_due is not None and after.bot_due <= moment.now:
            after, more = let_bot_act(self.plug, after, place, moment)
            events += more
        return watch_for_abandonment(self.plug, after, now=moment.now, sign_of_life=False), events

    def _start_if_due(self, table: Table, earlier: Sequence[Event], moment: Moment) -> Step[Table]:
        """Everybody of a series is there: the game starts by itself."""
        if (starts_at := table.series.starts_at) is None or starts_at > moment.now:
            return table, tuple(earlier)
        dealt, events = lobby.start(self.plug, table, moment)
        dealt = with_waits(self.plug, table, dealt, events, now=moment.now)
        after, faults = prepare_bots(self.plug, table, dealt, events, moment)
        after = watch_for_abandonment(self.plug, after, now=moment.now, sign_of_life=False)
        return after, (*earlier, *events, *faults)
