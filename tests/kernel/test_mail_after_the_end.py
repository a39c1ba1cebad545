"""The mail that tells of an offered seat is not sent once the game is over."""

import msgspec
import pytest
from django.core import mail

from tabletop import play, timebase
from tabletop.accounts.models import User
from tabletop.notify.models import Notice
from tabletop.notify.services import send_due
from tabletop.tables.chair_wishes import put_on_list
from tests.tinygame import services, store
from tests.tinygame.models import DuelGame

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("is_by_this_version", [True, False])
def test_no_mail_tells_of_a_seat_of_a_game_that_is_over_by_then(
    duel: DuelGame, people: list[User], is_by_this_version: bool
) -> None:
    eve = User.objects.create(display_name="Eve", email="eve@example.com", notify_by_mail=True)
    put_on_list("duel", duel.pk, eve.pk)
    services.tables.act(game_id=duel.pk, person=people[1], action={"type": "offer_seat"})
    assert Notice.objects.count() == 1
    offers, now = store.load(duel.pk).state.waits, timebase.now()
    while not services.engine.rules.is_over(store.load(duel.pk).state):
        now += 60
        play.settle(services.engine, duel.pk, now=now)
    if not is_by_this_version:
        # An earlier one left the offers where they were.
        DuelGame.objects.update(waits=msgspec.json.encode(offers).decode())
    assert (send_due(), mail.outbox) == (0, [])
