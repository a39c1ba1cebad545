"""Characters as people see them, in the names that they choose: one normal form, their number, and marks upon letters.

Pure: the rules of the table read it, too.
"""

import unicodedata

import regex

UNSEEN = r"--\p{Default_Ignorable_Code_Point}"
"""Within a set of a pattern: without letters and marks that show nothing, such as the fillers of Hangul."""
MARKS = rf"[[\p{{Mn}}\p{{Mc}}]{UNSEEN}]{{0,4}}"
"""Upon one letter, as scripts need them; more would pile up over the lines above and below."""
CHARACTER = regex.compile(r"\X")
MOST_CODE_POINTS_OF_NAME = 80
"""What a column with the name of a person or a seat has room for; a letter of some scripts is several code points."""
MOST_LETTERS = 3
"""Side by side in one character, as in a syllable of Hangul. Unicode has no such limit, and each takes space."""
_LETTER = regex.compile(r"(?<!\p{ccc=Virama})\P{M}")
"""Letters that a virama joins are not counted: they are drawn as one, and are one character in newer Unicode."""
_FIRST = regex.compile(rf"(?V1)(?:\p{{GCB=L}}\p{{GCB=V}}\p{{GCB=T}}?|.){MARKS}")


def normalised(name: str) -> str:
    """With one code for one letter, one kind of apostrophe, and single spaces between words."""
    return " ".join(unicodedata.normalize("NFC", name).replace("\u2019", "'").split())


def length(name: str) -> int:
    """As people count characters: a letter with its marks is one."""
    return len(CHARACTER.findall(name))


def is_crowded(name: str) -> bool:
    """Whether one of its characters has more letters than scripts need: its length would tell little of its width."""
    return any(len(_LETTER.findall(character)) > MOST_LETTERS for character in CHARACTER.findall(name))


def first_letter(name: str) -> str:
    """With its marks, or as a whole syllable of Hangul; empty for an empty name."""
    character = CHARACTER.match(name)
    first = _FIRST.match(character[0]) if character else None
    return first[0] if first else ""
