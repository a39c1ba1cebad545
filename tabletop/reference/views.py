"""The reference of the interface for programs: the OpenAPI document, and a page to read and try it."""

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
    facts = {"reference": _outline(get_language() or "")}
    return answer_with_page(request, request.path, render=lambda: render(request, "reference/page.html", facts))


@cache
def _outline(_language: str) -> tuple[GameOutline, ...]:
    """Made once for each language, because its words are in it."""
    return outline(games_for_programs())
