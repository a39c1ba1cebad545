from typing import Any, cast

from django.contrib.auth.mixins import LoginRequiredMixin
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.generic import FormView

from tabletop.accounts.models import User
from tabletop.limits import Limit

LOGIN_LIMIT = Limit(name="login", times=5, seconds=60)
# Per address: any visitor can make the site write to any address.
MAIL_LIMIT = Limit(name="mail", times=5, seconds=3600)


class RefusingFormView(FormView):
    """Answers an invalid form with 400, which programs and password managers understand."""

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)


class PersonFormView(LoginRequiredMixin, RefusingFormView):
    """A form about the person who is logged in."""

    asks_for_password = False
    """Limits tries: an open browser must not allow endless guesses."""

    @property
    def person(self) -> User:
        return cast(User, self.request.user)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.person}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if self.asks_for_password:
            LOGIN_LIMIT.count(str(self.person.pk))
        return super().post(request, *args, **kwargs)


class AccountFormView(PersonFormView):
    """A form for accounts only: a guest, who has neither password nor address, is redirected to the sign-up."""

    asks_for_password = True

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("accounts:signup")
        return super().dispatch(request, *args, **kwargs)


def has_account(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not request.user.is_guest
