"""The pages for programs tell every address, body, answer and code, and every link on them leads somewhere."""

import re

import pytest
from django.test import Client
from django.utils import translation

from tabletop.reference.document import GameAddresses, games_for_programs
from tabletop.reference.outline import outline
from tabletop.reference.schema_fields import example, fields_of

pytestmark = pytest.mark.django_db


GAMES = pytest.mark.parametrize("game", games_for_programs(), ids=lambda game: game.slug)


def page_of(client: Client, slug: str = "") -> str:
    address = f"/api/{slug}/" if slug else "/api/"
    answer = client.get(address, headers={"Accept": "text/html"})
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_first_page_leads_to_every_game(client: Client) -> None:
    html = page_of(client)
    for game in games_for_programs():
        assert f'href="/api/{game.slug}/"' in html
    # Beside the way to play them, as on every page.
    assert 'href="/deckbuilder/"' in html
    assert "Authorization: Bearer" in html


@GAMES
def test_every_address_can_be_read_and_tried(client: Client, game: GameAddresses) -> None:
    html = page_of(client, game.slug)
    for address in game.addresses:
        assert f'data-method="{address.route.method}" data-path="{address.path}"' in html


@GAMES
def test_every_link_within_the_page_has_its_target(client: Client, game: GameAddresses) -> None:
    html = page_of(client, game.slug)
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(set(ids)) == len(ids)
    assert {target for target in re.findall(r'href="#([^"]+)"', html) if target != "main"} <= set(ids)


def test_every_message_of_a_socket_can_be_read(client: Client) -> None:
    html = page_of(client, "cambio")
    (socket,) = (game.socket for game in games_for_programs() if game.socket)
    assert f"<code>{socket.path}</code>" in html
    for kind in socket.sent:
        assert f'id="cambio.{kind.__name__}"' in html
    for name in socket.answers:
        assert f"<code>{name}</code>" in html


def test_nobody_needs_a_name_to_read_it(client: Client) -> None:
    assert "INVALID_CARD_POSITION" in page_of(client, "cambio")


def test_a_game_that_programs_cannot_play_has_no_page(client: Client) -> None:
    assert client.get("/api/chess/", headers={"Accept": "text/html"}).status_code == 404


def test_an_unknown_address_beside_it_is_answered_in_json(client: Client) -> None:
    answer = client.get("/api/nothing")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_body_to_begin_with_has_the_fields_that_must_be_there() -> None:
    (game,) = outline(games_for_programs(["cambio"]))
    bodies = {operation.path.rpartition("/")[2]: operation.example for operation in game.operations}
    assert bodies["create"] == '{"playerCount":0,"creatorDisplayName":""}'
    assert (bodies["draw"], bodies["start"], bodies["scores"]) == ('{"source":"deck"}', "{}", "")


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "string"}, "text"),
        ({}, "anything"),
        ({"enum": ["a", 1, None]}, '`"a"` or `1` or `null`'),
        ({"const": True}, "`true`"),
        ({"type": "array"}, "list of anything"),
        ({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]}, "[text, integer]"),
        ({"type": "object", "additionalProperties": {"type": "number"}}, "object of number"),
        ({"anyOf": [{"$ref": "#/components/schemas/duel.Card"}, {"type": "null"}]}, "Card or null"),
    ],
)
def test_a_schema_is_put_into_words(schema: dict[str, object], words: str) -> None:
    (field,) = fields_of({"properties": {"x": schema}})
    assert field.type_text == words
    assert not field.is_required


def test_words_are_escaped_for_the_page() -> None:
    (field,) = fields_of({"properties": {"x": {"enum": ["<b>"]}}})
    assert field.type_html == "<code>&quot;&lt;b&gt;&quot;</code>"


def test_a_value_to_begin_with_follows_references() -> None:
    schemas = {"duel.Card": {"type": "object", "properties": {"rank": {"type": "integer"}}, "required": ["rank"]}}
    assert example({"$ref": "#/components/schemas/duel.Card"}, schemas) == {"rank": 0}


def test_the_words_are_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabletop.reference.schema_fields._", lambda text: f"<{text}>")
    with translation.override("en"):
        (field,) = fields_of({"properties": {"x": {"type": "array", "items": {"type": "string"}}}})
    assert field.type_text == "<list of> <text>"
