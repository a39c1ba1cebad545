"""Which error codes an address for programs can answer with: derived from its method, its access and the game."""

from collections.abc import Iterable

from tabletop.api.refusals import ErrorStyle
from tabletop.api.routes import Access, Method
from tabletop.engine import Engine
from tabletop.table import TableRules
from tabletop.table.refusals import MESSAGES

MOVE_CODES = frozenset({"stale_state", "key_reused"})
"""Of every move, besides those of the rules."""
JOIN_CODES = frozenset(
    {"game_not_found", "game_full", "game_already_started", "already_in_game", "game_over", "game_abandoned"}
    | {"seats_are_held", "stale_state"}
)
"""Of every way to a free seat, as the table spells them."""
TAKE_CODES = frozenset(
    {"game_not_found", "game_not_started", "not_offered", "already_in_game", "game_over", "game_abandoned"}
    | {"had_another_seat", "stale_state"}
)
"""Of the way to an offered seat, as the table spells them."""
JOIN_ENTRY_CODES = frozenset({"removed"})
"""Of every way to a seat at a table that is there: the host has sent this person away."""
ENTRY_CODES = frozenset({"key_reused", "game_not_found", "player_not_in_game"})
"""Of a request to come in that is sent again: its key had another purpose, or its table or seat is gone."""
OPEN_CODES = ENTRY_CODES | {"too_many_tables"}
"""Of the way to a new table."""

_BY_ACCESS: dict[Access, frozenset[str]] = {
    "anybody": frozenset({"too_many"}),
    # A spectator's session is welcome; a token of another table is not.
    **dict.fromkeys(("spectator", "seat"), frozenset({"game_not_found", "unauthenticated", "player_not_in_game"})),
}


def table_codes(engine: Engine) -> frozenset[str]:
    """The refusals of the game's tables and rules, without those its tables can never answer with."""
    rules: TableRules = engine.rules
    plug = rules.plug
    never = {"nothing_to_undo"} if engine.snapshot_before is None else set()
    return frozenset({plug.codes.get(code, code) for code in MESSAGES.keys() - never} | set(plug.messages))


def request_codes(method: Method, access: Access) -> frozenset[str]:
    """The refusals before the rules are asked."""
    codes = {"method_not_allowed", *_BY_ACCESS[access]}
    if method == "POST":
        codes |= {"invalid_request", "body_too_large", "csrf_failed"}
    return frozenset(codes)


def by_status(
    codes: Iterable[str], style: ErrorStyle, *, rules: Iterable[str] = (), rules_status: int | None = None
) -> dict[int, tuple[str, ...]]:
    """The codes as the game spells them; those of the `rules` with `rules_status` where it is given."""
    found: dict[int, set[str]] = {}
    for code in codes:
        found.setdefault(style.status_of(code), set()).add(style.format_code(code))
    for code in rules:
        found.setdefault(rules_status or style.status_of(code), set()).add(style.format_code(code))
    return {status: tuple(sorted(found[status])) for status in sorted(found)}
