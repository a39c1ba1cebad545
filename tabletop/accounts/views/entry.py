"""Ways in: a name, a log-in, a sign-up, a new password for a forgotten one."""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress, get_emailconfirmation_model
from allauth.account.utils import perform_login
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import TemplateView
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tabletop.accounts import attempts, forms, known_devices, services
from tabletop.accounts.gate import log_in_guest
from tabletop.accounts.models import User
from tabletop.accounts.sessions import SEEN_AT
from tabletop.accounts.views.form_views import CountingFormView, LimitedFormView, RefusingFormView, has_account
from tabletop.games import game_at_url

MAIL_SENT_TO = "mail_sent_to"


class GuestView(auth_views.RedirectURLMixin, RefusingFormView):
    """Takes a name: makes a stranger a guest, renames a person who is logged in."""

    form_class = forms.GuestForm
    template_name = "accounts/guest.html"
    next_page = "lobby:home"

    @property
    def is_part(self) -> bool:
        htmx = HtmxDetails(self.request)
        return bool(htmx) and not htmx.boosted

    def get_template_names(self) -> list[str]:
        return ["accounts/_guest_form.html" if self.is_part else self.template_name]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        page = self.get_redirect_url()
        return super().get_context_data(next=page, invited_to=game_at_url(page), **kwargs)

    def form_valid(self, form: BaseForm) -> HttpResponse:
        name = form.cleaned_data["name"]
        if self.request.user.is_authenticated:
            services.rename(user=self.request.user, name=name)
        else:
            log_in_guest(self.request, name=name)
        address = self.get_success_url()
        # Reloads the whole page: the header shows the name, and logging in has replaced the CSRF token.
        return HttpResponseClientRedirect(address) if self.is_part else HttpResponseRedirect(address)


class LoginView(LimitedFormView, CountingFormView, allauth_views.LoginView):
    template_name = "accounts/login.html"
    explained = {attempts.AT_ACCOUNT: "is_guessed_at"}
    prefilled = "login"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if has_account(request):
            return HttpResponseRedirect(self.get_authenticated_redirect_url())
        return super().dispatch(request, *args, **kwargs)

    def attempt(self) -> attempts.Attempt:
        return attempts.login_attempt(self.request, email=self.request.POST.get("login", ""))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(next=self.get_next_url(), **kwargs)


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class SignUpView(RefusingFormView):
    """Makes a stranger a guest, who is logged in at once, and asks to confirm the address.

    The answer is the same for an address that has an account: only the mail differs.
    """

    form_class = forms.SignUpForm
    template_name = "accounts/signup.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if has_account(request):
            return redirect("accounts:profile")
        return super().dispatch(request, *args, **kwargs)

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.request.user.display_name} if self.request.user.is_authenticated else {}

    def form_valid(self, form: BaseForm) -> HttpResponse:
        name, email, password = (form.cleaned_data[field] for field in ("name", "email", "password1"))
        attempts.SIGN_UP.count_client(self.request)
        attempts.count_mail(self.request, email=email)
        if self.request.user.is_authenticated:
            services.rename(user=self.request.user, name=name)
            services.turn_guest_into_account(user=self.request.user, email=email, password=password)
            update_session_auth_hash(self.request, self.request.user)
        else:
            login(self.request, services.sign_up(name=name, email=email, password=password))
        return redirect_to_check_mail(self.request, email=email)


def redirect_to_check_mail(request: HttpRequest, *, email: str) -> HttpResponse:
    request.session[MAIL_SENT_TO] = email
    return redirect("account_email_verification_sent")


class CheckMailView(TemplateView):
    template_name = "accounts/check_mail.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            email=self.request.session.get(MAIL_SENT_TO),
            mail_is_printed=settings.EMAIL_BACKEND.endswith("console.EmailBackend"),
            **kwargs,
        )


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class ConfirmEmailView(CountingFormView):
    """Confirms an address by a button: mail scanners open links too.

    Another browser than the one that asked needs the password as well: otherwise a stranger could be made to confirm
    an account made in the stranger's name.
    """

    template_name = "accounts/confirm_email.html"
    address: EmailAddress

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        confirmation = get_emailconfirmation_model().from_key(kwargs["key"])
        if confirmation is None or not confirmation.email_address.user.is_active:
            return link_is_spent(request)
        self.confirmation, self.address = confirmation, confirmation.email_address
        return super().dispatch(request, *args, **kwargs)

    @property
    def is_same_browser(self) -> bool:
        return bool(self.request.user == self.address.user)

    def attempt(self) -> attempts.Attempt:
        return attempts.login_attempt(self.request, email=str(self.address.user.pk))

    def get_form(self, form_class: Any = None) -> BaseForm:
        if self.is_same_browser:
            return forms.PlainConfirmForm(**self.get_form_kwargs())
        return forms.PasswordConfirmForm(user=self.address.user, **self.get_form_kwargs())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(address=self.address, **kwargs)

    def form_valid(self, form: BaseForm) -> HttpResponse:
        was_guest = self.address.user.is_guest
        if not self.confirmation.confirm(self.request):
            return link_is_spent(self.request)
        ready, changed = _("Your account is ready."), _("Your e-mail address is changed.")
        messages.success(self.request, ready if was_guest else changed)
        user = self.address.user
        user.refresh_from_db()
        if not self.is_same_browser:
            record_authentication(self.request, user, method="password")
            return perform_login(self.request, user, redirect_url=reverse("accounts:profile"), email=user.email)
        self.request.user = user
        # The browser of an account is listed among its devices from now on.
        self.request.session.pop(SEEN_AT, None)
        response = redirect("accounts:profile")
        known_devices.remember(self.request, response, email=self.address.email)
        return response


def link_is_spent(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/link_is_spent.html", status=410)


class ResetView(LimitedFormView, allauth_views.PasswordResetView):
    template_name = "accounts/password_reset.html"
    explained = {attempts.RESET_MAIL: "has_mails"}
    prefilled = "email"

    def form_valid(self, form: BaseForm) -> HttpResponse:
        attempts.RESET.count_client(self.request)
        attempts.RESET_MAIL.count(form.cleaned_data["email"])
        return super().form_valid(form)


class NewPasswordView(RefusingFormView, allauth_views.PasswordResetFromKeyView):
    """Logs in with the new password, by the second factor if there is one."""

    template_name = "accounts/password_reset_confirm.html"
    reset_user: User | None = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(request, *args, **kwargs)
        if self.reset_user is None and response.status_code == 200:
            # allauth shows the page of a spent link.
            response.status_code = 410
        if self.reset_user is not None and isinstance(response, HttpResponse):
            # Only the owner reads the mail: the present password may be tried here, however many strangers guess.
            known_devices.remember(request, response, email=self.reset_user.email or "")
        return response

    def logout(self) -> None:
        """A guest who opens the link stays one until the password is set: there is no way back."""
        if has_account(self.request):
            super().logout()
