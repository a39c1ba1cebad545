"""The engine of Imperial, with mail when a task becomes somebody's (rules 12): written in the move's transaction."""

from typing import Any

from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec.structs import replace

from imperial import store
from imperial.decisions.draft import asked_since
from imperial.models import Game, PlayerInfo
from imperial.plug import chance_key, table
from imperial.rules.state import State
from tabletop import timebase
from tabletop.engine import Engine, Loaded
from tabletop.notify.services import Reminder, queue_turn_mails
from tabletop.rules import Seat
from tabletop.table import Table
from tabletop.tables.chair_wishes import tell_of_chairs


def _after_save(before: Loaded[Any], after: Loaded[Any], actor: Seat | None) -> None:
    tell_of_chairs("imperial", before, after)
    was, game, row = before.state.game, after.state.game, after.row
    assert isinstance(row, Game)  # noqa: S101 - our store loaded it
    if game is None:
        return
    if was is not None and game.turn_id < was.turn_id:
        _forget_drafts(row, seat=actor, since=asked_since(game))
    # Nobody is told when the clock is stopped, a seat changes hands or a move is taken back: nothing was submitted.
    if was is None or game.turn_id > was.turn_id:
        _tell_whose_turn_it_is(row, before.state, after.state, actor)


def _tell_whose_turn_it_is(row: Game, before: Table, state: Table, actor: Seat | None) -> None:
    """Mails those who have to act now, and either had not before or face another task: mode or country has changed.

    Nobody is told twice of one task: after an undo the same turn brings the same task again.
    """
    was: State | None = before.game
    game: State = state.game
    asked = {info.seat_id for info in state.seats if info.bot_level is None and game.player_info[info.seat_id].my_turn}
    if was is not None and (was.mode, was.country_up) == (game.mode, game.country_up):
        asked -= set(was.players_to_act)
    queue_turn_mails(
        # Rules 12: never the submitter for his own follow-up.
        {seat_id: person for seat_id, person in row.mail_to.items() if seat_id in asked and seat_id != actor},
        reminders=_reminders(row, before, state, asked),
        game_slug="imperial",
        game_id=row.pk,
        turn=f"{row.room_code}:{game.turn_id}:{game.mode}:{game.country_up}",
        table_title=_("Imperial %(code)s") % {"code": row.room_code},
        url=reverse("imperial:table", args=[row.pk]),
    )


def _reminders(row: Game, before: Table, state: Table, asked: set[str]) -> dict[Seat, Reminder]:
    """For the people who are asked: when little of their time is left.

    The reminder of a seat's former task still waits where the time of that one has not come.
    """
    now = timebase.now()
    found: dict[Seat, Reminder] = {}
    for place, info in enumerate(state.seats):
        person = row.mail_to.get(info.seat_id)
        at = table.plug.remind_at(state, place) if person is not None and info.seat_id in asked else None
        if person is not None and at is not None:
            former = None if before.game is None else table.plug.remind_at(before, place)
            found[info.seat_id] = Reminder(person=person, at=at, is_queued=former is not None and former > now)
    return found


def _forget_drafts(row: Game, *, seat: Seat | None, since: int) -> None:
    """Deletes drafts after an undo (rules 5.10): the draft of the seat that has taken its submission back, and drafts
    for questions that were asked after turn `since`. Locks and announces nothing: runs inside the write path.
    """
    known = [
        seat_id
        for seat_id, private in row.private_info.items()
        if private.draft is not None and private.draft.turn_id > since
    ]
    # The kept draft may be older than its row. A draft that gets a new number in memory must get it in the row too, so
    # the seats of kept drafts are listed as well.
    about_then = Q(pk__in=[str(seat), *known]) | Q(draft__turnId__gt=since)
    forgotten = PlayerInfo.objects.filter(about_then, game=row, draft__isnull=False)
    forgotten.update(draft=None, draft_number=F("draft_number") + 1)
    for seat_id, private in row.private_info.items():
        if private.draft is not None and seat_id in (seat, *known):
            row.keep_private(seat_id, draft=None, draft_number=private.draft_number + 1)


def _snapshot_before(loaded: Loaded[Any]) -> Any:
    game = loaded.state.game
    return None if game is None else store.snapshot(loaded.row.pk, game.turn_id - 1)


def _without_lines(state: Table) -> Table:
    """The public log has rows of its own, which no move reads."""
    return state if state.game is None else replace(state, game=replace(state.game, history=()))


engine = Engine(
    slug="imperial",
    rules=table,
    store=store,
    version="3",
    # 1 kept none, and 2 not from the first, and the offers of a game that was over.
    versions_without_waits=frozenset({"1", "2"}),
    keeps_state=True,
    chance_key=chance_key,
    prompt_of=lambda state: None if state.game is None else asked_since(state.game),
    snapshot_before=_snapshot_before,
    as_loaded=_without_lines,
    saved=_after_save,
)
