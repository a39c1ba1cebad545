"""What a person can do on the page of a table: a move, with what the draft holds, and taking it back."""

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import QueryDict

from imperial import queries, services
from imperial.decisions.draft import asked_since
from imperial.decisions.submission import build_action, with_form_choices
from imperial.forms import PACES
from imperial.pages.loading import LoadedPage, loader
from imperial.rules.actions import Action
from tabletop.accounts.models import User
from tabletop.engine import Loaded, Outdated, Receipt
from tabletop.errors import Malformed
from tabletop.kept_games import take_game
from tabletop.keys import logged_with_key
from tabletop.live.moves import PageMove
from tabletop.rules import Json, RuleViolation, Seat
from tabletop.table import Table
from tabletop.tables.moves import act_at_table


def act(game_id: UUID, move: PageMove) -> Receipt:
    """Does what a button of the page says, with what the draft holds, and clears the draft of it.

    Locks, raises and announces like `services.act` and `services.clear_after_move`; raises Malformed like
    `act_at_table`.
    """
    at_table = _choose_pace(game_id, move) or act_at_table(services.tables, game_id, move)
    if at_table is not None:
        return at_table
    receipt = _act_on_known(game_id, move) or _act_on(_load(game_id), move)
    return services.clear_after_move(receipt, move.fields.get("type", ""))


def _choose_pace(game_id: UUID, move: PageMove) -> Receipt | None:
    """What the waiting room offers besides the choices of every table; None if the button is for something else."""
    choice, _colon, pace = move.fields.get("do", "").rpartition(":")
    if choice != "settings:pace":
        return None
    if pace not in PACES:
        raise Malformed
    clock = PACES[pace][1]
    action: Json = {
        "type": "settings",
        "game": {"clock": clock and {"increment": clock.increment, "banked": clock.banked}},
    }
    return services.act(game_id=game_id, action=action, key=move.key, person=move.person, shown_seq=move.seq)


def _act_on_known(game_id: UUID, move: PageMove) -> Receipt | None:
    """Starts from the table as this process keeps it; None if it must be loaded."""
    known = take_game(services.engine, game_id)
    try:
        return None if known is None else _act_on(known, move, is_guess=True)
    except (Outdated, PermissionDenied, RuleViolation):
        return None  # Perhaps because it is outdated, or the draft: judged again as they stand now.


def _load(game_id: UUID) -> LoadedPage:
    """Bids stand in rows of their own: one that came or went while they were read would change what is asked."""
    loaded = loader.load(game_id)
    game = loaded.state.game
    if game is None or game.mode != "bid" or queries.is_one_position(loaded):
        return loaded
    return loader.complete(loader.read(game_id))


def _act_on(loaded: Loaded[Table], move: PageMove, *, is_guess: bool = False) -> Receipt:
    seat, game = _seat_of(move.person, loaded), loaded.state.game
    if game is None:
        raise services.tables.rules.refusal("game_not_started")
    # Somebody else's bid or vote changes nothing about this one: the rules judge it, not the number on the page.
    return services.act(
        game_id=loaded.row.pk,
        action=_submitted(loaded, seat, move),
        key=move.key,
        person=move.person,
        # Read off this position: if another press is quicker, it is no answer to what is asked then.
        expected_prompt=asked_since(game),
        shown_seq=move.seq,
        known=loaded,
        if_still=services.draft_as_loaded(loaded, seat) if is_guess else None,
    )


def undo(game_id: UUID, move: PageMove) -> Receipt:
    """Takes the person's latest submission back; locks, raises and announces like `services.undo`."""
    return services.undo(game_id=game_id, key=move.key, person=move.person, shown_seq=move.seq)


MOVES = {"act/": act, "undo/": undo}


def load_to_change(game_id: UUID, person: User) -> tuple[LoadedPage, Seat]:
    """The page of a seat that is about to change something. Not settled first: the change itself looks at the time."""
    loaded = loader.load(game_id)
    return loaded, _seat_of(person, loaded)


def _seat_of(person: User, loaded: Loaded[Table]) -> Seat:
    seat = loaded.seat_of(person=person.pk)
    if seat is None:
        raise PermissionDenied
    return seat


def all_fields(fields: QueryDict) -> dict[str, list[str]]:
    return {name: fields.getlist(name) for name in fields}


def _submitted(loaded: Loaded[Table], seat: Seat, move: PageMove) -> Action | Json:
    """What the form and the draft stand for, or what the same request stood for when it came the first time."""
    game, board, kept = loaded.state.game, loaded.state.settings.board, queries.private_of(loaded, seat).draft
    try:
        draft = with_form_choices(game, str(seat), kept, all_fields(move.fields), setup=board)
        return build_action(game, str(seat), draft, move.fields, setup=board)
    except RuleViolation:
        done = logged_with_key(services.engine, loaded, seat, move.key)
        if not done:
            raise
        payload: Json = done[0].payload
        return payload
