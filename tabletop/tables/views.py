"""The views that the tables of every game share: from opening a table and sitting down to moves and playing again."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from tabletop import timebase
from tabletop.accounts.gate import asks_for_name, name_required, person_of, person_or_new_guest
from tabletop.accounts.models import User
from tabletop.admission import SeatNeeded, WatchRoomFull
from tabletop.conditional import answer_with_page
from tabletop.engine import Loaded, UnknownGame
from tabletop.error_codes import RULES_STATUS
from tabletop.limits import TooMany
from tabletop.live.moves import PageMove, make_move
from tabletop.live.pages import TablePage, answer, load_for, poll_table, refuse, table_post
from tabletop.live.watchers import people_at
from tabletop.request_headers import expected_seq, idempotency_key
from tabletop.rules import RuleViolation
from tabletop.tables.entrance import enter_once, may_log_in_again
from tabletop.tables.entry_requests import asked_once, terms_of
from tabletop.tables.forms import TableForm, new_entry_key, offers
from tabletop.tables.invitation_views import show_door, take_chair
from tabletop.tables.menu import menu_of
from tabletop.tables.queries import join_path
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.services import TableServices
from tabletop.tables.watch_list import watch_list
from tabletop.talk.views import talk_view
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
        form: type[TableForm],
        create: Callable[[User, Any, Terms], Entry],
        refuse: Refuse | None = None,
        rules_page: str = "",
    ) -> None:
        """`create` opens a table from a valid form; `refuse` answers a person whom the table does not take.

        `rules_page` is the name of the address that explains the game.
        """
        self.page, self.services, self._refuse = page, services, refuse or self._refuse_at_table
        self._rules_page = rules_page
        self._form, self._create = form, create
        self.parts = require_safe(self._poll)
        self.menu = require_safe(asks_for_name(self._menu))
        self.watchers = require_safe(asks_for_name(self._watchers))
        self.talk = talk_view(page)
        self.sit_in = require_http_methods(["GET", "HEAD", "POST"])(name_required(self._sit_in))
        self.join = table_post(page)(self._join)
        self.leave = table_post(page)(name_required(self._leave))
        self.rematch = table_post(page)(name_required(self._rematch))
        self.decline = table_post(page)(name_required(self._decline))
        self.new_table = require_http_methods(["GET", "HEAD", "POST"])(name_required(self._new_table))
        self.practice = require_http_methods(["GET", "HEAD", "POST"])(self._practice)

    def urls(self) -> list[URLPattern]:
        """The addresses that every game has, besides its table and its moves."""
        return [
            path("new/", self.new_table, name="new_table"),
            path("practice/", self.practice, name="practice"),
            path("<uuid:game_id>/parts/", self.parts, name="parts"),
            path("<uuid:game_id>/menu/", self.menu, name="menu"),
            path("<uuid:game_id>/watchers/", self.watchers, name="watchers"),
            path("<uuid:game_id>/talk/", self.talk, name="talk"),
            path("<uuid:game_id>/sit-in/", self.sit_in, name="sit_in"),
            path("<uuid:game_id>/join/", self.join, name="join"),
            path("<uuid:game_id>/leave/", self.leave, name="leave"),
            path("<uuid:game_id>/rematch/", self.rematch, name="rematch"),
            path("<uuid:game_id>/decline/", self.decline, name="decline"),
        ]

    def _refuse_at_table(self, request: HttpRequest, game_id: UUID, refusal: RuleViolation) -> HttpResponse:
        try:
            return refuse(request, self.page, game_id, refusal)
        except (SeatNeeded, WatchRoomFull):
            return show_door(request, self.services, game_id, refusal)

    def _poll(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        return poll_table(request, self.page, game_id)

    def _menu(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """A part of the table's page, for those who may see the table."""
        loaded, seat = load_for(self.page, game_id, request.user)
        menu = menu_of(self.services.rules, loaded, seat, rules_page=self._rules_page)
        return render(request, "tables/menu.html", {"menu": menu})

    def _watchers(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """A part of the table's page, for those who may see the table: who looks on."""
        _loaded, seat = load_for(self.page, game_id, request.user)
        person = person_of(request)
        people = people_at(self.page.engine.slug, game_id, now=timebase.now())
        if seat is None:
            # Counted by the own page, though its socket may not be open yet.
            people.setdefault(person.pk, person.display_name)
        return render(request, "tables/watchers.html", {"watchers": watch_list(people, person.pk)})

    def _sit_in(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        """A part of the table's page: the list for a chair, as far as this person is concerned.

        Only those who may see the table get on the list here; whoever is on it, by the door too, may withdraw.
        """
        person, wish = person_of(request), request.POST.get("chair", "")
        if request.method == "POST" and wish != "ask":
            return self._withdraw(request, game_id, person)
        loaded, _seat = load_for(self.page, game_id, person)
        if request.method == "POST":
            try:
                self.services.ask_for_chair(game_id=game_id, person=person)
            except RuleViolation as refusal:
                return refuse(request, self.page, game_id, refusal)
            if not HtmxDetails(request):
                return HttpResponseRedirect(self.page.address(game_id))
        return self._show_list(request, loaded)

    def _show_list(self, request: HttpRequest, loaded: Loaded[Any]) -> HttpResponse:
        sit_in = self.services.sit_in_of(loaded, person_of(request).pk)
        # A page that asks again and again keeps what it shows, and the focus in it.
        if request.GET.get("shown") == sit_in.stage:
            return HttpResponse(status=204)
        box = "sit-in-end" if HtmxDetails(request).target == "sit-in-end" else "sit-in"
        context = {"sit_in": sit_in, "table": loaded.row, "current_game": self.page.engine.slug, "box": box}
        return render(request, "tables/sit_in.html", context)

    def _withdraw(self, request: HttpRequest, game_id: UUID, person: User) -> HttpResponse:
        try:
            self.services.withdraw(game_id=game_id, person=person)
        except UnknownGame:
            raise Http404 from None
        if HtmxDetails(request):
            loaded, _seat = load_for(self.page, game_id, person)
            return self._show_list(request, loaded)
        is_from_home = request.POST.get("back") == "home"
        return HttpResponseRedirect(reverse("lobby:home") if is_from_home else self.page.address(game_id))

    def _join(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        if not request.user.is_authenticated and request.POST.get("name", "").strip():
            try:
                return take_chair(request, self.services, game_id)
            except UnknownGame:
                raise Http404 from None
        if not request.user.is_authenticated:
            # The invitation asks for the name and takes the chair with one press.
            address = join_path(self.page.read(game_id))
            return HttpResponseClientRedirect(address) if HtmxDetails(request) else HttpResponseRedirect(address)
        try:
            person, pressed = person_of(request), request.POST.get("do", "")
            self.services.sit_down(game_id=game_id, person=person, pressed=pressed, terms=Terms(token=None))
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
            terms = replace(terms_of(request), seals_first=True)
            entry = self.services.rematch(game_id=game_id, person=person_of(request), terms=terms)
        except RuleViolation as refusal:
            next_id = self.services.next_table(game_id=game_id, person=person_of(request))
            if next_id is None:
                return self._refuse(request, game_id, refusal)
            # Where one comes too late, the door of the next table has what is left: to look on, or to wait for a chair.
            messages.error(request, translate(refusal.sentence))
            return HttpResponseRedirect(join_path(self.page.read(next_id)))
        return HttpResponseRedirect(self.page.address(entry.game_id))

    def _decline(self, request: HttpRequest, game_id: UUID) -> HttpResponse:
        try:
            self.services.decline(game_id=game_id, person=person_of(request))
        except RuleViolation as refusal:
            return refuse(request, self.page, game_id, refusal)
        is_from_home = request.POST.get("back") == "home"
        return HttpResponseRedirect(reverse("lobby:home") if is_from_home else self.page.address(game_id))

    def _new_table(self, request: HttpRequest) -> HttpResponse:
        """Asks for a table's settings until they are right, then brings the person there.

        A table that has bots on all other seats is started at once.
        """
        person = person_of(request)
        form = self._form(request.POST or None, initial=self._last_choice(request))
        status = 422 if form.is_bound else 200
        if form.is_valid():
            asked = asked_once(request, self.page.engine.slug, "new", person)
            try:
                entry = enter_once(self.services, asked, lambda _token: self._open(person, form, terms_of(request)))
            except RuleViolation as refusal:
                form.add_error(None, translate(refusal.sentence))
                status = RULES_STATUS
            else:
                request.session[self._remembered] = form.choice_to_remember
                return HttpResponseRedirect(self.page.address(entry.game_id))
        return self._show(request, "new_table", status=status, form=form)

    def _open(self, person: User, form: TableForm, terms: Terms) -> Entry:
        if not form.is_against_bots:
            return self._create(person, form, terms)
        return self.services.start_at_once(
            person=person,
            terms=replace(terms, seals_first=True),
            create=lambda terms: self._create(person, form, terms),
        )

    @property
    def _remembered(self) -> str:
        """Of the session: what the person has chosen for the last table of this game."""
        return f"new_table_{self.page.engine.slug}"

    def _last_choice(self, request: HttpRequest) -> dict[str, str | bool]:
        """As far as the form still offers it."""
        kept: dict[str, str | bool] = request.session.get(self._remembered, {})
        fields = self._form.base_fields
        return {name: value for name, value in kept.items() if name in fields and offers(fields[name], value)}

    def _practice(self, request: HttpRequest) -> HttpResponse:
        # A game is never started by looking at an address.
        if request.method != "POST":
            return self._show(request, "practice", entry_key=new_entry_key())
        user = request.user if isinstance(request.user, User) else None
        asked = asked_once(request, self.page.engine.slug, "practice", user)

        def practise(_token: str) -> Entry:
            level = request.POST.get("level", "")
            return self.services.practice(person=person_or_new_guest(request), terms=terms_of(request), level=level)

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

    def _show(self, request: HttpRequest, name: str, *, status: int = 200, **context: Any) -> HttpResponse:
        """A page of the game that tells nothing of its tables; `context` is what a person has filled in.

        It is sent anew each time: its form has a key of its own.
        """
        slug = self.page.engine.slug
        facts = context | {"current_game": slug}
        template = f"{slug}/{name}.html"
        return answer_with_page(request, render=lambda: render(request, template, facts, status=status))
