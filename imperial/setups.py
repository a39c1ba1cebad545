"""Stored versions of setups: only Imperial has boards and prices that staff can change.

A new version serves new tables; running games keep theirs.
"""

from collections.abc import Iterator
from importlib.resources import files

from imperial import rules
from imperial.map.geometry import is_drawn
from imperial.map.powers import MOST_COUNTRIES
from imperial.models import Setup
from imperial.rules import SHIPPED
from imperial.rules.setup_validation import SetupData
from imperial.rules.state_json import SETUP_PATH

STANDARD = "standard"
LONGEST_NAME_CHARACTERS = 40


class UnknownSetup(LookupError):
    """No setup has this name."""


def latest(name: str = STANDARD) -> Setup:
    """Returns the newest version; loads a shipped setup on first use. Raises UnknownSetup."""
    name = name.removeprefix(SETUP_PATH)
    found = Setup.objects.filter(name=name).order_by("-version").first()
    if found is None and name in SHIPPED:
        found, _is_new = load_shipped(name)
    if found is None:
        raise UnknownSetup(name)
    return found


def shipped_text(name: str) -> str:
    return files("imperial").joinpath("data", f"{name}.json").read_text()


def read(text: str) -> rules.Setup:
    """Parses a setup. Raises SetupError with every problem of the rules and of the page's limits."""
    return rules.read_setup(text, further_check=_without_room)


def _without_room(data: SetupData) -> Iterator[str]:
    for name in (data.name, *data.countries):
        if len(name) > LONGEST_NAME_CHARACTERS:
            yield f"The name {name} is too long: it has more than {LONGEST_NAME_CHARACTERS} letters."
    if len(data.countries) > MOST_COUNTRIES:
        yield f"There is room for {MOST_COUNTRIES} countries, not for {len(data.countries)}."


def not_drawn(board: rules.Setup) -> list[str]:
    """Returns the territories that the map does not draw; pages show them as text only."""
    return [name for name in board.territories if not is_drawn(name)]


class LoadedAlready(Exception):
    """The newest version of the setup has the same text."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(str(setup))
        self.setup = setup


def next_version(text: str) -> tuple[str, int]:
    """Returns name and version number for this text. Raises SetupError with every problem, or LoadedAlready."""
    name = read(text).name
    newest = Setup.objects.filter(name=name).order_by("-version").first()
    if newest is not None and _is_text(newest, text):
        raise LoadedAlready(newest)
    return name, 1 if newest is None else newest.version + 1


def _is_text(setup: Setup, text: str) -> bool:
    """Compares without whitespace, because forms in browsers change line ends and indentation."""
    return setup.data.split() == text.split()


def load_shipped(name: str) -> tuple[Setup, bool]:
    """Like `load`, but keeps a version loaded before: staff may have added a newer one."""
    text = shipped_text(name)
    known = next((version for version in Setup.objects.filter(name=name) if _is_text(version, text)), None)
    return load(text) if known is None else (known, False)


def load(text: str) -> tuple[Setup, bool]:
    """Saves the setup if its text is new; returns it and whether it is new. Raises SetupError."""
    try:
        name, version = next_version(text)
    except LoadedAlready as found:
        return found.setup, False
    return Setup.objects.get_or_create(name=name, version=version, defaults={"data": text})
