"""The cookies of a public site are called `__Host-...`.

Browsers take a cookie with that prefix from this host alone, over TLS: no other site of the same domain can set it.
"""

from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage

PREFIX = "__Host-"
KNOWN_DEVICE, MESSAGES = "known_device", "messages"
PLAIN_SESSION_COOKIE = "sessionid"


def has_new_names() -> bool:
    return settings.SESSION_COOKIE_NAME != PLAIN_SESSION_COOKIE


def cookie_name(plain: str) -> str:
    return f"{PREFIX}{plain}" if has_new_names() else plain


class NamedCookieStorage(CookieStorage):
    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.cookie_name = cookie_name(MESSAGES)


class MessageStorage(FallbackStorage):
    """As Django's own, with a cookie of our name."""

    storage_classes = (NamedCookieStorage, SessionStorage)
