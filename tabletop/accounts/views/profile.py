"""Changing and deleting an account, and where it is signed in."""

from typing import Any, cast

from allauth.account import views as allauth_views
from allauth.usersessions.internal import flows as usersessions
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.mixins import LoginRequiredMixin
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import TemplateView

from tabletop.accounts import attempts, known_devices, queries, services
from tabletop.accounts.forms import ChangeEmailForm, DeleteForm, PreferencesForm, ProfileForm
from tabletop.accounts.models import User
from tabletop.accounts.views.entry import redirect_to_check_mail
from tabletop.accounts.views.form_views import CountingFormView, PersonFormView
from tabletop.talk import muting
from tabletop.talk.queries import mutes_of


class ProfileView(PersonFormView):
    form_class = ProfileForm
    template_name = "accounts/profile.html"

    def form_valid(self, form: BaseForm) -> HttpResponse:
        chosen = form.cleaned_data
        services.rename(user=self.person, name=chosen["display_name"])
        services.change_preferences(
            user=self.person,
            theme=chosen["theme"],
            sounds=chosen["sounds"],
            motion=chosen["motion"] or self.person.motion,
            notify_by_mail=chosen.get("notify_by_mail", self.person.notify_by_mail),
        )
        messages.success(self.request, _("Saved."))
        return redirect("accounts:profile")


class MutedView(LoginRequiredMixin, TemplateView):
    """Whom the person has muted; a POST hears one of them again."""

    template_name = "accounts/muted.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(mutes=mutes_of(cast(User, self.request.user).pk), **kwargs)

    def post(self, request: HttpRequest) -> HttpResponse:
        if muting.unmute_by_number(cast(User, request.user).pk, request.POST.get("mute", "")):
            messages.success(request, _("You hear them again."))
        return redirect("accounts:muted")


class PreferencesView(PersonFormView):
    """Keeps what is chosen in the menu of a table, which shows it already."""

    http_method_names = ["post"]
    form_class = PreferencesForm

    def form_valid(self, form: BaseForm) -> HttpResponse:
        chosen = form.cleaned_data
        services.change_preferences(
            user=self.person,
            theme=chosen["theme"],
            sounds=chosen["sounds"],
            motion=chosen["motion"] or self.person.motion,
            notify_by_mail=self.person.notify_by_mail,
        )
        return HttpResponse(status=204)

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return HttpResponse(status=400)


@method_decorator(sensitive_post_parameters(), name="dispatch")
class ChangeEmailView(PersonFormView, CountingFormView):
    form_class = ChangeEmailForm
    template_name = "accounts/change_email.html"

    def form_valid(self, form: BaseForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        attempts.count_mail(self.request, email=email)
        services.ask_to_confirm(user=self.person, email=email)
        return redirect_to_check_mail(self.request, email=email)


class ChangePasswordView(CountingFormView, allauth_views.PasswordChangeView):
    """Keeps this browser logged in; the new password ends all other sessions."""

    template_name = "accounts/change_password.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not cast(User, request.user).has_usable_password():
            # Made by staff, or from before: the mail proves who asks.
            return redirect("account_reset_password")
        return super().dispatch(request, *args, **kwargs)


class PasswordAgainView(CountingFormView, allauth_views.ReauthenticateView):
    template_name = "accounts/reauthenticate.html"


@method_decorator(sensitive_post_parameters(), name="dispatch")
class DeleteView(PersonFormView, CountingFormView):
    form_class = DeleteForm
    template_name = "accounts/delete.html"

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            services.delete_account(user=self.person, proof=form.cleaned_data["proof"])
        except ValidationError as error:
            form.add_error("proof", error)
            return self.form_invalid(form)
        logout(self.request)
        messages.success(self.request, _("Done. Your games stay, without your name."))
        return redirect("lobby:home")


@method_decorator(never_cache, name="dispatch")
class DevicesView(TemplateView):
    """Where the account is signed in; a POST signs out there: at one device, or at all others."""

    template_name = "accounts/devices.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        devices = queries.devices_of(cast(User, self.request.user))
        unknown = _("An unknown browser")
        named = [(device, known_devices.name_of(device.user_agent) or unknown) for device in devices]
        return super().get_context_data(devices=named, has_others=len(devices) > 1, **kwargs)

    def post(self, request: HttpRequest) -> HttpResponse:
        chosen = request.POST.get("device", "")
        devices = queries.devices_of(cast(User, request.user))
        ended = [device for device in devices if chosen in (str(device.pk), "others") and not device.is_current()]
        usersessions.sessions.end_sessions(request, ended)
        if ended:
            messages.success(request, _("Signed out there."))
        return redirect("usersessions_list")
