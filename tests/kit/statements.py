"""Records the statements that all threads of this process send to the database."""

from typing import Any

import pytest
from django.db.backends.utils import CursorWrapper


def hear_statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements of all threads of this process from now on. COMMIT is none: no cursor executes it."""
    heard: list[str] = []
    execute = CursorWrapper._execute  # type: ignore[attr-defined] # every statement goes through it

    def listen(self: CursorWrapper, sql: str, *given: Any) -> Any:
        heard.append(sql)
        return execute(self, sql, *given)

    monkeypatch.setattr(CursorWrapper, "_execute", listen)
    return heard
