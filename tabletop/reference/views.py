"""The reference of the interface for programs: the OpenAPI document, and a page for each game to read and try it."""

import hashlib
from functools import cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from tabletop.conditional import answer_with_page
from tabletop.reference.document import document_text, games_for_programs
from tabletop.reference.outline import GameOutline, outline

SCHEMA_SECONDS = 300
"""How long a copy of the document is taken for current without asking."""


@cache
def _fingerprint() -> str:
    return hashlib.sha256(document_text()).hexdigest()[:32]


def _etag(_request: HttpRequest) -> str:
    return f'"{_fingerprint()}"'


@require_safe
@cache_control(public=True, max_age=SCHEMA_SECONDS)
@condition(etag_func=_etag)
def schema(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(document_text(), content_type="application/json")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    facts = {"reference": _outlines(get_language() or "").values()}
    return answer_with_page(request, request.path, render=lambda: render(request, "reference/page.html", facts))


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    facts = {"game": _outlines(get_language() or "")[slug]}
    return answer_with_page(request, request.path, render=lambda: render(request, "reference/game.html", facts))


@cache
def _outlines(_language: str) -> dict[str, GameOutline]:
    """By slug; made once for each language, because its words are in it."""
    return {each.slug: each for each in outline(games_for_programs())}
