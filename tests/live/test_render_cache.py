"""The cache of rendered parts, bounded by bytes."""

import msgspec

from tabletop.live.parts import RenderCache

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
