"""Switches the link to the locked order, and shows the page behind it."""

from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from deckbuilder import queries, services
from deckbuilder.forms import version_from
from deckbuilder.pages.parts import SHARING, order_digest, page_contexts, shared_contexts
from deckbuilder.sharing import share_address
from tabletop.accounts.gate import name_required, person_of
from tabletop.conditional import answer_with_page
from tabletop.errors import Malformed
from tabletop.games import get_game
from tabletop.live.parts import render_parts, render_update


@require_POST
@name_required
def share(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    change = {"on": services.share, "off": services.unshare}.get(request.POST.get("link", ""))
    if change is None:
        raise Malformed
    if not getattr(request, "htmx", False):
        change(deck_id=deck_id, person=person_of(request))
        return redirect("deckbuilder:deck", deck_id)
    shown = version_from(request)
    current = change(deck_id=deck_id, person=person_of(request))
    contexts, version = page_contexts(current), current.row.version
    # A page that shows an older version gets all parts, because it will send the new version from now on.
    return HttpResponse(render_update({SHARING: contexts[SHARING]} if shown == version else contexts, seq=version))


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    contexts = shared_contexts(_order(token))
    digest = order_digest(contexts)

    def render_order() -> HttpResponse:
        address, game = reverse("deckbuilder:shared", args=[token]), get_game("deckbuilder")
        context = {
            "parts": render_parts(contexts),
            "seq": digest,
            "socket_url": f"{address}live/",
            "poll_url": f"{address}parts/",
            "current_game": "deckbuilder",
            "game": game,
            "link": share_address(token),
            "picture": settings.SITE_URL + static(game.picture),
        }
        return render(request, "deckbuilder/shared.html", context)

    response = answer_with_page(request, "shared", token, digest, render=render_order)
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def shared_parts(request: HttpRequest, token: str) -> HttpResponse:
    """Serves pages whose socket is blocked; 204 if the page is up to date."""
    contexts = shared_contexts(_order(token))
    if request.GET.get("seq") == order_digest(contexts):
        return HttpResponse(status=204)
    return HttpResponse(render_update(contexts, seq=order_digest(contexts)))


def _order(token: str) -> list[str]:
    order = queries.shared_order(token)
    if order is None:
        raise Http404
    return order
