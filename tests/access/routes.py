"""Every address of the site: pages and programs from the URLconf, sockets from the router of the ASGI application."""

import re
from collections.abc import Iterable, Iterator

from channels.routing import URLRouter
from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver

TESTS_ALONE = ("duel/", "admin/tinygame/", "api/duel/")
"""Not part of the product."""
GROUP = re.compile(r"\(\?P(<\w+>)(?:[^()]|\([^()]*\))*\)")
"""Of a regular expression."""
OF_A_MODEL = re.compile(rf"admin/((?:{'|'.join(apps.app_configs)})/\w+)/")


def http_routes() -> list[str]:
    return [route for route in _walk(get_resolver().url_patterns) if not route.startswith(TESTS_ALONE)]


def page_routes() -> list[str]:
    return [route for route in http_routes() if not OF_A_MODEL.match(route)]


def admin_routes() -> dict[str, list[str]]:
    """The pages that the admin has for each model, by the model's address; what follows it is left of the route."""
    found: dict[str, list[str]] = {}
    for route in http_routes():
        if match := OF_A_MODEL.match(route):
            found.setdefault(match.group(1), []).append(route.removeprefix(match.group(0)))
    return found


def socket_routes() -> list[str]:
    from tabletop.asgi import sockets

    return [route for route in _walk(sockets) if not route.startswith(TESTS_ALONE)]


def _walk(patterns: Iterable[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + GROUP.sub(r"\1", str(pattern.pattern)).strip("^$").replace("\\", "")
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route)
        elif isinstance(pattern.callback, URLRouter):
            yield from _walk(pattern.callback.routes, route)
        else:
            yield route
