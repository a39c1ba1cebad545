"""The talk of a table: a drawer of its page, and a page of its own for browsers without script."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from tabletop import timebase
from tabletop.accounts.gate import asks_for_name, person_of
from tabletop.engine import Loaded
from tabletop.error_codes import CODES, RULES_STATUS
from tabletop.errors import Malformed, too_many_sentence
from tabletop.limits import TooMany
from tabletop.live.pages import TablePage, is_limited, load_for
from tabletop.live.watchers import Onlooker, look_in
from tabletop.request_headers import idempotency_key
from tabletop.response_headers import NOT_KEPT
from tabletop.rules import RuleViolation, Seat
from tabletop.talk import muting, queries, services
from tabletop.talk.contexts import shown_neighbours, shown_remark
from tabletop.talk.people import people_named, person_marked
from tabletop.talk.speakers import Speaker, rooms_read, speaker_at
from tabletop.talk.words import QUICK_WORDS
from tabletop.translation import translate

MOST_TYPED = 600
"""Browsers count UTF-16 units, of which an emoji has two: 300 characters of any kind can be typed."""


def talk_view(page: TablePage) -> Callable[..., HttpResponse]:
    """Shows what was said to those who may see the table, and takes what they say; a repeated request is one."""

    @require_http_methods(["GET", "HEAD", "POST"])
    @asks_for_name
    def view(request: HttpRequest, game_id: UUID) -> HttpResponse:
        loaded, seat = load_for(page, game_id, request.user)
        _check_room(page, loaded, seat, request.user.pk)
        speaker = speaker_at(page.engine.slug, loaded, seat, person_of(request))
        rooms = rooms_read(plays=speaker.room == "table", is_over=page.engine.rules.is_over(loaded.state))
        refusal, status = "", 200
        if request.method == "POST":
            key = idempotency_key(request)
            refusal, status = _refusal_of(lambda: _act(request.POST, speaker, loaded, rooms, key=key))
            if not refusal and not HtmxDetails(request):
                address = reverse(f"{page.engine.slug}:talk", args=[game_id])
                return HttpResponseRedirect(address, status=303)
        return _show(request, loaded, speaker, rooms, refusal=refusal, status=status)

    return view


def _check_room(page: TablePage, loaded: Loaded[Any], seat: Seat | None, person: UUID | None) -> None:
    """Raises PermissionDenied for a watcher for whom the watchers' room is full."""
    if seat is None and person is not None and is_limited(page, loaded):
        who = Onlooker(page.engine.slug, loaded.row.pk, person)
        if not look_in(who, now=timebase.now()).has_place:
            raise PermissionDenied


def _refusal_of(act: Callable[[], None]) -> tuple[str, int]:
    """The sentence of a refusal, empty without one, and the status of the answer."""
    try:
        act()
    except RuleViolation as refusal:
        return translate(refusal.sentence), RULES_STATUS
    except TooMany as refusal:
        known = CODES["too_many"]
        return too_many_sentence(refusal, known.sentence), known.status
    return "", 200


def _act(sent: QueryDict, speaker: Speaker, loaded: Loaded[Any], rooms: tuple[str, ...], *, key: str | None) -> None:
    """Raises Malformed for what no page sends, RuleViolation and TooMany."""
    match sent.get("do", "").split(":"):
        case ["say"]:
            services.write(speaker, sent.get("text", ""), key=key)
        case ["word", word]:
            services.say_quick_word(speaker, word, key=key)
        case ["mute", mark]:
            person, name = _person(mark, speaker, loaded, rooms)
            muting.mute(speaker.person, person, name=name)
        case ["unmute", mark]:
            person, _name = _person(mark, speaker, loaded, rooms)
            muting.unmute(speaker.person, person)
        case ["report", mark, reason]:
            person, name = _person(mark, speaker, loaded, rooms)
            services.report(speaker, person, reason, name=name, rooms=rooms)
        case ["unreport", mark]:
            person, _name = _person(mark, speaker, loaded, rooms)
            services.take_back_report(speaker, person)
        case _:
            raise Malformed


def _person(mark: str, speaker: Speaker, loaded: Loaded[Any], rooms: tuple[str, ...]) -> tuple[UUID | None, str]:
    """Who is meant, with the name that the page shows; None and no name for nobody there."""
    remarks = queries.remarks_in(speaker.slug, speaker.game_id, rooms)
    return person_marked(mark, speaker.game_id, people_named(speaker, loaded, remarks))


def _show(
    request: HttpRequest, loaded: Loaded[Any], speaker: Speaker, rooms: tuple[str, ...], *, refusal: str, status: int
) -> HttpResponse:
    remarks = queries.remarks_in(speaker.slug, speaker.game_id, rooms)
    muted = queries.muted_by(speaker.person)
    reported = queries.reported_by(speaker.person, speaker.game_id)
    people = people_named(speaker, loaded, remarks)
    neighbours = shown_neighbours(speaker.game_id, people, reader=speaker.person, muted=muted, reported=reported)
    context = {
        "table": loaded.row,
        "current_game": speaker.slug,
        "speaker": speaker,
        "remarks": [shown_remark(each, speaker.person) for each in remarks if each.person_id not in muted],
        "neighbours": neighbours,
        "newest": remarks[-1].pk if remarks else 0,
        "longest_text": MOST_TYPED,
        "quick_words": [] if speaker.place is None else [*QUICK_WORDS.items()],
        "refusal": refusal,
        "swap": request.method == "POST",
    }
    shown = "page" if not HtmxDetails(request) else "answer" if request.method == "POST" else "drawer"
    response = render(request, f"talk/{shown}.html", context, status=status)
    response["Cache-Control"] = NOT_KEPT
    return response
