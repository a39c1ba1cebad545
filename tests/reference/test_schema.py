"""/api/schema.json is OpenAPI 3.1, lists every address for programs, and tells of their answers what they are."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from jsonschema import Draft202012Validator, ValidationError
from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from tabletop.reference.document import build_document, games_for_programs, readable_document
from tabletop.rules import Json
from tests.cambio.api.program import Program as CambioProgram
from tests.imperial.api.program import Program as ImperialProgram
from tests.kit.program import Answer, check_answer

SNAPSHOT = Path(__file__).with_name("schema.json")
GAMES = ["cambio", "imperial"]


@pytest.fixture(scope="module")
def document() -> Json:
    read: Json = json.loads(readable_document(games_for_programs(GAMES)))
    return read


def test_the_document_is_openapi() -> None:
    validate(json.loads(json.dumps(build_document(games_for_programs()))), cls=OpenAPIV31SpecValidator)


def test_the_document_is_the_stored_one() -> None:
    """A change that programs notice is seen in the difference. Run bin/docs to store it."""
    assert readable_document(games_for_programs(GAMES)) == SNAPSHOT.read_text()


def configured(patterns: Iterable[URLPattern | URLResolver], prefix: str = "/") -> Iterator[str]:
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from configured(pattern.url_patterns, path)
        elif "/api/" in path and not path.startswith("/api/"):
            yield path.replace("<str:game_id>", "{id}")


def test_every_address_for_programs_is_in_the_document_and_no_other() -> None:
    told = build_document(games_for_programs())["paths"]
    assert sorted(told) == sorted(configured(get_resolver().url_patterns))


def test_an_operation_has_one_name(document: Json) -> None:
    names = [told["operationId"] for path in document["paths"].values() for told in path.values()]
    assert len(set(names)) == len(names)


def test_the_document_is_served_to_be_kept(client: Client) -> None:
    answer = client.get("/api/schema.json")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/json")
    assert answer["Cache-Control"] == "public, max-age=300"
    assert answer.json()["openapi"] == "3.1.0"
    again = client.get("/api/schema.json", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/api/schema.json", headers={"If-None-Match": '"another"'}).status_code == 200


def test_the_document_can_only_be_read(client: Client) -> None:
    answer = client.post("/api/schema.json")
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


def check(document: Json, method: str, path: str, answer: Answer) -> None:
    """Raises ValidationError unless the answer fits the schema that the document has for its status."""
    told = document["paths"][path][method]["responses"][str(answer.status)]
    if "$ref" in told:
        told = document["components"]["responses"][told["$ref"].rpartition("/")[2]]
    schema = {"components": document["components"], **told["content"]["application/json"]["schema"]}
    Draft202012Validator(schema).validate(answer.json)


@pytest.mark.django_db
def test_answers_of_cambio_fit_their_schemas(document: Json) -> None:
    base = "/cambio/api/game"
    host = CambioProgram.create()
    other = CambioProgram.join(host, "Mara")
    check(document, "post", f"{base}/create", host.entered)
    check(document, "post", f"{base}/{{id}}/join", other.entered)
    for path in ("start", "view-initial"):
        check(document, "post", f"{base}/{{id}}/{path}", host.post(path))
    other.post("view-initial")
    onto = host if host.state["currentTurnPlayerId"] == host.player_id else other
    for path, body in (("draw", {"source": "deck"}), ("draw", {"source": "deck"}), ("discard", {}), ("power", {})):
        check(document, "post", f"{base}/{{id}}/{path}", onto.post(path, body))
    check(document, "get", f"{base}/{{id}}", host.get())
    check(document, "get", f"{base}/{{id}}/scores", host.get("scores"))
    check(document, "post", f"{base}/{{id}}/start", host.post("start", {"expectedVersion": 1}))


@pytest.mark.django_db
def test_answers_of_imperial_fit_their_schemas(document: Json) -> None:
    base = "/imperial/api/game"
    host = ImperialProgram.create(botCount=1)
    check(document, "post", f"{base}/create", host.entered)
    for path, body in (("start", {}), ("bid", {"amount": 2}), ("undo", {}), ("bid", {"amount": "2"}), ("vote", {})):
        check(document, "post", f"{base}/{{id}}/{path}", host.post(path, body))
    for path in ("", "/history", "/options"):
        check(document, "get", f"{base}/{{id}}{path}", host.get(path.strip("/")))


@pytest.mark.django_db
def test_an_answer_of_another_shape_is_noticed(document: Json) -> None:
    host = CambioProgram.create()
    told: Any = host.get()
    told.json["state"].pop("phase")
    with pytest.raises(ValidationError):
        check(document, "get", "/cambio/api/game/{id}", told)


@pytest.mark.django_db
def test_the_programs_of_the_tests_notice_a_field_that_no_shape_has(client: Client) -> None:
    host = CambioProgram.create()
    answer = client.get(f"/cambio/api/game/{host.game_id}", headers=host.bearer)
    check_answer(answer)
    answer.content = json.dumps(answer.json() | {"secret": 1}).encode()
    with pytest.raises(AssertionError):
        check_answer(answer)
