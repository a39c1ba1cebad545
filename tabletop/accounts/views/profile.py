"""Changing and deleting an account."""

from django.contrib import messages
from django.contrib.auth import logout, update_session_auth_hash
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from tabletop.accounts import services
from tabletop.accounts.forms import ChangePasswordForm, DeleteForm, EmailForm, ProfileForm
from tabletop.accounts.views.entry import redirect_to_check_mail
from tabletop.accounts.views.form_views import MAIL_LIMIT, AccountFormView, PersonFormView


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
            notify_by_mail=chosen.get("notify_by_mail", self.person.notify_by_mail),
        )
        messages.success(self.request, _("Saved."))
        return redirect("accounts:profile")


@method_decorator(sensitive_post_parameters(), name="dispatch")
class ChangeEmailView(AccountFormView):
    form_class = EmailForm
    template_name = "accounts/change_email.html"

    def form_valid(self, form: BaseForm) -> HttpResponse:
        email, password = form.cleaned_data["email"], form.cleaned_data["password"]
        MAIL_LIMIT.count(email)
        services.change_email(user=self.person, email=email, password=password)
        return redirect_to_check_mail(self.request, email=email)


@method_decorator(sensitive_post_parameters(), name="dispatch")
class ChangePasswordView(AccountFormView):
    form_class = ChangePasswordForm
    template_name = "accounts/change_password.html"

    def form_valid(self, form: BaseForm) -> HttpResponse:
        services.change_password(user=self.person, password=form.cleaned_data["new_password"])
        # Keeps this browser logged in; the new password ends all other sessions.
        update_session_auth_hash(self.request, self.person)
        messages.success(self.request, _("Your new password counts from now on."))
        return redirect("accounts:profile")


@method_decorator(sensitive_post_parameters(), name="dispatch")
class DeleteView(PersonFormView):
    form_class = DeleteForm
    template_name = "accounts/delete.html"
    asks_for_password = True

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            services.delete_account(user=self.person, proof=form.cleaned_data["proof"])
        except ValidationError as error:
            form.add_error("proof", error)
            return self.form_invalid(form)
        logout(self.request)
        messages.success(self.request, _("Done. Your games stay, without your name."))
        return redirect("lobby:home")
