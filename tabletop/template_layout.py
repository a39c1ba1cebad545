"""Templates are laid out to be read, one element a line; the layout is taken out once, when a template is loaded.

What becomes of a line break and the blanks around it:

- beside a tag, of HTML or of Django, it is dropped; `{{ " " }}` is a blank that stays;
- between words, values and translated texts it is one blank;
- between the attributes of a tag, or inside of one, it is one blank; before `{% if %}` there, the blank goes into the
  branches, so that nothing is left of a branch that is not taken;
- in `<pre>`, `<textarea>`, `<script>`, `<style>`, `{% blocktranslate %}`, `{% comment %}` and `{% verbatim %}` it stays
  as it is written.
"""

import re

from django.template.base import Origin
from django.template.loaders import filesystem

AS_WRITTEN = r"(?s:<(pre|textarea|script|style)\b.*?</\1>|{% (blocktranslate|comment|verbatim)\b.*?{% end\2 %})"
UNIT = re.compile(rf"{AS_WRITTEN}|{{%.*?%}}|{{{{.*?}}}}|{{#.*?#}}")
"""What no line break is looked for in."""
WORDS = re.compile(r'{{(?! " " }})|{% (?:blocktranslate|translate)\b(?!.* as(?:var)? \w+ )')
"""Units that are read as text is."""
CONDITION = re.compile(r"{% (if|elif|else|endif)\b")
BREAK = re.compile(r"[ \t]*\n\s*")
LAST_BREAK = re.compile(rf"{BREAK.pattern}\Z")


def without_layout(source: str) -> str:
    pieces: list[str] = []
    blanks: list[str] = []  # what each open {% if %} owes to its branches
    position, before, in_tag = 0, ">", False
    for unit in UNIT.finditer(source):
        text, is_words = source[position : unit.start()], WORDS.match(unit[0]) is not None
        ends_in_tag = _ends_in_tag(text, in_tag=in_tag)
        condition = CONDITION.match(unit[0])
        if condition and condition[1] == "if":
            blanks.append(" " if ends_in_tag and LAST_BREAK.search(text) else "")
        if condition and ends_in_tag:
            text = LAST_BREAK.sub("", text)
        pieces += _joined(text, before, "" if is_words else "<", in_tag=in_tag), unit[0]
        if condition and condition[1] == "endif":
            blanks.pop()
        elif condition and ends_in_tag and not BREAK.match(source, unit.end()):
            pieces.append(blanks[-1])
        position, before, in_tag = unit.end(), "" if is_words else ">", ends_in_tag
    return "".join((*pieces, _joined(source[position:], before, "<", in_tag=in_tag)))


def _joined(text: str, before: str, after: str, *, in_tag: bool) -> str:
    """A text without its line breaks. It stands between `before` and `after`, each empty or the edge of a tag."""

    def blank(found: re.Match[str]) -> str:
        left, right = text[: found.start()] or before, text[found.end() :] or after
        if _ends_in_tag(text[: found.start()], in_tag=in_tag):
            return "" if right.startswith((">", "/>")) else " "
        return "" if left.endswith(">") or right.startswith("<") else " "

    return BREAK.sub(blank, text)


def _ends_in_tag(text: str, *, in_tag: bool) -> bool:
    opened, closed = text.rfind("<"), text.rfind(">")
    return in_tag if opened == closed else opened > closed


class Loader(filesystem.Loader):
    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        return without_layout(contents) if str(origin.name).endswith(".html") else contents
