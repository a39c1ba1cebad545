import time
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from imperial import queries
from imperial.services import engine
from tabletop.accounts.gate import name_required
from tabletop.play import UnknownGame, read


@require_safe
@name_required
def table(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """How the table stands, in words, for whoever looks."""
    try:
        loaded = read(engine, game_id)
    except UnknownGame:
        raise Http404 from None
    seat = next((seat for seat, person in loaded.people.items() if person and person == request.user.pk), None)
    view = queries.page_view(loaded, seat, time.time()) | {"history": queries.recent_lines(loaded)}
    return render(request, "imperial/standing.html", {"view": view, "table": loaded.row, "current_game": "imperial"})
