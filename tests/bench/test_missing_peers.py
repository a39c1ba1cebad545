"""A comparison that did not happen is seen: the run ends with an error that says how to install the peer."""

import sys
from collections.abc import Callable

import pytest

from bench import cambio_rules, imperial_rules
from bench.peers import PeerMissing, load


@pytest.fixture(autouse=True)
def _no_peers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("rlcard", "pyspiel", "open_spiel"):
        # What Python keeps for a module that must not be found.
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize("module", ["rlcard", "pyspiel", "open_spiel.python.games"])
def test_a_peer_that_is_not_installed_is_named_with_the_way_to_install_it(module: str) -> None:
    with pytest.raises(
        PeerMissing, match=rf"Nothing was compared with {module} .* pip install (rlcard|open_spiel)==\d"
    ):
        load(module)


@pytest.mark.parametrize("compare", [cambio_rules.compare_with_peers, imperial_rules.compare_with_peer])
def test_nothing_is_printed_of_a_comparison_without_peers(
    compare: Callable[[], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(PeerMissing):
        compare()
    assert capsys.readouterr().out == ""
