"""Templates and stylesheets for the tests of the look."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
CSS = ROOT / "static" / "css"
IMAGES = ROOT / "static" / "img"

COMMENT = re.compile(r"\{#.*?#\}|\{% comment.*?%\}.*?\{% endcomment %\}|<!--.*?-->", re.DOTALL)


def markup(template: Path) -> str:
    """The template without comments, which may name what is forbidden."""
    return COMMENT.sub("", template.read_text())


def name(template: Path) -> str:
    return str(template.relative_to(ROOT / "templates"))


def symbols(sprite: str) -> list[str]:
    return re.findall(r'<symbol id="([^"]+)"', (IMAGES / sprite).read_text())
