"""A process that keeps a table between two moves hears who wants mail now."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import sync_to_async

from imperial.services import engine
from tabletop import kept_games
from tabletop.accounts import services
from tabletop.accounts.models import User
from tabletop.notify.models import Notice
from tests.imperial import kit
from tests.imperial.pages.visits import put
from tests.imperial.rules.positions import STANDARD

pytestmark = pytest.mark.django_db(transaction=True)


def turn_mail_on(person: User) -> None:
    services.change_preferences(user=person, theme="light", sounds=True, motion="system", notify_by_mail=True)


def confirm_an_address(person: User) -> None:
    services.confirm_email(address=EmailAddress.objects.create(user=person, email="mara@example.com"))


def without_mail() -> User:
    mara = kit.member("Mara")
    User.objects.filter(pk=mara.pk).update(notify_by_mail=False)
    return User.objects.get(pk=mara.pk)


def without_address() -> User:
    return kit.guest("Mara")


@pytest.mark.parametrize(
    ("begin", "change"), [(without_mail, turn_mail_on), (without_address, confirm_an_address)], ids=["wish", "address"]
)
async def test_who_wants_mail_from_now_on_is_told_of_the_next_turn(
    open_socket: Callable[..., Any], begin: Callable[[], User], change: Callable[[User], None]
) -> None:
    juno, mara, nils = await sync_to_async(lambda: (kit.guest("Juno"), begin(), kit.guest("Nils")))()
    game_id = await sync_to_async(kit.begun)([juno, mara, nils])
    await open_socket(f"/imperial/{game_id}/live/", juno)
    bonds = {country: {kit.NAMES[number % 3]: [5]} for number, country in enumerate(STANDARD.countries)}
    await sync_to_async(put)(game_id, bonds=bonds)
    await sync_to_async(kit.act)(game_id, "Juno", "hand_to_bot")
    await sync_to_async(kit.act)(game_id, "Juno", "take_back")
    assert f"{engine.slug}:{game_id}" in kept_games._games
    await sync_to_async(change)(mara)
    # The doorbell has been rung in this loop: it is heard before anything that comes later.
    await sync_to_async(kit.act)(game_id, "Juno", "propose", wheel_spot="Taxation")
    assert [notice.recipient_id async for notice in Notice.objects.all()] == [mara.pk]
