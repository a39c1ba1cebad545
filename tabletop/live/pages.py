"""A table's live page: its parts, its access gate and its answers over HTTP."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from hashlib import blake2b
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.html import format_html
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from tabletop import timebase
from tabletop.accounts.models import User
from tabletop.admission import NameNeeded, WatchRoomFull, admit
from tabletop.conditional import answer_with_hand, answer_with_page, release
from tabletop.engine import Engine, Loaded, Receipt, UnknownGame
from tabletop.error_codes import RULES_STATUS
from tabletop.errors import Malformed, refused, toast, wants_json
from tabletop.games import table_url
from tabletop.live import presence, watchers
from tabletop.live.loading import Loader
from tabletop.live.missed import read_missed
from tabletop.live.parts import (
    ContextMemory,
    Contexts,
    Part,
    build_contexts,
    changed_contexts,
    render_parts,
    render_update,
)
from tabletop.live.watchers import Onlooker, known_counts, render_watching
from tabletop.request_headers import expected_seq
from tabletop.rules import RuleViolation, Seat
from tabletop.talk.speakers import rooms_read
from tabletop.translation import translate

Person = User | AnonymousUser


@dataclass(frozen=True, kw_only=True, eq=False)
class TablePage:
    engine: Engine
    template: str
    """Extends base.html, includes "live/_connection.html" and shows each part as `{{ parts.<name> }}`.

    Below the table's address the socket is at live/ and the parts for polling are at parts/.
    """
    parts: tuple[Part, ...]
    view: Callable[[Loaded[Any], Seat | None, float], Any]
    """The rules' view for this seat, with what only the rows know (names, addresses): contexts are built from it."""
    loader: Loader
    """Loads the game with what the page shows besides its state."""
    moves: Mapping[str, Callable[..., Receipt]] = field(default_factory=dict)
    """What a person can do on the page, by the address of its POST below that of the table: see `live.moves`."""
    help_url: Callable[[str], str | None] = lambda code: None
    """Where the rule behind a refusal with this code is explained."""
    edition: Callable[[Loaded[Any], Seat | None], Hashable] = lambda loaded, seat: loaded.row.seq
    """Changes with everything the page of this seat shows besides people's names."""
    told_to: Callable[[Loaded[Any], UUID | None], Mapping[str, Any]] = lambda loaded, person: {}
    """What the page tells one person besides its parts, which are alike for all without a seat; to its template."""
    _memory: ContextMemory = field(default_factory=ContextMemory)

    def mark(self, loaded: Loaded[Any], seat: Seat | None) -> str:
        """Names what the page of this seat shows, for the socket that it opens."""
        # Somebody may have left the seat since it was looked up.
        place = None if seat is None or seat not in loaded.sitters else [*loaded.sitters].index(seat)
        shows = (self.edition(loaded, seat), place, mark_of_names(loaded), release())
        return blake2b(repr(shows).encode(), digest_size=8).hexdigest()

    def address(self, game_id: UUID) -> str:
        return table_url(self.engine.slug, game_id)

    def seat_for(self, loaded: Loaded[Any], person: UUID | None) -> Seat | None:
        """The person's seat, None for a spectator; raises like `tabletop.admission.admit`."""
        seat, watchable = loaded.seat_of(person=person), self.engine.rules.may_be_watched(loaded.state)
        if seat is None and not watchable:
            watchable = person in loaded.former_people
        admit(seat, has_name=person is not None, watchable=watchable)
        return seat

    def read(self, game_id: UUID) -> Loaded[Any]:
        """The game as the page shows it now; raises UnknownGame."""
        return self.loader.read(game_id)

    def contexts(self, loaded: Loaded[Any], seat: Seat | None) -> Contexts:
        contexts = build_contexts(self.parts, self.view(loaded, seat, timebase.now()))
        self._memory.keep(self._reader(loaded, seat), contexts)
        return contexts

    def news(
        self, before: Loaded[Any], after: Loaded[Any], seat: Seat | None, *, parts: Iterable[Part] | None = None
    ) -> Contexts:
        """Of the parts, or of those that can have changed, the ones that the page of this seat shows differently."""
        known = self.shown(before, seat)
        contexts = build_contexts(parts or self.parts, self.view(after, seat, timebase.now()))
        self._memory.keep(self._reader(after, seat), known | contexts)
        return changed_contexts(known, contexts)

    def shown(self, loaded: Loaded[Any], seat: Seat | None) -> Contexts:
        """What the page of this seat shows; a seat that moves has mostly been shown it by this process."""
        known = self._memory.get(self._reader(loaded, seat))
        return self.contexts(loaded, seat) if known is None else known

    def _reader(self, loaded: Loaded[Any], seat: Seat | None) -> Hashable:
        return loaded.row.pk, self.edition(loaded, seat), seat, get_language()


def load_for(page: TablePage, game_id: UUID, person: Person) -> tuple[Loaded[Any], Seat | None]:
    """The table and the person's seat there; raises Http404 for an unknown table, and like `TablePage.seat_for`."""
    own_id = person.pk
    try:
        loaded = page.read(game_id)
    except UnknownGame:
        raise Http404 from None
    return loaded, page.seat_for(loaded, own_id)


def show_table(request: HttpRequest, page: TablePage, game_id: UUID) -> HttpResponse:
    """Loads and renders the page for the person of the request; raises Http404 for an unknown table."""
    loaded, seat = load_for(page, game_id, request.user)
    return render_table(request, page, loaded, seat)


def render_table(
    request: HttpRequest,
    page: TablePage,
    loaded: Loaded[Any],
    seat: Seat | None,
    *,
    refusal: RuleViolation | None = None,
    **more: Any,
) -> HttpResponse:
    """The page of a loaded table, with a refusal if there is one; `more` is passed to its template besides the parts.

    Somebody without a seat, who sees no hand, gets 304 where the page is shown already; raises WatchRoomFull for one
    too many of them, who is told the refusal elsewhere.
    """
    address, mark = page.address(loaded.row.pk), page.mark(loaded, seat)
    watching, status = _watching(page, loaded, seat, request.user.pk), 200
    if refusal is not None:
        messages.error(request, translate(refusal.sentence), extra_tags=page.help_url(refusal.code) or "")
        status = RULES_STATUS
    more = {"own_colour": loaded.colour_at(seat), **page.told_to(loaded, request.user.pk), **more}

    def render_page() -> HttpResponse:
        context: Mapping[str, Any] = {
            "table": loaded.row,
            "current_game": page.engine.slug,
            "socket_url": f"{address}live/?shows={mark}",
            "poll_url": f"{address}parts/",
            "moves_to": " ".join(f"{address}{name}" for name in page.moves),
            "seat": seat,
            "seq": loaded.row.seq,
            "names_mark": _besides(loaded, watching),
            "watching": watching,
            "parts": render_parts(page.contexts(loaded, seat), csrf_token=get_token(request)),
            **more,
        }
        return render(request, page.template, context, status=status)

    if seat is not None:
        return answer_with_hand(render_page)
    # Names change without a move.
    facts = (sorted(loaded.names.items()), sorted(more.items()), watching)
    marks = (address, mark, facts) if status == 200 else ()
    return answer_with_page(request, *marks, render=render_page)


def mark_of_names(loaded: Loaded[Any]) -> str:
    """Names change without a move: a page that polls tells which it shows."""
    return blake2b(repr(list(loaded.names.values())).encode(), digest_size=8).hexdigest()


def _watching(page: TablePage, loaded: Loaded[Any], seat: Seat | None, person: UUID | None) -> int:
    """How many look on; for a seat as far as this process knows, which costs no statement. Raises WatchRoomFull."""
    if seat is not None or person is None:
        return known_counts.get(f"{page.engine.slug}:{loaded.row.pk}", 0)
    room = watchers.look_in(Onlooker(page.engine.slug, loaded.row.pk, person), now=timebase.now())
    if not room.has_place and is_limited(page, loaded):
        raise WatchRoomFull
    return room.others + 1


def is_limited(page: TablePage, loaded: Loaded[Any]) -> bool:
    """Whether only so many may look on: nothing is sent any more where the game is over."""
    return not page.engine.rules.is_over(loaded.state)


def _besides(loaded: Loaded[Any], watching: int) -> str:
    """What a page that polls shows besides the position."""
    return f"{mark_of_names(loaded)}_{watching}"


def poll_table(request: HttpRequest, page: TablePage, game_id: UUID) -> HttpResponse:
    """Answers a page without a socket: 204 if position, names and watchers are those it shows, else all parts.

    What was said meanwhile is told besides. A page whose person has signed out hears 401, and one watcher too many 409.
    Records who is there.
    """
    try:
        loaded, seat = load_for(page, game_id, request.user)
        watching = _record_poll(page, loaded, seat, request.user.pk)
    except NameNeeded:
        return HttpResponse(status=401)
    except WatchRoomFull:
        return HttpResponse(status=RULES_STATUS)
    besides, missed = _besides(loaded, watching), ""
    if (told := request.GET.get("said")) is not None:
        rooms = rooms_read(plays=seat is not None, is_over=page.engine.rules.is_over(loaded.state))
        missed = read_missed(page.engine.slug, game_id, request.user.pk, rooms, told=told).render()
    if request.GET.get("seq") == f"{loaded.row.seq}.{besides}":
        return HttpResponse(missed) if missed else HttpResponse(status=204)
    shown = format_html('<div id="names-beat" data-seq="{}" hx-swap-oob="true" hidden></div>', besides)
    shown_watching = render_watching(watching, get_language() or "")
    parts = render_update(page.contexts(loaded, seat), seq=loaded.row.seq)
    return HttpResponse(parts + shown + shown_watching + missed)


def _record_poll(page: TablePage, loaded: Loaded[Any], seat: Seat | None, person: UUID | None) -> int:
    """Keeps the seat present, or the watcher counted, and counts the watchers; raises WatchRoomFull."""
    slug, game_id, now = page.engine.slug, loaded.row.pk, timebase.now()
    if seat is not None:
        presence.record_poll(page.engine, game_id, seat, now=now)
    elif person is not None:
        limited = is_limited(page, loaded)
        watchers.enter(Onlooker(slug, game_id, person), process=presence.POLLING, now=now, is_limited=limited)
    return watchers.count_at([(slug, game_id)], now=now)[f"{slug}:{game_id}"]


def table_post(page: TablePage) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Decorates the POST views of a table; GET redirects to the table.

    Without script a refusal is shown at the address of the POST, and reloading it must not be a dead end.
    """

    def wrap(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def at_table(request: HttpRequest, game_id: UUID) -> HttpResponse:
            if request.method != "POST":
                return HttpResponseRedirect(page.address(game_id))
            try:
                return view(request, game_id)
            except Malformed:
                # An unknown table is 404 and a missing seat 403, as for a request that can be read.
                load_for(page, game_id, request.user)
                raise

        return at_table

    return wrap


def answer(request: HttpRequest, page: TablePage, receipt: Receipt) -> HttpResponse:
    """Answers htmx with the parts the move changed for its seat, a browser without script with a redirect.

    A page that showed another position than the one before the move has missed something: it gets all parts.
    """
    if not getattr(request, "htmx", False):
        return HttpResponseRedirect(page.address(receipt.loaded.row.pk), status=303)
    if shows_another(request, receipt.before.row.seq):
        return answer_with_all(request, page, receipt.loaded.row.pk)
    receipt = page.loader.with_log(receipt)
    before, after = receipt.before, receipt.loaded
    if not receipt.changed:
        return HttpResponse(render_update(page.contexts(after, receipt.seat), seq=after.row.seq))
    shown, news = page.shown(before, receipt.seat), page.news(before, after, receipt.seat)
    return HttpResponse(render_update(news, seq=after.row.seq, shown=shown))


def shows_another(request: HttpRequest, seq: int) -> bool:
    """Whether the page that sends the request shows another position than this one; raises Malformed."""
    return expected_seq(request) not in (None, seq)


def answer_with_all(request: HttpRequest, page: TablePage, game_id: UUID) -> HttpResponse:
    """All parts as the table stands now; raises Http404."""
    loaded, seat = load_for(page, game_id, request.user)
    return HttpResponse(render_update(page.contexts(loaded, seat), seq=loaded.row.seq))


def refuse(request: HttpRequest, page: TablePage, game_id: UUID, refusal: RuleViolation) -> HttpResponse:
    """Answers 409 with the sentence and the current table; raises like `load_for` and `render_table`."""
    if wants_json(request):
        return refused(request, refusal)
    loaded, seat = load_for(page, game_id, request.user)
    if not getattr(request, "htmx", False):
        return render_table(request, page, loaded, seat, refusal=refusal)
    body = render_update(page.contexts(loaded, seat), seq=loaded.row.seq) + toast(
        translate(refusal.sentence), help_url=page.help_url(refusal.code)
    )
    return HttpResponse(body, status=409)
