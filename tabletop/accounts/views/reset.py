"""A new password for somebody who has forgotten the old one."""

from django.contrib.auth import views as auth_views
from django.forms import BaseForm
from django.http import HttpResponse
from django.urls import reverse_lazy

from tabletop.accounts import services
from tabletop.accounts.forms import ResetForm, SetPasswordForm
from tabletop.accounts.views.common import MAIL_LIMIT, RESET_LIMIT, RefusingFormView
from tabletop.accounts.views.entry import CheckMailView


class ResetView(RefusingFormView):
    form_class = ResetForm
    template_name = "accounts/password_reset.html"
    success_url = reverse_lazy("accounts:password_reset_done")

    def form_valid(self, form: BaseForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        RESET_LIMIT.count_client(self.request)
        MAIL_LIMIT.count(email)
        services.send_password_reset(email=email)
        return super().form_valid(form)


class ResetDoneView(CheckMailView):
    template_name = "accounts/password_reset_done.html"


class ResetConfirmView(RefusingFormView, auth_views.PasswordResetConfirmView):
    form_class = SetPasswordForm  # type: ignore[assignment]  # one field, where Django asks twice
    template_name = "accounts/password_reset_confirm.html"
    success_url = reverse_lazy("accounts:password_reset_complete")


class ResetCompleteView(auth_views.PasswordResetCompleteView):
    template_name = "accounts/password_reset_complete.html"
