"""Ways in: a name, a log-in, a sign-up, a new password for a forgotten one."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import TemplateView
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tabletop.accounts import forms, services
from tabletop.accounts.claims import Claim, read_claim
from tabletop.accounts.gate import log_in_guest
from tabletop.accounts.models import User
from tabletop.accounts.views.form_views import LOGIN_LIMIT, MAIL_LIMIT, RefusingFormView, has_account
from tabletop.games import game_at_url
from tabletop.limits import Limit

SIGN_UP_LIMIT = Limit(name="sign-up", times=10, seconds=3600)
RESET_LIMIT = Limit(name="reset", times=5, seconds=3600)
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


class LoginView(RefusingFormView, auth_views.LoginView):
    form_class = forms.LoginForm
    template_name = "accounts/login.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if has_account(request):
            return HttpResponseRedirect(self.get_success_url())
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        LOGIN_LIMIT.count_client(request)
        LOGIN_LIMIT.count(User.objects.normalize_email(request.POST.get("username")))
        return super().post(request, *args, **kwargs)


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class SignUpView(RefusingFormView):
    form_class = forms.SignUpForm
    template_name = "accounts/signup.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if has_account(request):
            return redirect("accounts:profile")
        return super().dispatch(request, *args, **kwargs)

    def get_initial(self) -> dict[str, Any]:
        return {"name": self.request.user.display_name} if self.request.user.is_authenticated else {}

    def form_valid(self, form: BaseForm) -> HttpResponse:
        name, email, password = (form.cleaned_data[field] for field in ("name", "email", "password"))
        SIGN_UP_LIMIT.count_client(self.request)
        MAIL_LIMIT.count(email)
        if self.request.user.is_authenticated:
            services.rename(user=self.request.user, name=name)
            services.turn_guest_into_account(user=self.request.user, email=email, password=password)
            update_session_auth_hash(self.request, self.request.user)
        else:
            login(self.request, services.sign_up(name=name, email=email, password=password))
        return redirect_to_check_mail(self.request, email=email)


def redirect_to_check_mail(request: HttpRequest, *, email: str) -> HttpResponse:
    request.session[MAIL_SENT_TO] = email
    return redirect("accounts:check_mail")


class CheckMailView(TemplateView):
    template_name = "accounts/check_mail.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(
            email=self.request.session.get(MAIL_SENT_TO),
            mail_is_printed=settings.EMAIL_BACKEND.endswith("console.EmailBackend"),
            **kwargs,
        )


@method_decorator([never_cache, sensitive_post_parameters()], name="dispatch")
class ConfirmEmailView(RefusingFormView):
    """Confirms an address by a button: mail scanners open links too.

    Another browser than the one that asked needs the password as well: otherwise a stranger could be made to confirm
    an account made in the stranger's name.
    """

    template_name = "accounts/confirm_email.html"
    claim: Claim

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        claim = read_claim(kwargs["token"])
        if claim is None:
            return link_is_spent(request)
        self.claim = claim
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        LOGIN_LIMIT.count_client(request)
        LOGIN_LIMIT.count(str(self.claim.user.pk))
        return super().post(request, *args, **kwargs)

    def get_form(self, form_class: Any = None) -> BaseForm:
        if self.request.user == self.claim.user:
            return forms.PlainConfirmForm(**self.get_form_kwargs())
        return forms.PasswordConfirmForm(user=self.claim.user, **self.get_form_kwargs())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(claim=self.claim, **kwargs)

    def form_valid(self, form: BaseForm) -> HttpResponse:
        was_guest = self.claim.user.is_guest
        try:
            services.confirm_email(claim=self.claim)
        except services.LinkIsSpentError:
            return link_is_spent(self.request)
        if self.request.user != self.claim.user:
            login(self.request, self.claim.user)
        ready, changed = _("Your account is ready."), _("Your e-mail address is changed.")
        messages.success(self.request, ready if was_guest else changed)
        return redirect("accounts:profile")


def link_is_spent(request: HttpRequest) -> HttpResponse:
    return render(request, "accounts/link_is_spent.html", status=410)


class ResetView(RefusingFormView):
    form_class = forms.ResetForm
    template_name = "accounts/password_reset.html"
    success_url = reverse_lazy("accounts:password_reset_done")

    def form_valid(self, form: BaseForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        RESET_LIMIT.count_client(self.request)
        MAIL_LIMIT.count(email)
        services.send_password_reset(email=email)
        return super().form_valid(form)


class ResetConfirmView(RefusingFormView, auth_views.PasswordResetConfirmView):
    form_class = forms.SetPasswordForm  # type: ignore[assignment]  # one field, where Django asks twice
    template_name = "accounts/password_reset_confirm.html"
    success_url = reverse_lazy("accounts:password_reset_complete")
