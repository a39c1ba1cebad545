"""A process that has made a change itself need not read it: the receipt says what the rows say."""

from random import Random

import pytest

from tabletop.accounts.models import User
from tests.kernel.random_duel import play_by_chance
from tests.tinygame import services, store
from tests.tinygame.pages import page

pytestmark = pytest.mark.django_db
NOW = 1_000.0


def test_what_is_followed_is_what_would_be_loaded(people: list[User]) -> None:
    followed_steps = 0
    for number in range(20):
        duel = services.start_duel(people=people, now=NOW, takeover=number % 2 == 0)
        known = store.load(duel.pk)
        for receipt in play_by_chance(duel.pk, Random(number), now=NOW):
            loaded = store.load(duel.pk)
            # A refused action may have let time take effect, without a receipt.
            if receipt.before.row.seq == known.row.seq:
                followed = page.loader.follow(known, receipt)
                assert followed is not None
                assert followed.row.seq == loaded.row.seq
                assert (followed.state, followed.names, followed.sitters) == (
                    loaded.state,
                    loaded.names,
                    loaded.sitters,
                )
                followed_steps += receipt.changed
            known = loaded
    assert followed_steps > 100


def test_where_seats_change_the_game_is_read_again(people: list[User]) -> None:
    entry = services.tables.create_table(person=people[0])
    known = store.load(entry.game_id)
    joined = services.tables.join_table(game_id=entry.game_id, person=people[1])
    assert page.loader.follow(known, joined.receipt) is None
    assert joined.receipt.loaded.names == store.load(entry.game_id).names
    started = services.tables.act(game_id=entry.game_id, seat=0, action={"type": "start"})
    assert page.loader.follow(joined.receipt.loaded, started) is None
