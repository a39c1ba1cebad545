"""Opening a table: a page for every game, with the game's own form or none."""

from collections.abc import Callable

from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from tabletop.accounts.gate import person_or_new_guest
from tabletop.live.pages import TablePage
from tabletop.tables.seats import Entry


def new_table(request: HttpRequest, page: TablePage, form: Form, create: Callable[[], Entry]) -> HttpResponse:
    """Asks for a table's settings until they are right, then brings the person there."""
    if form.is_valid():
        return HttpResponseRedirect(page.address(create().game_id))
    slug, status = page.engine.slug, 422 if form.is_bound else 200
    return render(request, f"{slug}/new_table.html", {"form": form, "current_game": slug}, status=status)


def practice(request: HttpRequest, page: TablePage, start: Callable[..., Entry]) -> HttpResponse:
    slug = page.engine.slug
    # A game is never started by looking at an address.
    if request.method == "POST":
        return HttpResponseRedirect(page.address(start(person=person_or_new_guest(request)).game_id))
    return render(request, f"{slug}/practice.html", {"current_game": slug})
