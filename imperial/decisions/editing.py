"""Edits of a draft by the form fields of the page. Raises RuleViolation for choices that the page does not offer."""

from collections.abc import Collection, Mapping, Sequence
from typing import get_args

from msgspec.structs import replace

from imperial.decisions.draft import (
    Draft,
    Row,
    current_maneuver,
    is_stale,
    planned_rows,
    stale_form,
    started,
    with_rows,
)
from imperial.decisions.plan import best_action, plan_decision
from imperial.rules.board import Setup
from imperial.rules.importing import MOST_IMPORTS
from imperial.rules.state import State, UnitKind
from tabletop.rules import RuleViolation, say
from tabletop.rules import gettext_noop as _

Fields = Mapping[str, Sequence[str]]
"""Form fields: every name with its values."""


def edit_draft(state: State, player: str, draft: Draft | None, fields: Fields, *, setup: Setup) -> Draft:
    """Returns the draft after these choices; starts a new one if the draft was made for another question."""
    maneuver = state.current_maneuver
    # A player who is asked for peace must not probe the rest of the mover's plan.
    if not state.player_info[player].my_turn or (maneuver is not None and maneuver.player != player):
        raise RuleViolation("not_your_turn", say(_("Not your turn yet.")))
    if is_stale(state, fields.get("turn", ())):
        # Rows are addressed by index, and the indexes have shifted.
        raise stale_form()
    editor = _Editor(state, player, draft, setup)
    try:
        for name, values in fields.items():
            if name in _FIELDS:
                _FIELDS[name](editor, values)
        if "destination" in fields and "row" in fields:
            editor.go_to(fields["row"][0], fields["destination"][0])
        return editor.draft
    except (ValueError, IndexError):
        raise RuleViolation("invalid_request", say(_("This is not a choice the page offers."))) from None


class _Editor:
    """Applies form fields to a draft, one method per field. Raises ValueError or IndexError for impossible choices."""

    def __init__(self, state: State, player: str, draft: Draft | None, setup: Setup) -> None:
        """Begins with the draft, or with an empty one if it belongs to another question."""
        self.state, self.player, self.setup = state, player, setup
        self.draft = started(state, draft)

    def spot(self, values: Sequence[str]) -> None:
        self._set(spot=_one_of(values[-1], self.setup.wheel))

    def factory(self, values: Sequence[str]) -> None:
        self._set(factory=self._place(values[-1]) if values[-1] else None)

    def produce(self, values: Sequence[str]) -> None:
        self._set(produce=tuple(self._place(value) for value in values if value))

    def keep(self, values: Sequence[str]) -> None:
        self._set(imports=tuple(self._unit(value) for value in values if value)[:MOST_IMPORTS])

    def add(self, values: Sequence[str]) -> None:
        if values[-1] and len(self.draft.imports) < MOST_IMPORTS:
            self._set(imports=(*self.draft.imports, self._unit(values[-1])))

    def bond(self, values: Sequence[str]) -> None:
        country, _space, stock = values[-1].rpartition(" ")
        bond = (_one_of(country, self.state.country_info), _index(stock, self.setup.stock_costs))
        self._set(bond=bond, give_back=None)

    def give_back(self, values: Sequence[str]) -> None:
        self._set(give_back=_index(values[-1], self.setup.stock_costs))

    def choice(self, values: Sequence[str]) -> None:
        self._set(choice=int(_one_of(values[-1], ("1", "2"))))

    def ask_first(self, values: Sequence[str]) -> None:
        self._set(peace_order=(_one_of(values[-1], self.state.country_info),))

    def in_hand(self, values: Sequence[str]) -> None:
        self._set(in_hand=_index(values[-1], self._rows()) if values[-1] else None)

    def action(self, values: Sequence[str]) -> None:
        row, _space, action = values[-1].partition(" ")
        rows = self._rows()
        index = _index(row, rows)
        offered = plan_decision(self.state, self.player, self.draft, setup=self.setup).rows[index].actions
        kind, (origin, destination, _old) = rows[index]
        rows[index] = (kind, (origin, destination, _one_of(action, [choice.action for choice in offered])))
        self.draft = with_rows(self.state, self.draft, rows)

    def up(self, values: Sequence[str]) -> None:
        self._exchange(int(values[-1]) - 1)

    def down(self, values: Sequence[str]) -> None:
        self._exchange(int(values[-1]))

    def go_to(self, row: str, place: str) -> None:
        rows = self._rows()
        index, destination = _index(row, rows), self._place(place)
        kind, (origin, _old, _action) = rows[index]
        is_hold = destination == origin
        action = "" if is_hold else best_action(self.state, self.player, rows, index, destination, setup=self.setup)
        rows[index] = (kind, (origin, destination, action))
        self.draft = replace(with_rows(self.state, self.draft, rows), in_hand=None)

    def _exchange(self, index: int) -> None:
        """Exchanges a row with the next one of the same kind; fleets stay before armies."""
        rows = self._rows()
        if index < 0 or rows[index][0] != rows[index + 1][0]:
            raise ValueError(index)
        rows[index], rows[index + 1] = rows[index + 1], rows[index]
        self.draft = replace(with_rows(self.state, self.draft, rows), in_hand=None)

    def _set(self, **fields: object) -> None:
        self.draft = replace(self.draft, **fields)

    def _rows(self) -> list[Row]:
        return planned_rows(current_maneuver(self.state), self.draft)

    def _unit(self, text: str) -> tuple[str, str]:
        kind, _space, place = text.partition(" ")
        return _one_of(kind, get_args(UnitKind)), self._place(place)

    def _place(self, name: str) -> str:
        return _one_of(name, self.setup.territories)


_FIELDS = {
    "spot": _Editor.spot,
    "factory": _Editor.factory,
    "produce": _Editor.produce,
    "keep": _Editor.keep,
    "add": _Editor.add,
    "bond": _Editor.bond,
    "giveBack": _Editor.give_back,
    "choice": _Editor.choice,
    "askFirst": _Editor.ask_first,
    "inHand": _Editor.in_hand,
    "action": _Editor.action,
    "up": _Editor.up,
    "down": _Editor.down,
}


def _index(text: str, rows: Sequence[object]) -> int:
    index = int(text)
    if not 0 <= index < len(rows):
        raise ValueError(text)
    return index


def _one_of(value: str, known: Collection[str]) -> str:
    if value not in known:
        raise ValueError(value)
    return value
