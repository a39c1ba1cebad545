"""Libraries that ours are compared with. They are in no lock file: nothing else here needs them."""

import importlib
from typing import Any

PACKAGES = {"rlcard": "rlcard==1.2.0", "pyspiel": "open_spiel==2.0.2", "open_spiel": "open_spiel==2.0.2"}


class PeerMissing(Exception):
    """A library to compare with is not installed; the words say how to install it."""


def load(module: str) -> Any:
    """Imports a peer; raises PeerMissing, because a comparison that did not happen must be seen."""
    try:
        return importlib.import_module(module)
    except ImportError as failed:
        install = f".venv/bin/python -m pip install {PACKAGES[module.partition('.')[0]]}"
        raise PeerMissing(f"Nothing was compared with {module} ({failed}). To compare, run: {install}") from None
