"""Codes of an app, passkeys and recovery codes, as allauth keeps them."""

from functools import wraps
from typing import Any, cast
from urllib.parse import urlencode

from allauth.account.utils import get_next_redirect_url
from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes import views as code_views
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.generic.base import ContextMixin

from tabletop.accounts import attempts
from tabletop.accounts.adapters import AccountAdapter, SecondFactorAdapter, lacks_second_factor
from tabletop.accounts.forms import LoginForm
from tabletop.accounts.models import User
from tabletop.accounts.views.form_views import CountingFormView, RefusingFormView, View, for_accounts, has_account

FOLDER = "accounts/second_factor"


def after_second_factor(view: View) -> View:
    """For pages that change second factors: where there is one, it is shown first, not the password alone."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not lacks_second_factor(request):
            return view(request, *args, **kwargs)
        way = AccountAdapter(request).get_reauthentication_methods(request.user)[0]
        return HttpResponseRedirect(f"{way['url']}?{urlencode({'next': request.path})}")

    return for_accounts(guarded)


class IndexView(mfa_views.IndexView):
    template_name = f"{FOLDER}/index.html"


class AuthenticateView(mfa_views.AuthenticateView):
    """The second step of a log-in."""

    template_name = f"{FOLDER}/authenticate.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not has_account(request):
            # A guest is logged in, too, and stays so in the session until the log-in is complete.
            request.user = AnonymousUser()
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        attempt = attempts.second_factor_attempt(self.stage.login.user)
        attempt.count()
        response = super().post(request, *args, **kwargs)
        if response.status_code < 400:
            attempt.has_succeeded()
        return response

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 400
        return response


class CountingCodesView(CountingFormView):
    def attempt(self) -> attempts.Attempt:
        return attempts.second_factor_attempt(cast(User, self.request.user))


class CodeAgainView(CountingCodesView, mfa_views.ReauthenticateView):
    template_name = f"{FOLDER}/reauthenticate.html"


class RefusedFormShown(ContextMixin):
    """allauth leaves the form that has been refused out of the context, and makes a new one."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **kwargs}


class PasskeyAgainView(RefusedFormShown, CountingCodesView, webauthn_views.ReauthenticateWebAuthnView):
    template_name = f"{FOLDER}/passkey_again.html"


class AddAppView(CountingCodesView, totp_views.ActivateTOTPView):
    template_name = f"{FOLDER}/add_app.html"


class RemoveAppView(RefusingFormView, totp_views.DeactivateTOTPView):
    template_name = f"{FOLDER}/remove_app.html"


class CodesView(code_views.ViewRecoveryCodesView):
    template_name = f"{FOLDER}/codes.html"


class NewCodesView(RefusingFormView, code_views.GenerateRecoveryCodesView):
    template_name = f"{FOLDER}/new_codes.html"


class AddPasskeyView(RefusedFormShown, RefusingFormView, webauthn_views.AddWebAuthnView):
    template_name = f"{FOLDER}/add_passkey.html"


class RenamePasskeyView(RefusingFormView, webauthn_views.EditWebAuthnView):
    template_name = f"{FOLDER}/rename_passkey.html"
    success_url = reverse_lazy("mfa_index")


class RemovePasskeyView(webauthn_views.RemoveWebAuthnView):
    template_name = f"{FOLDER}/remove_passkey.html"
    success_url = reverse_lazy("mfa_index")

    def form_valid(self, form: BaseForm) -> HttpResponse:
        adapter = SecondFactorAdapter()
        if not adapter.can_delete_authenticator(self.object):
            messages.error(self.request, str(adapter.error_messages["cannot_delete_authenticator"]))
            return redirect("mfa_index")
        return cast(HttpResponse, super().form_valid(form))


class PasskeyLoginView(webauthn_views.LoginWebAuthnView):
    """Tells the challenge to our script, and takes the answer."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if has_account(request):
            return redirect("lobby:home")
        attempts.PASSKEY.count_client(request)
        return super().dispatch(request, *args, **kwargs)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        """The page of the log-in: the password is another way in."""
        context = {"form": LoginForm(), "passkey_form": form, "next": get_next_redirect_url(self.request)}
        return render(self.request, "accounts/login.html", context, status=400)
