"""The views that the tables of every game share: from opening a table and sitting down to moves and playing again."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods, require_safe

from tabletop.accounts.gate import name_required, person_of, person_or_new_guest
from tabletop.accounts.models import User
from tabletop.conditional import answer_with_page
from tabletop.live.moves import PageMove, make_move
from tabletop.live.pages import TablePage, answer, poll_table, refuse, table_post
from tabletop.request_headers import expected_seq, idempotency_key
from tabletop.rules import RuleViolation
from tabletop.tables.seats import Entry
from tabletop.tables.services import TableServices

Refuse = Callable[[HttpRequest, UUID, RuleViolation], HttpResponse]


def move_view(page: TablePage, name: str) -> Callable[..., HttpResponse]:
    """The POST of a move."""

    @table_post(page)
    @name_required
    def view(request: HttpRequest, game_id: UUID) -> HttpResponse:
        key, seq = idempotency_key(request), expected_seq(request)
        move = PageMove(person=person_of(request), fields=request.POST, key=key, seq=seq)
        try:
            receipt = make_move(page.moves[name], game_id, move)
        except RuleViolation as refusal:
            return refuse(request, page, game_id, refusal)
        return answer(request, page, receipt)

    return view


class TableViews:
    def __init__(
        self,
        page: TablePage,
        services: TableServices,
        *,
        form: type[Form],
        create: Callable[[User, Any], Entry],
        refuse: Refuse | None = None,
    ) -> None:
        """`create` opens a table from a valid form; `refuse` answers a person whom the table does not take."""
        self.page, self.services, self._refuse = page, services, refuse or self._refuse_at_table
        self._form, self._create = form, create
        self.parts = require_safe(self._poll)
        self.join = table_post(page)(name_required(self._join))
        self.leave = table_post(page)(name_required(self._leave))
        self.rematch = table_post(page)(name_required(self._rematch))
        self.new_table = require_http_methods(["GET", "HEAD", "POST"])(name_required(self._new_table))
        self.practice = require_http_methods(["GET", "HEAD", "POST"])(self._practice)

    def urls(self) -> list[URLPattern]:
        """The addresses that every game has, besides its table and its moves."""
        return [
            path("new/", self.new_table, name="new_table"),
            path("practice/", self.practice, name="practice"),
            path("<uuid:game_id>/parts/", self.parts, name="parts"),
            path("<uuid:game_id>/join/", self.join, name="join"),
            path("<uuid:game_id>/leave/", self.leave, name="leave"),
            path("<uuid:game_id>/rematch/", self.rematch, name="rematch"),
        ]

    def _refuse_at_table(self, request: HttpRequest, game_id: UUID, refusal: RuleViolation) -> HttpResponse:
        return refuse(request, self.page, game_id, refusal)

    def _poll(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        return poll_table(request, self.page, game_id)

    def _join(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        try:
            self.services.join_table(game_id=game_id, person=person_of(request))
        except RuleViolation as refusal:
            # A door left open in another tab leads those who sit here to their seat, whatever the table says.
            if self.page.read(game_id).seat_of(person=person_of(request).pk) is None:
                return self._refuse(request, game_id, refusal)
        return HttpResponseRedirect(self.page.address(game_id))

    def _leave(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        try:
            self.services.act(game_id=game_id, person=person_of(request), action={"type": "leave"})
        except RuleViolation as refusal:
            return refuse(request, self.page, game_id, refusal)
        return HttpResponseRedirect(reverse("lobby:home"))

    def _rematch(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        try:
            entry = self.services.rematch(game_id=game_id, person=person_of(request))
        except RuleViolation as refusal:
            return self._refuse(request, game_id, refusal)
        return HttpResponseRedirect(self.page.address(entry.game_id))

    def _new_table(self, request: HttpRequest) -> HttpResponse:
        """Asks for a table's settings until they are right, then brings the person there."""
        form = self._form(request.POST or None)
        if form.is_valid():
            return HttpResponseRedirect(self.page.address(self._create(person_of(request), form).game_id))
        return self._show(request, "new_table", status=422 if form.is_bound else 200, form=form)

    def _practice(self, request: HttpRequest) -> HttpResponse:
        # A game is never started by looking at an address.
        if request.method == "POST":
            person = person_or_new_guest(request)
            return HttpResponseRedirect(self.page.address(self.services.practice(person=person).game_id))
        return self._show(request, "practice")

    def _show(self, request: HttpRequest, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
        """A page of the game that tells nothing of its tables; `context` is what a person has filled in."""
        slug = self.page.engine.slug
        marks = (request.get_full_path(),) if status == 200 else ()
        facts = context | {"current_game": slug}
        template = f"{slug}/{name}.html"
        return answer_with_page(request, *marks, render=lambda: render(request, template, facts, status=status))
