"""What a person can do on the page of a table."""

from collections.abc import Collection, Mapping
from uuid import UUID

from django.core.exceptions import PermissionDenied

from cambio import services
from cambio.forms import action_from
from cambio.pages.loading import loader
from cambio.rules import Action, ConfirmInitialView, DismissReveal
from tabletop.engine import Receipt
from tabletop.live.moves import PageMove
from tabletop.rules import RuleViolation
from tabletop.tables.moves import act_at_table

# What time does by itself, and how the rules say that it has: a press at the last moment is not told off, the page
# shows how the table stands.
DONE_BY_TIME: Mapping[type[Action], Collection[str]] = {
    ConfirmInitialView: {"invalid_action"},
    DismissReveal: {"no_power_pending", "not_your_turn", "game_already_completed"},
}


def act(game_id: UUID, move: PageMove) -> Receipt:
    """Does what a button of the page says: one of the table's or of the game's.

    Locks and announces like `services.act`. Raises what it raises, but for what time has done meanwhile
    (`DONE_BY_TIME`); raises Malformed like `act_at_table`.
    """
    at_table = act_at_table(services.tables, game_id, move)
    if at_table is not None:
        return at_table
    # The page may be older than somebody's coming or going, which changes nothing about a move: the rules judge it,
    # not the number on the page, and the key keeps it from happening twice.
    action = action_from(move.fields)
    try:
        return services.act(game_id=game_id, action=action, key=move.key, person=move.person, shown_seq=move.seq)
    except RuleViolation as refusal:
        if refusal.code not in DONE_BY_TIME.get(type(action), ()):
            raise
    loaded = loader.read(game_id)
    seat = loaded.seat_of(person=move.person.pk)
    if seat is None:
        raise PermissionDenied
    return Receipt(seq=loaded.row.seq, before=loaded, loaded=loaded, seat=seat, changed=False)


MOVES = {"act/": act}
