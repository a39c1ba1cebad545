"""The list of a person's decks: create, rename, duplicate, delete."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from deckbuilder import queries, services
from deckbuilder.forms import NameForm
from tabletop.accounts.gate import name_required, person_of, person_or_new_guest
from tabletop.conditional import answer_with_page


@require_http_methods(["GET", "HEAD", "POST"])
def decks(request: HttpRequest) -> HttpResponse:
    """Lists the decks of a person and creates new ones; a stranger has none."""
    form = NameForm(request.POST if request.method == "POST" else None)
    form.fields["name"].required = False
    if request.method == "POST" and form.is_valid():
        try:
            person = person_or_new_guest(request)
            return redirect("deckbuilder:deck", services.create_deck(person=person, **form.cleaned_data))
        except ValidationError as refusal:
            form.add_error("name", refusal)
    own = queries.decks_of(person_of(request)) if request.user.is_authenticated else []
    context = {"form": form, "decks": own, "current_game": "deckbuilder"}

    def render_list() -> HttpResponse:
        return render(request, "deckbuilder/decks.html", context, status=422 if form.errors else 200)

    marks = ("decks", own) if request.method != "POST" else ()
    return answer_with_page(request, *marks, render=render_list)


@require_http_methods(["GET", "HEAD", "POST"])
def play(request: HttpRequest) -> HttpResponse:
    """Opens the deck used last, or creates the first."""
    if request.method != "POST":
        # A GET request must create neither a deck nor a person.
        return redirect("deckbuilder:decks")
    person = person_or_new_guest(request)
    return redirect("deckbuilder:deck", queries.latest_deck(person) or services.first_deck(person=person))


@require_http_methods(["GET", "HEAD", "POST"])
@name_required
def rename(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    current = queries.deck_of(deck_id, person_of(request))
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": current.row.name})
    if form.is_valid():
        try:
            services.rename_deck(deck_id=deck_id, person=person_of(request), **form.cleaned_data)
            return redirect("deckbuilder:decks")
        except ValidationError as refusal:
            form.add_error("name", refusal)
    context = {"form": form, "deck": current.row, "current_game": "deckbuilder"}
    return render(request, "deckbuilder/rename.html", context, status=422 if form.errors else 200)


@require_POST
@name_required
def duplicate(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    try:
        return redirect("deckbuilder:deck", services.duplicate_deck(deck_id=deck_id, person=person_of(request)))
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
        return redirect("deckbuilder:decks")


@require_http_methods(["GET", "HEAD", "POST"])
@name_required
def delete(request: HttpRequest, deck_id: UUID) -> HttpResponse:
    current = queries.deck_of(deck_id, person_of(request))
    if request.method == "POST":
        services.delete_deck(deck_id=deck_id, person=person_of(request))
        return redirect("deckbuilder:decks")
    return render(request, "deckbuilder/delete.html", {"deck": current.row, "current_game": "deckbuilder"})
