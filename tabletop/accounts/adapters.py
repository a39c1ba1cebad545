"""Where allauth asks the site: its mail queue, its words, its addresses, its rows of people."""

import ipaddress
import time
from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.app_settings import REAUTHENTICATION_TIMEOUT
from allauth.account.authentication import get_authentication_records
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tabletop.accounts import queries, services
from tabletop.accounts.models import User
from tabletop.accounts.sessions import SECOND_FACTOR
from tabletop.limits import client_address
from tabletop.notify.services import queue_mail

NO_ADDRESS = "0.0.0.0"  # noqa: S104 - stands for an address that cannot be read
WRONG_PASSWORD = _("That is not your password.")
WRONG_CODE = _("That code does not fit. Wait for the next one and try again.")
MESSAGES: Mapping[str, Any] = {
    "account/messages/password_changed.txt": _("Your new password counts from now on."),
    "mfa/messages/totp_activated.txt": _("Codes of your app are asked for from now on."),
    "mfa/messages/totp_deactivated.txt": _("Codes of your app are not asked for any more."),
    "mfa/messages/recovery_codes_generated.txt": _("Here are new recovery codes. Keep them safe."),
    "mfa/messages/webauthn_added.txt": _("The passkey is yours."),
    "mfa/messages/webauthn_removed.txt": _("The passkey does not work any more."),
}
"""What is told after a deed; allauth tells of others too, which the pages show by themselves."""


WAYS: Mapping[str, Any] = {
    "reauthenticate": _("your password"),
    "mfa_reauthenticate": _("a code"),
    "mfa_reauthenticate:webauthn": _("a passkey"),
}


def lacks_second_factor(request: HttpRequest) -> bool:
    """The person has a second factor and has not shown it in this session: it was open before there was one."""
    return not request.session.get(SECOND_FACTOR, False) and queries.has_second_factor(request.user)


def absolute_url(url_name: str, **kwargs: Any) -> str:
    """Takes the host from the settings: the visitor writes the Host header."""
    return str(settings.SITE_URL) + reverse(url_name, kwargs=kwargs)


class AccountAdapter(DefaultAccountAdapter):
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "email_password_mismatch": _("That e-mail and password do not belong together. Check both."),
        "enter_current_password": WRONG_PASSWORD,
        "incorrect_password": WRONG_PASSWORD,
        "incorrect_code": WRONG_CODE,
    }

    def is_safe_url(self, url: str) -> bool:
        """An address that cannot be read, such as one with an open bracket, is none to be led to."""
        try:
            return bool(super().is_safe_url(url))
        except ValueError:
            return False

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queues it in the transaction of what it tells of, with a template of our own by the same name."""
        name = template_prefix.rpartition("/")[2]
        queue_mail(
            email,
            template=f"accounts/mail/{name}.txt",
            person=context.get("user"),
            email=email,
            link=context.get("activate_url") or context.get("password_reset_url"),
            log_in=absolute_url("account_login"),
            sign_up=absolute_url("account_signup"),
            reset=absolute_url("account_reset_password"),
        )

    def send_account_already_exists_mail(self, email: str) -> None:
        self.send_mail("account/email/account_already_exists", email, {})

    def send_confirmation_mail(self, request: HttpRequest | None, emailconfirmation: Any, signup: bool) -> None:
        url = absolute_url("account_confirm_email", key=emailconfirmation.key)
        context = {"user": emailconfirmation.email_address.user, "activate_url": url}
        self.send_mail("account/email/email_confirmation", emailconfirmation.email_address.email, context)

    def send_notification_mail(
        self, template_prefix: str, user: Any, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tells of a change to the keys of an account: the person may not have made it."""
        if user.email:
            self.send_mail(template_prefix, user.email, {"user": user})

    def get_reset_password_from_key_url(self, key: str) -> str:
        user_id, _dash, token = key.partition("-")
        return absolute_url("account_reset_password_from_key", uidb36=user_id, key=token)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("accounts:profile")

    def add_message(  # noqa: PLR0917 - as allauth calls it
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        sentence = message or MESSAGES.get(message_template or "")
        if sentence:
            messages.add_message(request, level, str(sentence), extra_tags=extra_tags)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        try:
            services.confirm_email(address=email_address)
        except services.LinkIsSpentError:
            return False
        return True

    def set_password(self, user: Any, password: str) -> None:
        services.change_password(user=user, password=password)

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        """A person who has just logged in is not asked again."""
        if not super().is_reauthentication_required(app=app, **kwargs):
            return False
        records = get_authentication_records(self.request, self.request.user)
        return not records or time.time() - records[-1]["at"] > REAUTHENTICATION_TIMEOUT

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """Without the password where this session has yet to show a second factor that there is."""
        must_show = lacks_second_factor(self.request)
        return [
            {**method, "description": WAYS.get(method["id"], method["description"])}
            for method in super().get_reauthentication_methods(user)
            if not (must_show and method["id"] == "reauthenticate")
        ]

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        messages.error(request, gettext("This account is closed."))
        return redirect("account_login")

    def is_ajax(self, request: HttpRequest) -> bool:
        """Asked for by our script of passkeys alone: programs have addresses of their own."""
        return request.headers.get("X-Requested-With") == "XMLHttpRequest"

    def get_client_ip(self, request: HttpRequest) -> str:
        try:
            return str(ipaddress.ip_address(client_address(request)))
        except ValueError:
            return NO_ADDRESS


class SecondFactorAdapter(DefaultMFAAdapter):
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": WRONG_CODE,
        "cannot_delete_authenticator": _("Staff keep at least one second factor. Add another one first."),
    }

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        return not (authenticator.user.is_staff and queries.is_only_factor(authenticator))

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:
        return gettext("This device")

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        return {**super().get_public_key_credential_user_entity(user), "display_name": user.display_name}
