"""What follows from a log-in, a second factor or a saved address."""

import time
from typing import Any

from allauth.account.signals import user_logged_in
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_used
from django.db.models.signals import post_save
from django.http import HttpRequest, HttpResponse

from tabletop.accounts import known_devices, queries, services
from tabletop.accounts.models import User
from tabletop.accounts.sessions import SECOND_FACTOR, SEEN_AT


def watch_accounts() -> None:
    post_save.connect(_person_saved, sender=User)
    user_logged_in.connect(_logged_in)
    authenticator_added.connect(_second_factor_added)
    authenticator_used.connect(_second_factor_shown)


def _person_saved(*, instance: User, created: bool, raw: bool, update_fields: Any, **_more: Any) -> None:
    if instance.email and not raw and (update_fields is None or "email" in update_fields):
        services.keep_address_confirmed(user=instance, is_new=created)


def _logged_in(*, request: HttpRequest, response: HttpResponse, user: User, **_more: Any) -> None:
    known_devices.remember(request, response, email=user.email or "")
    # The log-in has just listed the device.
    request.session[SEEN_AT] = time.time()
    if queries.has_second_factor(user):
        # The stages of the log-in have asked for it.
        request.session[SECOND_FACTOR] = True


def _second_factor_added(*, request: HttpRequest, authenticator: Authenticator, **_more: Any) -> None:
    if authenticator.type in queries.SECOND_FACTORS and queries.is_only_factor(authenticator):
        # A further one proves nothing: the password alone may have added it.
        request.session[SECOND_FACTOR] = True


def _second_factor_shown(*, request: HttpRequest, **_more: Any) -> None:
    request.session[SECOND_FACTOR] = True
