"""Parts as HTML: cached up to a number of bytes, with a token where forms need one."""

import msgspec
import pytest
from django.template.loader import render_to_string

from tabletop.live import parts
from tabletop.live.parts import Part, RenderCache, View, build_contexts, render_parts

TEMPLATE = "live/_connection.html"


def content(number: int) -> bytes:
    return msgspec.json.encode({"number": number})


def test_what_was_rendered_before_is_not_rendered_again() -> None:
    render = RenderCache(max_bytes=100_000)
    assert render(TEMPLATE, content(1), "en") is render(TEMPLATE, content(1), "en")
    assert render(TEMPLATE, content(1), "en") is not render(TEMPLATE, content(1), "de")


def test_what_was_not_asked_for_the_longest_is_forgotten_first() -> None:
    size = len(content(1)) + len(RenderCache(max_bytes=100_000)(TEMPLATE, content(1), "en"))
    render = RenderCache(max_bytes=2 * size)
    first, second = render(TEMPLATE, content(1), "en"), render(TEMPLATE, content(2), "en")
    assert render(TEMPLATE, content(1), "en") is first
    render(TEMPLATE, content(3), "en")
    assert render.bytes == 2 * size
    assert render(TEMPLATE, content(1), "en") is first
    assert render(TEMPLATE, content(2), "en") is not second


def test_what_is_too_long_to_be_kept_is_rendered_all_the_same() -> None:
    render = RenderCache(max_bytes=1)
    assert "conn" in render(TEMPLATE, content(1), "en")
    assert render.bytes == 0


def test_what_two_threads_render_at_once_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    render = RenderCache(max_bytes=100_000)
    alone = RenderCache(max_bytes=100_000)
    alone(TEMPLATE, content(1), "en")

    def meanwhile(template: str, context: dict[str, int]) -> str:
        """The other thread is quicker."""
        monkeypatch.setattr(parts, "render_to_string", render_to_string)
        render(TEMPLATE, content(1), "en")
        return render_to_string(template, context)

    monkeypatch.setattr(parts, "render_to_string", meanwhile)
    render(TEMPLATE, content(1), "en")
    assert render.bytes == alone.bytes


def test_the_token_is_put_into_every_form_that_posts_and_nowhere_without_one() -> None:
    part = Part(name="actions", template="tinygame/_actions.html", context=lambda view: view)
    game_id = "00000000-0000-0000-0000-000000000000"
    contexts = build_contexts((part,), {"id": game_id, "mySeat": 0, "turn": 0, "myHand": [3, 5], "mayRedraw": False})
    assert render_parts(contexts, csrf_token="secret")["actions"].count('value="secret"') == 2
    assert "csrfmiddlewaretoken" not in render_parts(contexts)["actions"]


def test_a_part_is_empty_while_its_field_says_so_and_its_context_is_not_built() -> None:
    def build(view: View) -> View:
        assert view["phase"] == "playing"
        return {"phase": view["phase"]}

    part = Part(name="felt", template=TEMPLATE, context=build, empty_while=("phase", frozenset({"setup"})))
    assert build_contexts((part,), {"phase": "setup"}) == {part: b"{}"}
    assert build_contexts((part,), {"phase": "playing"}) == {part: b'{"phase":"playing"}'}
