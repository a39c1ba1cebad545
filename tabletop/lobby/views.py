from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tabletop.limits import Limit
from tabletop.live.parts import for_page, for_swap
from tabletop.lobby import queries
from tabletop.lobby.parts import marks_of, seq_of, slices_for, unseen

CODE_LIMIT = Limit(name="code", times=10, seconds=60)
"""Codes are short: whoever guesses must not get far."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return _show_home(request)


@require_safe
def parts(request: HttpRequest) -> HttpResponse:
    """For pages whose socket is blocked: nothing if the page is up to date, else the parts that have changed."""
    contexts = slices_for(request.user)
    news = unseen(contexts, seq=request.GET.get("seq", ""))
    if not news:
        return HttpResponse(status=204)
    return HttpResponse(for_swap(news, seq=seq_of(marks_of(contexts))))


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        # Reloading the page that said no must not be a dead end.
        return redirect("lobby:home")
    return _go_to_table(request, code=request.POST.get("code", ""))


@require_safe
def by_code(request: HttpRequest, code: str) -> HttpResponse:
    """The link people share."""
    return _go_to_table(request, code=code)


def _go_to_table(request: HttpRequest, *, code: str) -> HttpResponse:
    # Who has guessed too often learns nothing more, not even of a code that exists.
    CODE_LIMIT.check_client(request)
    address = queries.address_of_code(code)
    if not address:
        CODE_LIMIT.count_client(request)
    is_htmx = bool(HtmxDetails(request))
    if address:
        return HttpResponseClientRedirect(address) if is_htmx else HttpResponseRedirect(address)
    if is_htmx:
        return render(request, "lobby/_code_form.html", {"refused_code": code}, status=404)
    return _show_home(request, refused_code=code)


def _show_home(request: HttpRequest, *, refused_code: str | None = None) -> HttpResponse:
    contexts = slices_for(request.user)
    context = {
        # The names are ids of elements; a template can write no dash.
        "parts": {name.replace("-", "_"): html for name, html in for_page(contexts).items()},
        "socket_url": "/lobby/live/",
        "poll_url": reverse("lobby:parts"),
        "seq": seq_of(marks_of(contexts)),
        "refused_code": refused_code,
    }
    return render(request, "lobby/home.html", context, status=200 if refused_code is None else 404)
