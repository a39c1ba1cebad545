import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from pytest_django import Settings

from tabletop.accounts.models import User
from tabletop.notify import services
from tests.notify.mail_server import MailServer, running_mail_server
from tests.tinygame import services as tinygame
from tests.tinygame.models import DuelGame


@pytest.fixture
def mail_server(settings: Settings) -> Iterator[MailServer]:
    with running_mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        yield server


@pytest.fixture
def mara(transactional_db: None) -> User:
    return User.objects.create_user("mara@example.com", display_name="Mara")


@pytest.fixture
def duel(mara: User) -> DuelGame:
    """A table where it is Mara's turn, with a deadline far away."""
    juno = User.objects.create(display_name="Juno", is_guest=True)
    return tinygame.start_duel(people=[mara, juno], now=time.time() + 24 * 3600)


@pytest.fixture
def tell(mara: User, duel: DuelGame) -> Callable[..., None]:
    """Queues the mail about Mara's turn."""

    def tell(*, turn: str = "7KQ4MW:17", table: str = "Sunday table") -> None:
        services.queue_turn_mails(
            {0: mara}, game_slug="duel", game_id=duel.pk, turn=turn, table_title=table, url=f"/duel/{duel.pk}/"
        )

    return tell


@contextmanager
def a_minute_later() -> Iterator[None]:
    """After the presence of open pages has gone stale."""
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        yield


def send_due(*, limit: int = 20) -> int:
    with a_minute_later():
        return services.send_due(limit=limit)
