"""Libraries that ours are compared with. They are in no lock file: nothing else here needs them."""

import importlib
from random import Random
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


class OpenSpiel:
    """One of OpenSpiel's games, with random players, who `look` at what they may see before each step."""

    GAMES = 100

    def __init__(self, name: str, *, look: bool = False) -> None:
        load("open_spiel.python.games")
        self.game = load("pyspiel").load_game(name)
        self.chance, self.look = Random(0), look

    def run(self) -> int:
        return sum(self._play() for _number in range(self.GAMES))

    def _play(self) -> int:
        state, steps = self.game.new_initial_state(), 0
        while not state.is_terminal():
            # Cards are dealt evenly: any legal one is as likely as another.
            legal = state.legal_actions()
            if not state.is_chance_node():
                steps += 1
                if self.look:
                    state.observation_string(state.current_player())
            state.apply_action(legal[int(self.chance.random() * len(legal))])
        return steps
