"""The setup table: versions of boards. A new version serves new tables; running games keep theirs."""

from importlib.resources import files

from imperial.models import Setup
from imperial.rules import SHIPPED, SetupError, read_setup

STANDARD = "standard"
LONGEST_NAME = 40


class UnknownSetup(LookupError):
    """There is no setup with this name."""


def latest(name: str = STANDARD) -> Setup:
    """The version new tables are played on. A shipped one nobody has loaded yet is loaded. Raises UnknownSetup."""
    found = Setup.objects.filter(name=name).order_by("-version").first()
    if found is None and name in SHIPPED:
        found, _is_new = load(shipped_text(name))
    if found is None:
        raise UnknownSetup(name)
    return found


def shipped_text(name: str) -> str:
    return files("imperial").joinpath("data", f"{name}.json").read_text()


class LoadedAlready(Exception):
    """The newest version of the setup is this very text."""

    def __init__(self, setup: Setup) -> None:
        super().__init__(str(setup))
        self.setup = setup


def next_version(text: str) -> tuple[str, int]:
    """Name and number under which this text is loaded. Raises SetupError with every problem, or LoadedAlready."""
    name = read_setup(text).name
    if len(name) > LONGEST_NAME:
        raise SetupError([f"The name {name} is too long: it has more than {LONGEST_NAME} letters."])
    newest = Setup.objects.filter(name=name).order_by("-version").first()
    if newest is not None and newest.data.split() == text.split():
        raise LoadedAlready(newest)
    return name, 1 if newest is None else newest.version + 1


def load(text: str) -> tuple[Setup, bool]:
    """The setup of this text, and whether it is a new version. Raises SetupError with every problem it has."""
    try:
        name, version = next_version(text)
    except LoadedAlready as found:
        return found.setup, False
    return Setup.objects.get_or_create(name=name, version=version, defaults={"data": text})
