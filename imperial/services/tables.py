"""Tables that come from other tables, or from nothing but the wish to play."""

from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from imperial import bots as bot_kinds
from imperial import store, table
from imperial.models import Game
from imperial.services.engine import announce_after_commit, engine
from imperial.services.moves import act
from imperial.services.removal import remove_table
from imperial.services.seats import Entry, create_table, entry_of, join_table
from imperial.services.visits import guide
from imperial.table.refusals import refusal
from tabletop.accounts.models import User
from tabletop.play import Receipt
from tabletop.rules import RuleViolation

__all__ = ["practice", "rematch", "remove_table"]

PRACTICE_BOTS = 2


def rematch(*, game_id: UUID, person: User) -> Entry:
    """The first who wants it opens the next table, with the same bots; the others sit down there."""
    with transaction.atomic():
        loaded = store.load(game_id, for_update=True)
        row, finished = loaded.row, loaded.state
        assert isinstance(row, Game)  # noqa: S101 - our store loaded it
        own = next((seat for seat, who in loaded.people.items() if who == person.pk), None)
        if own is None:
            raise refusal("player_not_in_game")
        if not table.is_over(finished):
            raise RuleViolation("game_not_completed", _("This game is still going on."))
        if row.rematch_id is None:
            entry = create_table(
                person=person,
                player_count=len(finished.seats),
                bots=[info.bot or bot_kinds.DEFAULT for info in finished.seats if info.type == "bot"],
                clock=finished.clock,
                is_open=False,
                setup=row.setup.name,
                display_name=str(own),
            )
            Game.objects.filter(pk=game_id).update(rematch=entry.game_id)
            announce_after_commit(f"{engine.slug}:{game_id}")
            return entry
        next_id = row.rematch_id
    return _seat_of(game_id=next_id, person=person) or join_table(game_id=next_id, person=person)


def _seat_of(*, game_id: UUID, person: User) -> Entry | None:
    loaded = store.load(game_id)
    own = next((loaded.state.seat_of(seat) for seat, who in loaded.people.items() if who == person.pk), None)
    if own is None:
        return None
    receipt = Receipt(seq=loaded.row.seq, before=loaded, loaded=loaded, changed=False)
    return entry_of(receipt, player_id=own.player_id, token=None)


@transaction.atomic
def practice(*, person: User) -> Entry:
    """A game against two bots that begins at once, and explains itself the first time."""
    kinds = [bot_kinds.DEFAULT] * PRACTICE_BOTS
    entry = create_table(person=person, player_count=1 + PRACTICE_BOTS, bots=kinds, is_open=False)
    guide(player_id=entry.player_id, person=person)
    receipt = act(game_id=entry.game_id, seat=entry.seat, action={"type": "start_game"})
    return entry_of(receipt, player_id=entry.player_id, token=entry.token)
