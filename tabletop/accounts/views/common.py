from typing import Any, cast

from django.contrib.auth.mixins import LoginRequiredMixin
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.generic import FormView

from tabletop.accounts.models import User
from tabletop.limits import Limit

LOGIN_LIMIT = Limit(name="login", times=5, seconds=60)
SIGN_UP_LIMIT = Limit(name="sign-up", times=10, seconds=3600)
RESET_LIMIT = Limit(name="reset", times=5, seconds=3600)
# Everybody may have us write to any address: not too often to the same one.
MAIL_LIMIT = Limit(name="mail", times=5, seconds=3600)


class RefusingFormView(FormView):
    """Says what is wrong next to the field, with a status that programs and password managers understand."""

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)


class PersonFormView(LoginRequiredMixin, RefusingFormView):
    """A form about the person who is logged in."""

    @property
    def person(self) -> User:
        return cast(User, self.request.user)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.person}


class AccountFormView(PersonFormView):
    """Only for accounts: a guest has no password and no address, and is shown how to get them."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_guest(request):
            return redirect("accounts:signup")
        return super().dispatch(request, *args, **kwargs)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # Who finds a browser open must not get endless guesses at the password.
        LOGIN_LIMIT.count(str(self.person.pk))
        return super().post(request, *args, **kwargs)


def is_guest(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.user.is_guest


def has_account(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not request.user.is_guest
