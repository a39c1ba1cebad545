"""Parts as HTML: cached up to a number of bytes, with a token where forms need one."""

import pytest
from django.template import Context as TemplateContext
from django.template import Template

from tabletop.live import parts
from tabletop.live.parts import (
    EMPTY,
    Context,
    Line,
    Part,
    RenderCache,
    build_contexts,
    changed_contexts,
    encode_context,
    render_parts,
    size_of_entry,
)
from tests.tinygame.pages import Actions

TEMPLATE = "live/_connection.html"


class Number(Context, frozen=True):
    number: int


class OtherNumber(Context, frozen=True):
    number: int


class Doubled(Number, frozen=True):
    @property
    def twice(self) -> int:
        return 2 * self.number


class Felt(Context, frozen=True):
    phase: str


def content(number: int) -> Number:
    return Number(number=number)


def test_what_was_rendered_before_is_not_rendered_again() -> None:
    render = RenderCache(max_bytes=100_000)
    assert render(TEMPLATE, content(1), "en") is render(TEMPLATE, content(1), "en")
    assert render(TEMPLATE, content(1), "en") is not render(TEMPLATE, content(1), "de")


def test_what_was_not_asked_for_the_longest_is_forgotten_first() -> None:
    size = size_of_entry(RenderCache(max_bytes=100_000)(TEMPLATE, content(1), "en"))
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
    render_template = parts._render_template

    def meanwhile(template: str, context: Context) -> str:
        """The other thread is quicker."""
        monkeypatch.setattr(parts, "_render_template", render_template)
        render(TEMPLATE, content(1), "en")
        return render_template(template, context)

    monkeypatch.setattr(parts, "_render_template", meanwhile)
    render(TEMPLATE, content(1), "en")
    assert render.bytes == alone.bytes


def test_contexts_of_two_kinds_are_never_the_same() -> None:
    render = RenderCache(max_bytes=100_000)
    one: Context = Number(number=1)
    other: Context = OtherNumber(number=1)
    assert one != other
    assert render(TEMPLATE, one, "en") is not render(TEMPLATE, other, "en")


def test_a_part_has_changed_if_its_context_is_of_another_value() -> None:
    """Also where two values have the same hash, as -1 and -2 have."""
    part = Part(name="number", template=TEMPLATE, context=content)
    shown = build_contexts((part,), -1)
    assert changed_contexts(shown, build_contexts((part,), -1)) == {}
    assert changed_contexts(shown, build_contexts((part,), -2)) == {part: content(-2)}


def test_the_token_is_put_into_every_form_that_posts_and_nowhere_without_one() -> None:
    actions = Actions(
        id="00000000-0000-0000-0000-000000000000",
        my_seat=0,
        turn=0,
        my_hand=(3, 5),
        may_redraw=False,
        may_undo=False,
        waiting=False,
    )
    part = Part(name="actions", template="tinygame/_actions.html", context=lambda view: view)
    contexts = build_contexts((part,), actions)
    assert render_parts(contexts, csrf_token="secret")["actions"].count('value="secret"') == 2
    assert "csrfmiddlewaretoken" not in render_parts(contexts)["actions"]


def test_a_part_is_empty_while_its_field_says_so_and_its_context_is_not_built() -> None:
    def build(view: Felt) -> Felt:
        assert view.phase == "playing"
        return view

    part = Part(name="felt", template=TEMPLATE, context=build, empty_while=("phase", frozenset({"setup"})))
    playing = Felt(phase="playing")
    assert build_contexts((part,), Felt(phase="setup")) == {part: EMPTY}
    assert build_contexts((part,), playing) == {part: playing}


def test_a_context_is_the_same_bytes_in_every_process() -> None:
    assert encode_context(Line(seq=7)) == b'{"seq":7}'


def test_templates_find_the_fields_and_properties_of_what_a_context_holds() -> None:
    shown = {"inner": Doubled(number=2)}
    page = Template("{{ inner.number }} {{ inner.twice }} [{{ inner.missing }}]")
    assert page.render(TemplateContext(shown)) == "2 4 []"
