"""The invitation /t/CODE/ of every game: one page, one press."""

from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core import signing
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails
from msgspec.structs import asdict

from tabletop import timebase
from tabletop.accounts.cookies import cookie_name
from tabletop.accounts.gate import GUEST_LIMIT, person_or_new_guest
from tabletop.accounts.models import User
from tabletop.accounts.names import clean_display_name
from tabletop.conditional import answer_with_page
from tabletop.engine import Loaded, UnknownGame
from tabletop.error_codes import RULES_STATUS
from tabletop.games import get_game, table_url
from tabletop.live.watchers import MOST_WATCHERS, Onlooker, look_in
from tabletop.lobby.codes import look_up
from tabletop.lobby.queries import table_with_code
from tabletop.lobby.views import show_home
from tabletop.notify.queries import wants_mail
from tabletop.play import read
from tabletop.rules import RuleViolation
from tabletop.table import Table
from tabletop.tables.chair_wishes import is_on_list
from tabletop.tables.entrance import as_guest, enter_once, may_log_in_again
from tabletop.tables.entry_requests import asked_once
from tabletop.tables.forms import new_entry_key
from tabletop.tables.held_seats import held_seat
from tabletop.tables.invitation import Door, Invitation, build_invitation
from tabletop.tables.removals import minutes_away
from tabletop.tables.seats import Entry, Terms
from tabletop.tables.services import TableServices
from tabletop.translation import translate

NOBODY = UUID(int=0)
MAY_CHANGE: tuple[Door, ...] = ("removed", "kept", "full", "started")
"""Doors at which one waits, and where nothing is typed."""
LAST_NAME, SALT = "last_name", "tabletop.tables.last_name"


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, code: str) -> HttpResponse:
    """The page that a shared link leads to; its button takes a chair. Wrong codes are counted."""
    found = look_up(request, code, table_with_code)
    if found is None:
        return show_home(request, refused_code=code, is_link=True)
    services, game_id = found
    try:
        if request.method != "POST":
            return show_door(request, services, game_id)
        if request.POST.get("do") == "watch":
            return _watch(request, services, game_id)
        if request.POST.get("do") == "tell":
            return _tell_later(request, services, game_id)
        return take_chair(request, services, game_id)
    except UnknownGame:
        # The last person has just left.
        return show_home(request, refused_code=code, is_link=True)


def _watch(request: HttpRequest, services: TableServices, game_id: UUID) -> HttpResponse:
    """Leads to the table; a stranger becomes a guest by it, unless there is nothing to see."""
    told = _told(request, services, read(services.engine, game_id))
    if told.watch != "now":
        return show_door(request, services, game_id, is_refused=True)
    person_or_new_guest(request)
    return HttpResponseRedirect(table_url(services.engine.slug, game_id))


def _tell_later(request: HttpRequest, services: TableServices, game_id: UUID) -> HttpResponse:
    """Puts the person on the list for a chair; a stranger becomes a guest by it, unless the game is over."""
    loaded = read(services.engine, game_id)
    if services.rules.is_over(loaded.state):
        return show_door(request, services, game_id, is_refused=True)
    if loaded.seat_of(person=request.user.pk) is None:
        services.ask_for_chair(game_id=game_id, person=person_or_new_guest(request))
    return HttpResponseRedirect(request.path)


def take_chair(request: HttpRequest, services: TableServices, game_id: UUID) -> HttpResponse:
    """Takes a chair; a stranger becomes a guest of the name that was sent, or stays a stranger."""
    slug = services.engine.slug
    user = request.user if isinstance(request.user, User) else None
    name = request.POST.get("name", "")
    pressed = request.POST.get("do", "")

    def enter(person: User) -> Entry:
        return services.sit_down(game_id=game_id, person=person, pressed=pressed, terms=Terms(token=None))

    try:
        if user is not None:
            enter(user)
        else:
            name = clean_display_name(name)
            _enter_as_guest(request, services, game_id, name=name, enter=enter)
    except ValidationError as problem:
        return show_door(request, services, game_id, name=name, problem=" ".join(problem.messages))
    except RuleViolation as refusal:
        return show_door(request, services, game_id, refusal, name=name)
    response = HttpResponseRedirect(table_url(slug, game_id))
    if user is None:
        _remember_name(response, name)
    return response


def _enter_as_guest(
    request: HttpRequest, services: TableServices, game_id: UUID, *, name: str, enter: Callable[[User], Entry]
) -> None:
    """Makes the guest and takes the chair together: without a chair there is no guest. Raises like `enter`."""
    GUEST_LIMIT.count_client(request)
    asked = asked_once(request, services.engine.slug, f"join {game_id}", None)
    entry = enter_once(services, asked, lambda _token: as_guest(name=name, enter=enter))
    if may_log_in_again(entry):
        login(request, entry.person)


def show_door(
    request: HttpRequest,
    services: TableServices,
    game_id: UUID,
    refusal: RuleViolation | None = None,
    *,
    name: str = "",
    problem: str = "",
    is_refused: bool = False,
) -> HttpResponse:
    """The invitation, or what can be done at a table that takes nobody; who sits there is led to the table.

    `refusal` says why a chair was not given, `problem` what is wrong with the `name`; with `is_refused` the page itself
    says why somebody may not look on. Raises Http404.
    """
    try:
        loaded = read(services.engine, game_id)
    except UnknownGame:
        raise Http404 from None
    slug = services.engine.slug
    if loaded.seat_of(person=request.user.pk) is not None:
        if refusal is not None:
            # Of the next table, which somebody who sits here wanted to join.
            messages.error(request, translate(refusal.sentence))
        if HtmxDetails(request):
            return HttpResponseClientRedirect(table_url(slug, game_id))
        return HttpResponseRedirect(table_url(slug, game_id))
    game, is_known = get_game(slug), request.user.is_authenticated
    told = _told(request, services, loaded)
    context = {
        **asdict(told),
        "initial": told.initial,
        "most_watchers": MOST_WATCHERS,
        "game": game,
        "current_game": slug,
        "table_url": table_url(slug, game_id),
        "new_table_url": f"{slug}:new_table",
        "sit_in_url": reverse(f"{slug}:sit_in", args=[game_id]),
        "picture": settings.SITE_URL + static(game.picture) if game.picture else "",
        "looks_again": told.door in MAY_CHANGE and refusal is None,
        "refusal": "" if refusal is None else translate(refusal.sentence),
        "name": name or _last_name(request),
        "problem": problem,
        "entry_key": new_entry_key(),
    }
    status = RULES_STATUS if is_refused or refusal is not None else 422 if problem else 200
    # The form of a stranger has a key of its own each time.
    marks = (request.path, told) if is_known and status == 200 else ()
    return answer_with_page(
        request, *marks, render=lambda: render(request, "tables/invitation.html", context, status=status)
    )


def _told(request: HttpRequest, services: TableServices, loaded: Loaded[Table]) -> Invitation:
    slug, game_id, person, held = services.engine.slug, loaded.row.pk, request.user.pk, loaded.state.series.held
    kept = held_seat(slug, game_id, person) if held and person is not None else None
    # Strangers are nobody of those who look on.
    who, now = Onlooker(slug, game_id, person or NOBODY), timebase.now()
    return build_invitation(
        get_game(slug),
        services.rules,
        loaded,
        room=look_in(who, now=now),
        now=now,
        is_former=person in loaded.former_people,
        is_expected=kept is not None and str(kept) in held,
        minutes_away=0 if person is None else minutes_away(slug, game_id, person),
        is_on_list=person is not None and is_on_list(slug, game_id, person),
        is_mailed=isinstance(request.user, User) and wants_mail(request.user),
    )


def _remember_name(response: HttpResponse, name: str) -> None:
    """For the next invitation, when the session may be gone."""
    response.set_cookie(
        cookie_name(LAST_NAME),
        signing.dumps(name, salt=SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=bool(settings.SESSION_COOKIE_SECURE),
        httponly=True,
        samesite="Lax",
    )


def _last_name(request: HttpRequest) -> str:
    try:
        return str(signing.loads(request.COOKIES.get(cookie_name(LAST_NAME), ""), salt=SALT))
    except signing.BadSignature:
        return ""
