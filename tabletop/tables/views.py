"""The views that the tables of every game share: from opening a table and sitting down to moves and playing again."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib.auth import login, logout
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods, require_safe

from tabletop.accounts.gate import name_required, person_of, person_or_new_guest
from tabletop.accounts.models import User
from tabletop.conditional import answer_with_page
from tabletop.error_codes import RULES_STATUS
from tabletop.errors import Malformed
from tabletop.limits import TooMany, client_mark
from tabletop.live.moves import PageMove, make_move
from tabletop.live.pages import TablePage, answer, poll_table, refuse, table_post
from tabletop.request_headers import expected_seq, idempotency_key, is_key, is_secret
from tabletop.rules import RuleViolation
from tabletop.tables.entrance import EntryRequest, enter_once, may_log_in_again
from tabletop.tables.forms import new_entry_key
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.services import TableServices
from tabletop.translation import translate

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
        create: Callable[[User, Any, Terms], Entry],
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
            self.services.join_table(game_id=game_id, person=person_of(request), terms=Terms(token=None))
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
            terms = _terms(request)
            entry = self.services.rematch(game_id=game_id, person=person_of(request), terms=terms)
        except RuleViolation as refusal:
            return self._refuse(request, game_id, refusal)
        return HttpResponseRedirect(self.page.address(entry.game_id))

    def _new_table(self, request: HttpRequest) -> HttpResponse:
        """Asks for a table's settings until they are right, then brings the person there."""
        form = self._form(request.POST or None)
        status = 422 if form.is_bound else 200
        if form.is_valid():
            person, terms = person_of(request), _terms(request)
            asked = self._asked_once(request, "new", person)
            try:
                entry = enter_once(self.services, asked, lambda _token: self._create(person, form, terms))
            except RuleViolation as refusal:
                form.add_error(None, translate(refusal.sentence))
                status = RULES_STATUS
            else:
                return HttpResponseRedirect(self.page.address(entry.game_id))
        return self._show(request, "new_table", status=status, form=form)

    def _practice(self, request: HttpRequest) -> HttpResponse:
        # A game is never started by looking at an address.
        if request.method != "POST":
            return self._show(request, "practice", entry_key=new_entry_key())
        user = request.user if isinstance(request.user, User) else None
        asked = self._asked_once(request, "practice", user)

        def practise(_token: str) -> Entry:
            return self.services.practice(person=person_or_new_guest(request), terms=_terms(request))

        try:
            entry = enter_once(self.services, asked, practise)
        except TooMany:
            if user is None and request.user.is_authenticated:
                # The guest was taken back together with the table.
                logout(request)
            raise
        if user is None and entry.is_repeated and may_log_in_again(entry):
            login(request, entry.person)
        return HttpResponseRedirect(self.page.address(entry.game_id))

    def _asked_once(self, request: HttpRequest, what: str, person: User | None) -> EntryRequest | None:
        """The request by the key of its form: another choice in the same form is another request. Raises Malformed."""
        key = request.POST.get("key", "")
        if key and not is_key(key):
            raise Malformed
        if not key or (person is None and not is_secret(key)):
            return None
        chosen = sorted((name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken")
        sent = f"{self.page.engine.slug} {what} {chosen}"
        return EntryRequest(
            key=f"{key} {sent}",
            session=None if person is None else request.session.session_key,
            person=None if person is None else person.pk,
            what=sent,
            renews=True,
        )

    def _show(self, request: HttpRequest, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
        """A page of the game that tells nothing of its tables; `context` is what a person has filled in.

        It is sent anew each time: its form has a key of its own.
        """
        slug = self.page.engine.slug
        facts = context | {"current_game": slug}
        template = f"{slug}/{name}.html"
        return answer_with_page(request, render=lambda: render(request, template, facts, status=status))


def _terms(request: HttpRequest) -> Terms:
    """Of a person at a page, whose seat needs no token; one can be made for it at any time."""
    return Terms(token=None, opened_from=client_mark(request))
