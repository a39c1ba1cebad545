"""What strangers write into fields, headers and bodies."""

import json
from collections.abc import Callable, Sequence
from random import Random

TEXTS = (
    "",
    " ",
    "0",
    "-1",
    "1",
    "2147483648",
    "9223372036854775808",
    "1e999",
    "NaN",
    "null",
    "true",
    "deck",
    "discard",
    "draw:deck",
    "\x00",
    "a\x00b",
    "\ufffe",
    "\u202eRTL",
    "\u200b",
    "é" * 300,
    "😀" * 70,
    "A" * 5000,
    "../../etc/passwd",
    "%00",
    "%2e%2e%2f",
    "http://[",
    "//evil.example",
    "javascript:alert(1)",
    "<script>alert(1)</script>",
    "{{ 7 * 7 }}",
    "' OR 1=1 --",
    "0001-01-01",
    "9999-99-99",
    "00000000-0000-0000-0000-000000000000",
    "\uff11\uff12",
    "__proto__",
    "a=b;c=d",
    "[]",
    "{}",
)
NUMBERS: Sequence[int | float] = (0, 1, -1, 3, 99, 2**31, 2**53 + 1, 2**63, 10**40, 0.5, -0.0, 1e308)


def text(chance: Random) -> str:
    if chance.random() < 0.7:
        return chance.choice(TEXTS)
    return "".join(chr(chance.choice((chance.randrange(32, 127), chance.randrange(0xD7FF)))) for _ in range(12))


def value(chance: Random, depth: int = 0) -> object:
    """Any JSON value."""
    kinds: list[Callable[[], object]] = [
        lambda: text(chance),
        lambda: text(chance),
        lambda: chance.choice(NUMBERS),
        lambda: None,
        lambda: chance.random() < 0.5,
    ]
    if depth < 4:
        kinds.append(lambda: [value(chance, depth + 1) for _ in range(chance.randrange(4))])
        kinds.append(lambda: {text(chance): value(chance, depth + 1) for _ in range(chance.randrange(4))})
    return chance.choice(kinds)()


def mutated(chance: Random, body: dict[str, object]) -> dict[str, object]:
    """Mostly as it was: a field lost, added or of another value."""
    changed = dict(body)
    for name in body:
        if chance.random() < 0.3:
            changed[name] = value(chance)
    if changed and chance.random() < 0.2:
        del changed[chance.choice(sorted(changed))]
    if chance.random() < 0.2:
        changed[text(chance)] = value(chance)
    return changed


def json_text(chance: Random, body: dict[str, object]) -> bytes:
    """A document near to `body`, or one that no reader takes."""
    odd = (
        b"",
        b"{",
        b"[" * 20_000,
        b"\xff\xfe{}",
        b'{"a":"\\ud800"}',
        b"NaN",
        b"1" * 5000,
        b'{"a":1,"a":2}',
        b'"text"',
    )
    if chance.random() < 0.2:
        return chance.choice(odd)
    return json.dumps(mutated(chance, body)).encode("utf-8", "surrogatepass")
