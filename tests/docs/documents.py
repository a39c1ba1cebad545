"""What the documents offer to be cited and linked to: numbered rules, and headings."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
IGNORED = {".git", ".venv", "var", "node_modules"}

RULES = {
    "Cambio": "docs/rules/cambio.md",
    "Imperial": "docs/rules/imperial.md",
    "the Deckbuilder": "docs/rules/deckbuilder.md",
    "the table": "docs/rules/table.md",
    "the map": "docs/rules/imperial-map.md",
}

NUMBER = r"(?:[QST]\d+|\d+(?:\.\d+)*)"
HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.M)
NUMBERED_HEADING = re.compile(rf"^#{{2,6}} +({NUMBER})\.? ", re.M)
NUMBERED_LINE = re.compile(rf'<a id="([^"]+)"></a>({NUMBER})?')
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def source_files(*endings: str) -> list[Path]:
    """The files of the repository with one of these endings, without what is installed or made."""
    return sorted(
        path
        for path in ROOT.rglob("*")
        if path.suffix in endings and not IGNORED & set(path.relative_to(ROOT).parts) and path.is_file()
    )


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def numbers(document: str) -> frozenset[str]:
    """Every number that a citation of these rules can lead to: headings and anchored lines."""
    text = (ROOT / document).read_text()
    lines = {number or anchor for anchor, number in NUMBERED_LINE.findall(text)}
    return frozenset(NUMBERED_HEADING.findall(text)) | lines


@cache
def anchors(path: Path) -> frozenset[str]:
    """What a link into this document can name after `#`."""
    text = FENCE.sub("", path.read_text())
    return frozenset(slug(heading) for heading in HEADING.findall(text)) | {
        anchor for anchor, _number in NUMBERED_LINE.findall(text)
    }


def slug(heading: str) -> str:
    """The anchor that viewers of Markdown give a heading."""
    return re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower()).replace(" ", "-")
