"""Fails where a template asks for a name that its context does not have: Django shows nothing there."""

from typing import Any, NoReturn

import pytest
from django.template import engines


class _Refusal(str):
    """Django fills the name into this text where it finds no value."""

    def __mod__(self, name: Any) -> NoReturn:
        raise AssertionError(f"A template asks for {name}, which its context does not have.")


def refuse_unknown_names(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engines["django"].engine  # type: ignore[attr-defined] # of Django's own engine
    monkeypatch.setattr(engine, "string_if_invalid", _Refusal("%s"))
