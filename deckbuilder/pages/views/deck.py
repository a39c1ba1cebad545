"""The page of a deck: its buttons and its files."""

from typing import TYPE_CHECKING, TypedDict
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from msgspec.structs import replace

from deckbuilder import queries, rules, services
from deckbuilder.deck_files import MOST_BYTES
from deckbuilder.dom_ids import dom_id
from deckbuilder.forms import actions_from, parameters_from, selected_in, version_from
from deckbuilder.pages import texts
from deckbuilder.pages.parts import changed_parts, page_contexts
from deckbuilder.services import Receipt
from tabletop.accounts.gate import name_required, person_of
from tabletop.accounts.models import User
from tabletop.errors import Malformed, toast
from tabletop.live.parts import render_parts, render_update
from tabletop.rules import RuleViolation
from tabletop.translation import translate

if TYPE_CHECKING:
    from deckbuilder.store import Deck


class Target(TypedDict):
    """The deck that a request is for, as services take it."""

    deck_id: UUID
    person: User
    expected_version: int


# Without it the back button would show the deck as it was when the page was first opened. A page that is not kept
# can get no 304 either.
@never_cache
@require_safe
@name_required
def deck(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    return _show(request, queries.deck_of(deck_id, person_of(request), selected=selected_in(request.GET)))


@require_http_methods(["GET", "HEAD", "POST"])
@name_required
def act(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    """Answers a button with the changed parts, or with 409 and the current deck if the page is out of date."""
    if request.method != "POST":
        # Without script a refused request leaves the browser at this address; reloading it must lead somewhere.
        return redirect("deckbuilder:deck", deck_id)
    try:
        receipt = _perform(request, deck_id)
    except RuleViolation as refusal:
        return _show_conflict(request, deck_id, refusal)
    after = receipt.deck
    is_refused = bool(after.state.error) and request.POST.get("do") in ("override", "preset")
    if getattr(request, "htmx", False):
        changed = changed_parts(receipt.before, after, is_refused=is_refused)
        return HttpResponse(render_update(changed, seq=after.row.version))
    if is_refused:
        return _show(request, after, status=422, cards=request.POST.get("cards", ""), is_open=True)
    # Without script the selection travels in the address, because it is not stored.
    query = urlencode({"selected": sorted(map(dom_id, after.state.selected_card_ids))}, doseq=True)
    return HttpResponseRedirect(reverse("deckbuilder:deck", args=[deck_id]) + (query and f"?{query}"), status=303)


def _perform(request: HttpRequest, deck_id: UUID) -> Receipt:
    target = Target(deck_id=deck_id, person=person_of(request), expected_version=version_from(request))
    match request.POST.get("do"):
        case "undo":
            return services.undo(**target)
        case "redo":
            return services.redo(**target)
        case "confirm":
            return services.discard(**target, selected=selected_in(request.POST))
        case "parameters":
            return services.change_parameters(**target, **parameters_from(request.POST))
    return services.act(**target, actions=actions_from(request.POST))


@require_http_methods(["GET", "HEAD", "POST"])
@name_required
def import_file(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    if request.method != "POST":
        return redirect("deckbuilder:deck", deck_id)
    file = request.FILES.get("file")
    if file is None:
        raise Malformed
    person, version = person_of(request), version_from(request)
    try:
        content = file.read(MOST_BYTES + 1)
        services.import_saved(deck_id=deck_id, person=person, content=content, expected_version=version)
    except ValidationError as refusal:
        # The error of an earlier override does not belong to this file.
        current = queries.deck_of(deck_id, person)
        shown = current.with_state(replace(current.state, error=None))
        return _show(request, shown, status=422, import_error=" ".join(refusal.messages), is_open=True)
    except RuleViolation as refusal:
        return _show_conflict(request, deck_id, refusal)
    return redirect("deckbuilder:deck", deck_id)


def _show_conflict(request: HttpRequest, deck_id: UUID, refusal: RuleViolation) -> HttpResponse:
    """Answers 409 with the current deck."""
    current = queries.deck_of(deck_id, person_of(request))
    if getattr(request, "htmx", False):
        body = render_update(page_contexts(current), seq=current.row.version) + toast(translate(refusal.sentence))
        return HttpResponse(body, status=409)
    messages.error(request, translate(refusal.sentence))
    return _show(request, current, status=409)


def _show(request: HttpRequest, current: "Deck", *, status: int = 200, **more: object) -> HttpResponse:
    """Renders the whole page; `more` is what its template needs besides the parts."""
    context = {
        "deck": current.row,
        "decks": queries.decks_of(person_of(request)),
        "parts": render_parts(page_contexts(current), csrf_token=get_token(request)),
        "texts": texts.for_script(),
        "error": current.state.error,
        "longest_override": str(rules.MAX_OVERRIDE_BYTES),
        "current_game": "deckbuilder",
        **more,
    }
    return render(request, "deckbuilder/deck.html", context, status=status)


@require_safe
@name_required
def export(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    current = queries.deck_of(deck_id, person_of(request))
    response = JsonResponse(current.saved, json_dumps_params={"indent": 1, "ensure_ascii": False})
    name = slugify(current.row.name) or "deck"
    response["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return response
