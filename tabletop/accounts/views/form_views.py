from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, cast

from django.contrib.auth.mixins import LoginRequiredMixin
from django.contrib.auth.views import redirect_to_login
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods
from django.views.generic import FormView

from tabletop.accounts.attempts import Attempt, attempt_of_person
from tabletop.accounts.models import User
from tabletop.error_codes import CODES
from tabletop.limits import Limit, TooMany

View = Callable[..., HttpResponseBase]


class RefusingFormView(FormView):
    """Answers an invalid form with 400, which programs and password managers understand."""

    def form_invalid(self, form: BaseForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)


class LimitedFormView(RefusingFormView):
    """Says on its own page what to do when a limit is full that strangers can fill."""

    explained: Mapping[Limit, str] = {}
    """What the page is told by each of these limits, as a name in its context."""
    prefilled: str
    """The field that keeps what was sent: not the password."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return super().post(request, *args, **kwargs)
        except TooMany as refusal:
            if refusal.limit is None or refusal.limit not in self.explained:
                raise
            form = self.get_form_class()(initial={self.prefilled: request.POST.get(self.prefilled, "")})
            context = self.get_context_data(form=form, **{self.explained[refusal.limit]: True})
            headers = {"Retry-After": str(refusal.retry_after)}
            return self.render_to_response(context, status=CODES["too_many"].status, headers=headers)


class CountingFormView(RefusingFormView):
    """Counts a POST as a try."""

    def attempt(self) -> Attempt:
        return attempt_of_person(cast(User, self.request.user))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        attempt = self.attempt()
        attempt.count()
        try:
            response = super().post(request, *args, **kwargs)
        except Exception:
            # Whether the password was right cannot be told: counted as a failure, which holds off guesses.
            attempt.has_failed()
            raise
        if response.status_code < 400:
            attempt.has_succeeded()
        else:
            attempt.has_failed()
        return response


class PersonFormView(LoginRequiredMixin, RefusingFormView):
    """A form about the person who is logged in."""

    @property
    def person(self) -> User:
        return cast(User, self.request.user)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "user": self.person}


def for_accounts(view: View) -> View:
    """A page for accounts only: a guest, who has neither password nor address, is redirected to the sign-up.

    No other method does what POST does: `FormView` takes PUT as an empty form, `DeleteView` DELETE without a check.
    """

    @require_http_methods(["GET", "HEAD", "POST", "OPTIONS"])
    @wraps(view)
    def with_account(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if request.user.is_guest:
            return redirect("account_signup")
        return view(request, *args, **kwargs)

    return with_account


def has_account(request: HttpRequest) -> bool:
    return request.user.is_authenticated and not request.user.is_guest
