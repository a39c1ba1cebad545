"""Counts calls of a function that goes on doing its work."""

from typing import Any

import pytest


def note_calls(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[Any]:
    """What the function of this name gives from now on, call by call."""
    noted: list[Any] = []
    called = getattr(owner, name)

    def noting(*given: Any, **named: Any) -> Any:
        noted.append(called(*given, **named))
        return noted[-1]

    monkeypatch.setattr(owner, name, noting)
    return noted
