from collections.abc import Callable, Iterator

import pytest
from pytest_django import Settings

from tabletop.accounts.models import User
from tabletop.notify import services
from tests.notify.mail_server import MailServer, running_mail_server


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
def tell(mara: User) -> Callable[..., None]:
    """Tells Mara that it is her turn."""

    def tell(*, task: str = "cambio:7KQ4MW:17", table: str = "Sunday table") -> None:
        services.tell_your_turns({task: mara}, game_title="Cambio", table_title=table, url="/cambio/7KQ4MW/")

    return tell
