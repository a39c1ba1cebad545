from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tabletop.accounts.models import User
from tabletop.accounts.services import note_visit
from tabletop.conditional import answer_with_page
from tabletop.games import get_game
from tabletop.live.parts import Contexts, render_parts
from tabletop.lobby import queries
from tabletop.lobby.codes import clean_code, look_up
from tabletop.lobby.open_list import open_list
from tabletop.lobby.own_parts import own_contexts
from tabletop.lobby.parts import changed_since, digests_of, join_digests, render_own


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The page alone is a visit: what it asks for afterwards by itself is none."""
    if request.method == "GET" and isinstance(request.user, User):
        note_visit(user=request.user)
    return show_home(request)


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """What a game is, its open tables, and how to play it: the same page for every game that has none of its own."""
    rows = tuple(row for row in open_list().read().rows if row.game == slug)
    context = {"game": get_game(slug), "current_game": slug, "tables": rows}
    return answer_with_page(request, "game", slug, *rows, render=lambda: render(request, "lobby/game.html", context))


@require_safe
def parts(request: HttpRequest) -> HttpResponse:
    """Answers a page without a socket: 204 if it is up to date, else the parts that changed."""
    listing, own, seq = open_list().read(), _own_contexts(request), request.GET.get("seq", "")
    answer = "" if listing.is_shown_by(seq) else listing.whole
    news = changed_since(own, seq=seq)
    if news:
        answer += render_own(news, shown=digests_of(own))
    return HttpResponse(answer) if answer else HttpResponse(status=204)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        # Reloading a refusal must not be a dead end.
        return redirect("lobby:home")
    code = request.POST.get("code", "")
    is_known = look_up(request, code, queries.table_with_code) is not None
    is_htmx = bool(HtmxDetails(request))
    if is_known:
        # Leads those who sit there on to their seat.
        address = reverse("invitation", args=[clean_code(code)])
        return HttpResponseClientRedirect(address) if is_htmx else HttpResponseRedirect(address)
    if is_htmx:
        return render(request, "lobby/_code_form.html", {"refused_code": code}, status=404)
    return show_home(request, refused_code=code)


def show_home(request: HttpRequest, *, refused_code: str | None = None, is_link: bool = False) -> HttpResponse:
    """The home page; with 404 and a sentence where no table has the `refused_code` of a link or of the form."""
    listing, own = open_list().read(), _own_contexts(request)
    own_seq = join_digests(digests_of(own)) if own else ""

    def render_home() -> HttpResponse:
        context = {
            # Templates cannot name a key with a dash.
            "parts": {name.replace("-", "_"): html for name, html in render_parts(own | listing.contexts).items()},
            "socket_url": f"/lobby/live/?shows={listing.mark}.{own_seq}",
            "poll_url": reverse("lobby:parts"),
            "seq": listing.mark,
            "own_seq": own_seq,
            "refused_code": refused_code,
            "is_link": is_link,
        }
        template = "lobby/home_back.html" if request.user.is_authenticated else "lobby/home.html"
        return render(request, template, context, status=200 if refused_code is None else 404)

    marks = ("home", listing.mark, own_seq) if refused_code is None else ()
    return answer_with_page(request, *marks, render=render_home)


def _own_contexts(request: HttpRequest) -> Contexts:
    """A stranger has no own tables."""
    return own_contexts(request.user) if isinstance(request.user, User) else {}
