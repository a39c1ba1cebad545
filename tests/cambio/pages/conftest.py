import pytest

from tests.kit.template_names import refuse_unknown_names


@pytest.fixture(autouse=True)
def every_name_in_a_template_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_unknown_names(monkeypatch)
