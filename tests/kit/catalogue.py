"""The site in another language: a catalogue as `compilemessages` writes it, without needing its tools."""

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LANGUAGE = "de"
READER: dict[str, Any] = {"HTTP_ACCEPT_LANGUAGE": LANGUAGE}
"""What the browser of somebody with this language sends."""
GERMAN = {
    "A bid is between $0 and the %(money)s you have.": "Von $0 bis %(money)s kannst du bieten.",
    "Austria-Hungary": "Österreich-Ungarn",
    "%(first)s; %(second)s": "%(first)s, dazu %(second)s",
    "%(others)s and %(last)s": "%(others)s und %(last)s",
    "%(player)s has bid on %(country)s.": "%(player)s hat auf %(country)s geboten.",
    "%(spot)s: %(effect)s.": "%(spot)s - %(effect)s.",
    "%(country)s: %(player)s chooses %(description)s": "%(country)s: %(player)s wählt %(description)s",
    "a fleet in %(places)s": "eine Flotte in %(places)s",
    "armies in %(places)s": "Armeen in %(places)s",
    "Import": "Einfuhr",
    "Not your turn yet.": "Du bist noch nicht dran.",
    "There are insufficient cards: %(dealt)s dealt of %(asked)s asked for.": "Nur %(dealt)s von %(asked)s Karten.",
    "Your turn: %(table)s": "Du bist dran: %(table)s",
}
"""One for all tests: what is worded once for a language is kept, and so is what a part looks like in it."""
MAGIC = 0x950412DE
HEAD = struct.Struct("<7I")
PLACE = struct.Struct("<2I")
"""Length and offset of a text."""


def translate_site(settings: Any, folder: Path) -> None:
    """For one test; `settings` is the fixture, which takes it back."""
    _write(folder, GERMAN)
    settings.LANGUAGES = [("en", "English"), (LANGUAGE, "German")]
    settings.LOCALE_PATHS = [folder]


def _write(folder: Path, messages: Mapping[str, str]) -> None:
    """The format of GNU gettext: a head, where the originals and the translations are, and all the texts."""
    header = {"": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=n != 1;\n"}
    pairs = sorted((header | dict(messages)).items())
    places, texts = b"", b""
    first_text = HEAD.size + 2 * len(pairs) * PLACE.size
    for text in (*(original for original, _ in pairs), *(translation for _, translation in pairs)):
        places += PLACE.pack(len(text.encode()), first_text + len(texts))
        texts += text.encode() + b"\0"
    head = HEAD.pack(MAGIC, 0, len(pairs), HEAD.size, HEAD.size + len(pairs) * PLACE.size, 0, 0)
    file = folder / LANGUAGE / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(head + places + texts)
