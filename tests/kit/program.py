"""A program at a table: speaks JSON, carries its token, knows nothing of cookies. Each game has its own address."""

import json
from typing import Any, ClassVar, Self
from uuid import UUID

import msgspec
from django.test import Client
from django.urls import Resolver404

from tabletop.api.routes import Route
from tabletop.api.shapes import Refusal

Headers = dict[str, str]


def check_answer(response: Any) -> None:
    """The answer has the shape, or the code, that its address is registered with.

    That nothing the view has built was dropped on the way, `tabletop.api.typed` sees to with the settings of the tests.
    """
    route = _route(response)
    if route is None:
        return
    told, status = json.loads(response.content), response.status_code
    shape = route.answer if status == route.status else Refusal
    # Through JSON and back: a field that the shape does not know would be lost, one that it lacks be added.
    assert json.loads(msgspec.json.encode(msgspec.convert(told, shape))) == told
    if shape is Refusal:
        assert told["code"] in route.refusals.get(status, ()), (status, told["code"])


def _route(response: Any) -> Route | None:
    """None for an address that is none, and for a view that a test calls itself."""
    try:
        view = getattr(getattr(response, "resolver_match", None), "func", None)
    except Resolver404:
        return None
    return getattr(view, "route", None)


class Answer:
    def __init__(self, response: Any) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.text = response.content.decode()
        self.json: Any = json.loads(self.text)
        check_answer(response)

    @property
    def code(self) -> str:
        assert self.json.keys() == {"code", "message", "details"}, self.json
        assert self.json["message"].endswith(".")
        return str(self.json["code"])

    @property
    def refusal(self) -> tuple[int, str]:
        return self.status, self.code


class Api:
    def __init__(self, base: str) -> None:
        self.base = base

    def post(
        self, path: str, body: Any = None, *, client: Client | None = None, headers: Headers | None = None
    ) -> Answer:
        content = body if isinstance(body, str | bytes) else json.dumps({} if body is None else body)
        sender = client or Client(enforce_csrf_checks=True)
        return Answer(sender.post(f"{self.base}/{path}", content, content_type="application/json", headers=headers))

    def get(self, path: str, *, client: Client | None = None, headers: Headers | None = None) -> Answer:
        return Answer((client or Client(enforce_csrf_checks=True)).get(f"{self.base}/{path}", headers=headers))


class ProgramAtTable:
    api: ClassVar[Api]

    def __init__(self, entered: Answer) -> None:
        assert entered.status in (200, 201), entered.text
        self.entered = entered
        self.game_id: str = entered.json["gameId"]
        self.player_id: str = entered.json["playerId"]
        self.token: str = entered.json["playerToken"]

    @classmethod
    def create(cls, **body: Any) -> Self:
        return cls(cls.api.post("create", {"playerCount": 2, "creatorDisplayName": "Juno"} | body))

    @classmethod
    def join(cls, host: Self, name: str) -> Self:
        return cls(cls.api.post(f"{host.game_id}/join", {"displayName": name}))

    @property
    def id(self) -> UUID:
        return UUID(self.game_id)

    @property
    def bearer(self) -> Headers:
        return {"Authorization": f"Bearer {self.token}"}

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        return self.api.post(f"{self.game_id}/{path}", body, headers={**self.bearer, **headers})

    def get(self, path: str = "") -> Answer:
        return self.api.get(f"{self.game_id}/{path}".rstrip("/"), headers=self.bearer)

    @property
    def state(self) -> Any:
        return self.get().json["state"]
