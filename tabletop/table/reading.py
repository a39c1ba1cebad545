"""What can be asked of a table, without changing it."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from tabletop.rules import Json, RuleViolation, Seat, Step
from tabletop.table.absence import abandon_if_due, is_unattended, key_of, next_takeover, take_over_due_seats
from tabletop.table.actions import Leave, Start, TableAction, is_table_action, table_action_from_json, with_new_name
from tabletop.table.plug import GamePlug
from tabletop.table.refusals import table_refusal
from tabletop.table.state import Table


class TableReading:
    def __init__(self, plug: GamePlug) -> None:
        self.plug = plug

    def refusal(self, code: str) -> RuleViolation:
        return table_refusal(self.plug, code)

    def place(self, table: Table, seat: Seat | None) -> int | None:
        """The place of the seat with this key."""
        if not self.plug.keyed_by_place:
            return table.place_of_id(seat) if isinstance(seat, str) else None
        # Python takes True for 1; the table does not.
        return seat if type(seat) is int and 0 <= seat < len(table.seats) else None

    def key(self, table: Table, place: int) -> Seat:
        return key_of(self.plug, table, place)

    def pass_time(self, table: Table, *, now: float) -> Step[Table]:
        """What time alone brings about: no chance, no bot's act, so that `view` can ask for it too."""
        if not self._is_due(table, now=now):
            return table, ()
        after, events = take_over_due_seats(self.plug, table, now=now)
        game, more = self.plug.settle(after.game, now=now, unattended=is_unattended(self.plug, after))
        if more:
            after = replace(after, game=game)
        after, last = abandon_if_due(after, now=now)
        return after, events + more + last

    def _is_due(self, table: Table, *, now: float) -> bool:
        due = self.next_deadline(table)
        return due is not None and due <= now

    def next_deadline(self, table: Table) -> float | None:
        if table.game is None or table.abandoned:
            return None
        of_rules = self.plug.next_deadline(table.game, unattended=is_unattended(self.plug, table))
        deadlines = (table.bot_due, next_takeover(self.plug, table), of_rules, table.abandon_at)
        return min((due for due in deadlines if due is not None), default=None)

    def players_to_act(self, table: Table) -> tuple[Seat, ...]:
        return () if table.game is None or table.abandoned else self.plug.players_to_act(table.game)

    def legal_actions(self, table: Table, seat: Seat, *, now: float) -> Sequence[Any]:
        place = self.place(table, seat)
        if place is None:
            return []
        if table.game is None:
            may_start = table.seats[place].seat_id == table.host and len(table.seats) in self.plug.seats
            return [*([Start()] if may_start else []), Leave()]
        settled, _events = self.pass_time(table, now=now)
        if settled.abandoned:
            return []
        return self.plug.legal_actions(settled.game, self.key(table, place), settings=table.settings)

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
        }

    def is_over(self, table: Table) -> bool:
        return table.abandoned or (table.game is not None and self.plug.is_over(table.game))

    def result(self, table: Table) -> Json | None:
        """None before the end, and for a game that was given up."""
        return None if table.game is None else self.plug.result(table)

    def to_json(self, table: Table) -> Json:
        data: Json = msgspec.json.decode(msgspec.json.encode(replace(table, game=None)))
        return data | {"game": None if table.game is None else self.plug.to_json(table.game)}

    def from_json(self, data: Json) -> Table:
        # Through text, because only text can become `Raw`.
        table = msgspec.json.decode(msgspec.json.encode(data | {"game": None}), type=Table)
        settings = msgspec.convert(data["settings"], self.plug.settings)
        return replace(
            table, settings=settings, game=None if data["game"] is None else self.plug.from_json(data["game"])
        )

    def action_from_json(self, data: Any) -> Any:
        data = with_new_name(data)
        if not isinstance(data, dict) or not is_table_action(data):
            return self.plug.action_from_json(data)
        try:
            return table_action_from_json(data)
        except msgspec.ValidationError:
            raise self.refusal("invalid_request") from None

    def action_to_json(self, action: Any) -> Json:
        if not isinstance(action, TableAction):
            return self.plug.action_to_json(action)
        data: Json = msgspec.to_builtins(action)
        return data
