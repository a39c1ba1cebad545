"""What a person can do on the page of a table."""

from uuid import UUID

from django.core.exceptions import PermissionDenied

from cambio import services
from cambio.forms import action_from, level_from
from tabletop.engine import Receipt
from tabletop.live.moves import PageMove
from tabletop.play import read
from tabletop.rules import RuleViolation

# What time does by itself, and how the rules say that it has: a press at the last moment is not told off, the page
# shows how the table stands.
DONE_BY_TIME = {
    "confirm_initial_view": {"invalid_action"},
    "dismiss_reveal": {"no_power_pending", "not_your_turn", "game_already_completed"},
}


def act(game_id: UUID, move: PageMove) -> Receipt:
    # The page may be older than somebody's coming or going, which changes nothing about a move: the rules judge it,
    # not the number on the page, and the key keeps it from happening twice.
    verb, _colon, detail = move.fields.get("do", "").partition(":")
    if verb == "add_bot":
        return services.add_bot(game_id=game_id, level=level_from(detail), key=move.key, person=move.person)
    action = action_from(move.fields)
    try:
        return services.act(game_id=game_id, action=action, key=move.key, person=move.person, shown_seq=move.seq)
    except RuleViolation as refusal:
        if refusal.code not in DONE_BY_TIME.get(action["type"], ()):
            raise
    loaded = read(services.engine, game_id)
    seat = loaded.seat_of(person=move.person.pk)
    if seat is None:
        raise PermissionDenied
    return Receipt(seq=loaded.row.seq, before=loaded, loaded=loaded, seat=seat, changed=False)


MOVES = {"act/": act}
