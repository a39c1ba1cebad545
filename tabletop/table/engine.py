"""What can be asked of a table, and every change of one: through `TableRules.apply`, `settle` or `undo`."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tabletop.rules import Json, Seat, Shuffle, Step
from tabletop.table import lobby
from tabletop.table.absence import (
    abandon_for_reason,
    abandon_if_due,
    hand_to_bot,
    next_takeover,
    take_over_due_seats,
    watch_for_abandonment,
)
from tabletop.table.actions import (
    NAMES,
    READ_AS,
    Abandon,
    Arrived,
    HandToBot,
    Leave,
    Left,
    LobbyAction,
    PresenceAction,
    Start,
    TableAction,
    TakeBack,
)
from tabletop.table.bot_turns import bot_on_turn, let_bot_act, prepare_bots
from tabletop.table.events import SeatTakenBack, Undone
from tabletop.table.plug import GamePlug, Moment
from tabletop.table.state import Table

GONE_OR_SILENT = (Arrived, Left, Leave, HandToBot)
"""Actions that are no sign of life of the seat's person."""


class TableRules:
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
        after, events = take_over_due_seats(self.plug, table, now=now)
        game, more = self.plug.settle(after, now=now)
        if more:
            after = replace(after, game=game)
        after, last = abandon_if_due(after, now=now)
        return after, events + more + last

    def next_deadline(self, table: Table) -> float | None:
        if table.game is None or table.abandoned:
            return None
        of_rules = self.plug.next_deadline(table)
        deadlines = (table.bot_due, next_takeover(self.plug, table), of_rules, table.abandon_at)
        return min((due for due in deadlines if due is not None), default=None)

    def players_to_act(self, table: Table) -> tuple[Seat, ...]:
        return () if table.game is None or table.abandoned else tuple(self.game_rules.players_to_act(table.game))

    def legal_actions(self, table: Table, seat: Seat, *, now: float) -> Sequence[Any]:
        place = self.place(table, seat)
        if place is None or table.abandoned:
            return []
        if table.game is None:
            may_start = table.seats[place].seat_id == table.host and len(table.seats) in self.plug.seats
            return [*([Start()] if may_start else []), Leave()]
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
            "takeover": table.takeover,
            "isOpen": table.is_open,
            "hostPlayerId": table.host,
            "isHost": own is not None and own == table.host,
            "myPlayerId": own,
            "abandoned": table.abandoned,
            "abandonReason": table.abandon_reason,
        }

    def is_over(self, table: Table) -> bool:
        return table.abandoned or (table.game is not None and self.game_rules.is_over(table.game))

    def result(self, table: Table) -> Json | None:
        """None before the end, and for a game that was given up."""
        return None if table.game is None else self.plug.result(table)

    # --- JSON ---------------------------------------------------------------------------------------------------------

    def to_json(self, table: Table) -> Json:
        data: Json = msgspec.json.decode(msgspec.json.encode(replace(table, game=None)))
        return data | {"game": None if table.game is None else self.game_rules.to_json(table.game)}

    def from_json(self, data: Json) -> Table:
        # Through text, because only text can become `Raw`.
        table = msgspec.json.decode(msgspec.json.encode(data | {"game": None}), type=Table)
        settings = msgspec.convert(data["settings"], self.plug.settings)
        return replace(
            table, settings=settings, game=None if data["game"] is None else self.game_rules.from_json(data["game"])
        )

    def action_from_json(self, data: Any) -> Any:
        name = data.get("type") if isinstance(data, dict) else None
        if isinstance(name, str) and name in READ_AS:
            name = READ_AS[name]
            data = data | {"type": name}
        if not isinstance(name, str) or name not in NAMES:
            return self.game_rules.action_from_json(data)
        try:
            return msgspec.convert(data, TableAction)
        except msgspec.ValidationError:
            raise self.refusal("invalid_request") from None

    def action_to_json(self, action: Any) -> Json:
        to_json = msgspec.to_builtins if isinstance(action, TableAction) else self.game_rules.action_to_json
        data: Json = to_json(action)
        return data

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
        after, faults = prepare_bots(self.plug, settled, changed, events, moment)
        after = watch_for_abandonment(self.plug, after, now=now, sign_of_life=not isinstance(action, GONE_OR_SILENT))
        return after, self.plug.to_logged((*earlier, *events, *faults), after.seats)

    def _take_effect(
        self, table: Table, seat: Seat | None, place: int | None, action: Any, moment: Moment
    ) -> Step[Table]:
        """Passes the action to the lobby, the seats or the game; raises RuleViolation at the wrong stage."""
        if isinstance(action, LobbyAction):
            if table.game is not None or table.abandoned:
                raise self.refusal(self._why_not_in_the_lobby(table))
            return lobby.change_lobby(self.plug, table, place, action, moment)
        if isinstance(action, HandToBot | Abandon):
            return self._help(table, seat, place, action, now=moment.now)
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
        self._check_played_by_person(table, place)
        game, events = self.plug.apply(table, self.key(table, place), action, moment)
        return replace(table, game=game), events

    def _check_played_by_person(self, table: Table, place: int) -> None:
        """A person whose seat a bot plays takes it back first; where presence counts, coming back has done that."""
        info = table.seats[place]
        if info.type == "human" and info.bot_level is not None and not self.plug.follows_presence:
            raise self.refusal("played_by_bot")

    def _why_not_in_the_lobby(self, table: Table) -> str:
        if table.abandoned:
            return "game_abandoned"
        return "game_over" if self.is_over(table) else "game_already_started"

    def _change_presence(self, table: Table, place: int, action: PresenceAction | Leave, moment: Moment) -> Step[Table]:
        """A person who arrives gets the seat back from its bot; raises RuleViolation if nobody may leave now."""
        info = table.seats[place]
        if not self.plug.follows_presence:
            if isinstance(action, Leave):
                raise self.refusal(self._why_not_in_the_lobby(table))
            return table, ()
        if isinstance(action, Arrived):
            return (table, ()) if info.type == "bot" else self._bring_back(table, place, moment)
        # The person whose seat a bot plays is away already.
        if info.bot_level is not None:
            return table, ()
        game, events = self.plug.away(table, self.key(table, place), moment)
        return replace(table, game=game), events

    def _bring_back(self, table: Table, place: int, moment: Moment) -> Step[Table]:
        """The person plays the own seat; with somebody there again the others' time counts too."""
        from_bot = table.seats[place].bot_level is not None
        if from_bot:
            table = table.with_seat(place, bot_level=None)
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

    def _help(
        self, table: Table, seat: Seat | None, place: int | None, action: HandToBot | Abandon, *, now: float
    ) -> Step[Table]:
        """The staff close a table or hand a seat to a bot, a player hands over the own seat; raises RuleViolation."""
        if isinstance(action, HandToBot):
            return self._hand_to_bot(table, seat, place, action, now=now)
        if seat is not None:
            raise self.refusal("invalid_request")
        if self.is_over(table):
            raise self.refusal(self._why_not_in_the_lobby(table))
        return abandon_for_reason(table, action.reason)

    def _hand_to_bot(
        self, table: Table, seat: Seat | None, place: int | None, action: HandToBot, *, now: float
    ) -> Step[Table]:
        """A player hands over the own seat; without `seat` the action comes from the site and names the seat."""
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
        after, _faults = prepare_bots(self.plug, after, after, (), Moment(now))
        after = watch_for_abandonment(self.plug, after, now=now, sign_of_life=True)
        return after, (Undone(player_id=table.seats[place].seat_id, turn_id=turn_id),)

    def settle(self, table: Table, *, now: float, shuffle: Shuffle) -> Step[Table]:
        """Lets due deadlines take effect, and a bot act whose time has come: once, for the next act is later."""
        after, events = self._settle(table, Moment(now, shuffle))
        return after, self.plug.to_logged(events, after.seats)

    def _settle(self, table: Table, moment: Moment) -> Step[Table]:
        due = self.next_deadline(table)
        if due is None or due > moment.now:
            return table, ()
        passed, events = self.pass_time(table, now=moment.now)
        after, faults = prepare_bots(self.plug, table, passed, events, moment)
        events += faults
        place = bot_on_turn(self.plug, after)
        if place is not None and after.bot_due is not None and after.bot_due <= moment.now:
            after, more = let_bot_act(self.plug, after, place, moment)
            events += more
        return watch_for_abandonment(self.plug, after, now=moment.now, sign_of_life=False), events
