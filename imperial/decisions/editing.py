"""Edits of a draft by the form fields of the page. Raises RuleViolation for choices that the page does not offer."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from imperial.decisions.draft import NO_DRAFT, Draft, asked_since, draft_for, maneuver_key
from imperial.decisions.plan import best_action, plan_decision
from imperial.decisions.plan_rows import committed_rows, current_maneuver, planned_rows
from imperial.rules.board import Setup
from imperial.rules.importing import MOST_IMPORTS
from imperial.rules.state import ManeuverTuple, State, UnitKind
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
    draft = _taken_up(state, draft)
    try:
        for name, values in fields.items():
            change = _CHANGES.get(name)
            if change is not None:
                draft = change(state, player, draft, values, setup)
        if "destination" in fields and "row" in fields:
            draft = _go_to(state, player, draft, fields["row"][0], fields["destination"][0], setup=setup)
        return draft
    except (ValueError, IndexError):
        raise RuleViolation("invalid_request", say(_("This is not a choice the page offers."))) from None


def is_stale(state: State, turn: Sequence[str]) -> bool:
    """Whether the form was rendered for an earlier question; a form without a turn is current."""
    return bool(turn) and turn[-1] != str(asked_since(state))


def stale_form() -> RuleViolation:
    return RuleViolation("stale", say(_("The board has changed since you opened this. Look at it again and choose.")))


def with_plan(state: State, draft: Draft | None) -> Draft:
    """Returns the draft with all rows written out, because a step discards the plan stored in the game (rules 5.10)."""
    draft = _taken_up(state, draft)
    return _with_rows(state, draft, _rows(state, draft))


def _taken_up(state: State, draft: Draft | None) -> Draft:
    draft = draft_for(state, draft)
    if draft is NO_DRAFT:
        draft = Draft(turn_id=asked_since(state), maneuver=maneuver_key(state))
    if state.current_maneuver is not None and draft.committed != (done := len(committed_rows(state.current_maneuver))):
        # Row indexes have shifted; clear the selection.
        draft = replace(draft, in_hand=None, committed=done)
    return draft


def _spot(_state: State, _player: str, draft: Draft, values: Sequence[str], setup: Setup) -> Draft:
    if values[-1] not in setup.wheel:
        raise ValueError(values[-1])
    return replace(draft, spot=values[-1])


def _factory(_state: State, _player: str, draft: Draft, values: Sequence[str], setup: Setup) -> Draft:
    return replace(draft, factory=_place(values[-1], setup) if values[-1] else None)


def _produce(_state: State, _player: str, draft: Draft, values: Sequence[str], setup: Setup) -> Draft:
    return replace(draft, produce=tuple(_place(value, setup) for value in values if value))


def _keep(_state: State, _player: str, draft: Draft, values: Sequence[str], setup: Setup) -> Draft:
    kept = tuple(_unit(value, setup) for value in values if value)
    return replace(draft, imports=kept[:MOST_IMPORTS])


def _add(_state: State, _player: str, draft: Draft, values: Sequence[str], setup: Setup) -> Draft:
    if not values[-1] or len(draft.imports) >= MOST_IMPORTS:
        return draft
    return replace(draft, imports=(*draft.imports, _unit(values[-1], setup)))


def _bond(state: State, _player: str, draft: Draft, values: Sequence[str], setup: Setup) -> Draft:
    country, _space, stock = values[-1].rpartition(" ")
    if country not in state.country_info:
        raise ValueError(country)
    return replace(draft, bond=(country, _index(stock, setup.stock_costs)), give_back=None)


def _give_back(_state: State, _player: str, draft: Draft, values: Sequence[str], setup: Setup) -> Draft:
    return replace(draft, give_back=_index(values[-1], setup.stock_costs))


def _choice(_state: State, _player: str, draft: Draft, values: Sequence[str], _setup: Setup) -> Draft:
    if values[-1] not in ("1", "2"):
        raise ValueError(values[-1])
    return replace(draft, choice=int(values[-1]))


def _ask_first(state: State, _player: str, draft: Draft, values: Sequence[str], _setup: Setup) -> Draft:
    if values[-1] not in state.country_info:
        raise ValueError(values[-1])
    return replace(draft, peace_order=(values[-1],))


def _in_hand(state: State, _player: str, draft: Draft, values: Sequence[str], _setup: Setup) -> Draft:
    return replace(draft, in_hand=_index(values[-1], _rows(state, draft)) if values[-1] else None)


def _action(state: State, player: str, draft: Draft, values: Sequence[str], setup: Setup) -> Draft:
    row, _space, action = values[-1].partition(" ")
    rows = _rows(state, draft)
    index = _index(row, rows)
    offered = plan_decision(state, player, draft, setup=setup)["rows"][index]["actions"]
    if action not in [choice["action"] for choice in offered]:
        raise ValueError(action)
    kind, (origin, destination, _old) = rows[index]
    rows[index] = (kind, (origin, destination, action))
    return _with_rows(state, draft, rows)


def _up(state: State, player: str, draft: Draft, values: Sequence[str], setup: Setup) -> Draft:
    return _down(state, player, draft, [str(int(values[-1]) - 1)], setup)


def _down(state: State, _player: str, draft: Draft, values: Sequence[str], _setup: Setup) -> Draft:
    index = int(values[-1])
    rows = _rows(state, draft)
    if index < 0 or rows[index][0] != rows[index + 1][0]:
        raise ValueError(index)  # fleets stay before armies
    rows[index], rows[index + 1] = rows[index + 1], rows[index]
    return replace(_with_rows(state, draft, rows), in_hand=None)


_CHANGES = {
    "spot": _spot,
    "factory": _factory,
    "produce": _produce,
    "keep": _keep,
    "add": _add,
    "bond": _bond,
    "giveBack": _give_back,
    "choice": _choice,
    "askFirst": _ask_first,
    "inHand": _in_hand,
    "action": _action,
    "up": _up,
    "down": _down,
}


def _go_to(state: State, player: str, draft: Draft, row: str, place: str, *, setup: Setup) -> Draft:
    rows = _rows(state, draft)
    index, destination = _index(row, rows), _place(place, setup)
    kind, (origin, _old, _action) = rows[index]
    action = "" if destination == origin else best_action(state, player, rows, index, destination, setup=setup)
    rows[index] = (kind, (origin, destination, action))
    return replace(_with_rows(state, draft, rows), in_hand=None)


def _rows(state: State, draft: Draft) -> list[tuple[UnitKind, ManeuverTuple]]:
    return planned_rows(current_maneuver(state), draft)


def _with_rows(state: State, draft: Draft, rows: Sequence[tuple[UnitKind, ManeuverTuple]]) -> Draft:
    maneuver = current_maneuver(state)
    return replace(
        draft,
        fleet_man=(*maneuver.completed_fleet_moves, *(move for kind, move in rows if kind == "fleet")),
        army_man=(*maneuver.completed_army_moves, *(move for kind, move in rows if kind == "army")),
    )


def _index(text: str, rows: Sequence[object]) -> int:
    index = int(text)
    if not 0 <= index < len(rows):
        raise ValueError(text)
    return index


def _unit(text: str, setup: Setup) -> tuple[UnitKind, str]:
    kind, _space, place = text.partition(" ")
    return _kind(kind), _place(place, setup)


def _place(name: str, setup: Setup) -> str:
    if name not in setup.territories:
        raise ValueError(name)
    return name


def _kind(text: str) -> UnitKind:
    if text == "fleet":
        return "fleet"
    if text == "army":
        return "army"
    raise ValueError(text)
