"""What a person can do on the page of a table: a move, with what lies on the desk, and taking it back."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import QueryDict

from imperial import queries, services
from imperial.decisions.draft import asked_since
from imperial.decisions.submission import build_action, with_form_choices
from imperial.pages import loading
from imperial.pages.loading import LoadedPage
from tabletop.accounts.models import User
from tabletop.engine import Receipt
from tabletop.live.moves import PageMove
from tabletop.rules import Json, RuleViolation, Seat
from tabletop.tables.moves import act_at_table


def act(game_id: UUID, move: PageMove) -> Receipt:
    at_table = act_at_table(services.tables, game_id, move)
    if at_table is not None:
        return at_table
    loaded, seat = load_to_change(game_id, move.person)
    kind, game = move.fields.get("type", ""), loaded.state.game
    if game is None:
        raise services.tables.rules.refusal("game_not_started")
    # Somebody else's bid or vote changes nothing about this one: the rules judge it, not the number on the page.
    receipt = services.act(
        game_id=game_id,
        action=_submitted(loaded, seat, move),
        key=move.key,
        person=move.person,
        # Read off this position: if another press is quicker, it is no answer to what is asked then.
        expected_prompt=asked_since(game),
        shown_seq=move.seq,
        known=loaded,
    )
    services.clear_desk(receipt, seat, kind, before=game)
    return receipt


def undo(game_id: UUID, move: PageMove) -> Receipt:
    return services.undo(game_id=game_id, key=move.key, person=move.person, shown_seq=move.seq)


MOVES = {"act/": act, "undo/": undo}


def load_to_change(game_id: UUID, person: User) -> tuple[LoadedPage, Seat]:
    """The page of a seat that is about to change something. Not settled first: the change itself looks at the time."""
    loaded = loading.load(game_id)
    seat = loaded.seat_of(person=person.pk)
    if seat is None:
        raise PermissionDenied
    return loaded, seat


def all_fields(fields: QueryDict) -> dict[str, list[str]]:
    return {name: fields.getlist(name) for name in fields}


def _submitted(loaded: LoadedPage, seat: Seat, move: PageMove) -> Json:
    """What the form and the draft stand for, or what the same request stood for when it came the first time."""
    game, board, desk = loaded.state.game, loaded.state.settings.board, loaded.desk_of(seat)
    try:
        draft = with_form_choices(game, str(seat), desk.draft, all_fields(move.fields), setup=board)
        return build_action(game, str(seat), draft, move.fields, setup=board)
    except RuleViolation:
        done = None if move.key is None else queries.done_before(loaded.row.pk, seat, move.key)
        if done is None:
            raise
        return done
