"""The page about programs: which seats have a token, taking one away, making a new one."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tabletop.accounts.gate import name_required, person_of
from tabletop.errors import Malformed
from tabletop.rules import RuleViolation
from tabletop.tables import tokens


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@name_required
def programs(request: HttpRequest) -> HttpResponse:
    """Lists the seats of a person. A new token is shown in the answer to the press, and never again."""
    if request.method != "POST":
        return _show(request)
    try:
        seat_id = UUID(request.POST.get("seat", ""))
    except ValueError:
        raise Malformed from None
    seat = tokens.seat_of_person(person_of(request), seat_id)
    if seat is None:
        raise Http404
    what = request.POST.get("do")
    if what == "renew":
        try:
            token = tokens.issue_token(seat)
        except RuleViolation:
            # Another person has taken the seat since it was looked up.
            raise Http404 from None
        return _show(request, seat_id=str(seat_id), token=token)
    if what != "revoke":
        raise Malformed
    tokens.revoke_token(seat)
    messages.success(request, _("The token counts no more. Programs that used it have been disconnected."))
    return HttpResponseRedirect(reverse("programs"))


def _show(request: HttpRequest, *, seat_id: str | None = None, token: str | None = None) -> HttpResponse:
    seats = tokens.seats_of_person(person_of(request))
    shown = next((seat for seat in seats if seat.seat_id == seat_id), None)
    return render(request, "tables/programs.html", {"seats": seats, "shown": shown, "token": token})
