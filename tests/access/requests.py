"""What a visitor sends to a route: an address without placeholders, and a body that can be read.

A route that is not named here gets an empty form, or an empty JSON object if it is for programs.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponseBase

from tests.access.visitors import PASSWORD, Visitor, World

JSON = "application/json"
CSRF_TOKEN = "c" * 32
PLACEHOLDER = re.compile(r"<(?:\w+:)?(\w+)>")


@dataclass(frozen=True, kw_only=True)
class Sent:
    body: Mapping[str, Any]
    table: str = "running"


def _sent(table: str = "running", /, **body: Any) -> Sent:
    return Sent(body=body, table=table)


NEW_TABLE = {"player_count": "2", "bot_count": "0", "level": "easy", "pace": "calm"}
UNIT = {"kind": "army", "origin": "Vienna"}
CREATE = _sent(playerCount=2, creatorDisplayName="Nova")
JOIN = _sent("waiting", displayName="Nova")

SENT: Mapping[str, Sent] = {
    "join/": _sent(code="WRONGX"),
    "t/<str:code>/": _sent("waiting", name="Nova"),
    "account/guest/": _sent(name="Nova"),
    "account/login/": _sent(login="account@example.org", password="wrong"),
    "account/sign-up/": _sent(name="Nova", email="nova@example.org", password1=PASSWORD),
    "account/reset/": _sent(email="nobody@example.org"),
    "account/": _sent(display_name="Nova", theme="dark", motion="full"),
    "account/preferences/": _sent(theme="dark", sounds="on", motion="brisk"),
    "account/muted/": _sent(mute="1"),
    "account/delete/": _sent(proof=PASSWORD),
    "account/e-mail/": _sent(email="nova@example.org", password="wrong"),
    "account/password/": _sent(oldpassword="wrong", password1="nine yellow kettles"),
    "account/password/again/": _sent(password="wrong"),
    "account/second-factor/again/": _sent(code="000000"),
    "account/passkeys/<int:pk>/name/": _sent(name="Nova"),
    "cambio/new/": Sent(body=NEW_TABLE),
    "cambio/<uuid:game_id>/join/": _sent("waiting"),
    "cambio/<uuid:game_id>/leave/": _sent("waiting"),
    "cambio/<uuid:game_id>/rematch/": _sent("over"),
    "cambio/<uuid:game_id>/sit-in/": _sent("running", chair="ask"),
    "cambio/<uuid:game_id>/talk/": _sent("running", do="say", text="Hello"),
    "cambio/<uuid:game_id>/decline/": _sent("over"),
    "cambio/<uuid:game_id>/act/": _sent(do="draw:deck"),
    "cambio/api/game/create": CREATE,
    "cambio/api/game/join": _sent("waiting", displayName="Nova", roomCode="{code}"),
    "cambio/api/game/<str:game_id>/join": JOIN,
    "cambio/api/game/<str:game_id>/add_bot": _sent("waiting", level="easy"),
    "cambio/api/game/<str:game_id>/remove_bot": _sent("waiting", playerId="nobody"),
    "cambio/api/game/<str:game_id>/leave": _sent("waiting"),
    "cambio/api/game/<str:game_id>/remove_person": _sent("waiting", playerId="nobody"),
    "cambio/api/game/<str:game_id>/change_bot": _sent("waiting", playerId="nobody", level="high"),
    "cambio/api/game/<str:game_id>/take_seat": _sent(displayName="Eve"),
    "cambio/api/game/<str:game_id>/settings": _sent("waiting", name="Friday"),
    "cambio/api/game/<str:game_id>/start": _sent("waiting"),
    "cambio/api/game/<str:game_id>/draw": _sent(source="deck"),
    "cambio/api/game/<str:game_id>/swap": _sent(position=0),
    "cambio/api/game/<str:game_id>/power": _sent(skip=True),
    "cambio/api/game/<str:game_id>/scores": _sent("over"),
    "imperial/new/": Sent(body=NEW_TABLE),
    "imperial/<uuid:game_id>/join/": _sent("waiting"),
    "imperial/<uuid:game_id>/leave/": _sent("waiting"),
    "imperial/<uuid:game_id>/rematch/": _sent("over"),
    "imperial/<uuid:game_id>/sit-in/": _sent("running", chair="ask"),
    "imperial/<uuid:game_id>/talk/": _sent("running", do="say", text="Hello"),
    "imperial/<uuid:game_id>/decline/": _sent("over"),
    "imperial/<uuid:game_id>/act/": _sent(type="bid", amount="1"),
    "imperial/<uuid:game_id>/draft/": _sent(amount="1"),
    "imperial/<uuid:game_id>/hint/": _sent(hint="auction"),
    "imperial/<uuid:game_id>/chart/": _sent("over"),
    "imperial/<uuid:game_id>/turns/": _sent("over"),
    "imperial/<uuid:game_id>/turn/<int:number>/": _sent("over"),
    "imperial/api/game/create": CREATE,
    "imperial/api/game/join": _sent("waiting", displayName="Nova", roomCode="{code}"),
    "imperial/api/game/<str:game_id>/join": JOIN,
    "imperial/api/game/<str:game_id>/add_bot": _sent("waiting"),
    "imperial/api/game/<str:game_id>/remove_bot": _sent("waiting", playerId="nobody"),
    "imperial/api/game/<str:game_id>/leave": _sent("waiting"),
    "imperial/api/game/<str:game_id>/remove_person": _sent("waiting", playerId="nobody"),
    "imperial/api/game/<str:game_id>/change_bot": _sent("waiting", playerId="nobody", level="high"),
    "imperial/api/game/<str:game_id>/take_seat": _sent(displayName="Eve"),
    "imperial/api/game/<str:game_id>/settings": _sent("waiting", name="Friday"),
    "imperial/api/game/<str:game_id>/start": _sent("waiting"),
    "imperial/api/game/<str:game_id>/plan": _sent(unit=UNIT),
    "imperial/api/game/<str:game_id>/bid": _sent(amount=1),
    "imperial/api/game/<str:game_id>/bid_buy": _sent(accept=True),
    "imperial/api/game/<str:game_id>/buy": _sent(country="Austria", stock=2),
    "imperial/api/game/<str:game_id>/dictator_peace": _sent(accept=True),
    "imperial/api/game/<str:game_id>/maneuver_batch": _sent(fleet_man=[]),
    "imperial/api/game/<str:game_id>/maneuver_step": _sent(destination="Vienna"),
    "imperial/api/game/<str:game_id>/peace_vote": _sent(choice="accept"),
    "imperial/api/game/<str:game_id>/propose": _sent(wheel_spot="Taxation"),
    "imperial/api/game/<str:game_id>/vote": _sent(choice=1),
    "deckbuilder/<uuid:deck_id>/act/": _sent(do="reset", version="0"),
    "deckbuilder/<uuid:deck_id>/import/": _sent(file="", version="0"),
    "deckbuilder/<uuid:deck_id>/share/": _sent(link="on"),
    "deckbuilder/<uuid:deck_id>/rename/": _sent(name="Nova"),
}
NOTHING = Sent(body={})


def is_for_programs(route: str) -> bool:
    return "/api/game/" in route


def slug_of(route: str) -> str:
    return route.partition("/")[0]


def table_of(route: str) -> str:
    return SENT.get(route, NOTHING).table


def address(world: World, route: str) -> str:
    """The route with what stands in the world for its placeholders; for an unknown one something that is nowhere."""
    table = world.tables.get((slug_of(route), table_of(route)), world.tables["cambio", "waiting"])
    known = {
        "game_id": table.game_id,
        "deck_id": world.deck_id,
        "token": world.share_token,
        "code": table.room_code,
        "number": 1,
        "pk": world.passkey_id,
        "app_label": "cambio",
    }

    def fill(found: re.Match[str]) -> str:
        return str(known.get(found.group(1), "nowhere"))

    return "/" + PLACEHOLDER.sub(fill, route)


def visit(
    world: World, method: str, route: str, visitor: Visitor, *, accept: str = "text/html", with_token: bool = True
) -> Any:
    """The response; `with_token`: the CSRF token that a page of ours sends along."""
    sender = world.client(visitor, slug_of(route), table_of(route))
    headers = {"Accept": accept}
    if with_token:
        sender.cookies["csrftoken"] = CSRF_TOKEN
        headers["X-CSRFToken"] = CSRF_TOKEN
    path, body = address(world, route), SENT.get(route, NOTHING).body
    if method in ("GET", "HEAD", "OPTIONS", "TRACE"):
        return sender.generic(method, path, headers=headers)
    if is_for_programs(route):
        text = json.dumps(body).replace("{code}", world.tables[slug_of(route), "waiting"].room_code)
        return sender.generic(method, path, text, content_type=JSON, headers=headers)
    if method == "POST":
        files = {name: SimpleUploadedFile("deck.json", b"{}") for name in body if name == "file"}
        return sender.post(path, {**body, **files}, headers=headers)
    return sender.generic(method, path, headers=headers)


def cell_of(response: HttpResponseBase) -> str:
    """The status; for a redirect `name`, `login`, or an arrow for any other place."""
    if not 300 <= response.status_code < 400:
        return str(response.status_code)
    path = response["Location"].partition("?")[0]
    return {"/account/guest/": "name", "/account/login/": "login", "/admin/login/": "login"}.get(path, "->")
