"""The setup table: versions of boards. A new version serves new tables; running games keep theirs."""

from importlib.resources import files

from django.db import transaction
from django.db.models import Max

from imperial.models import Setup
from imperial.rules.setups import SHIPPED, read_setup

STANDARD = "standard"


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


@transaction.atomic
def load(text: str) -> tuple[Setup, bool]:
    """The setup of this text, and whether it is a new version. Raises SetupError with every problem it has."""
    name = read_setup(text).name
    versions = Setup.objects.filter(name=name)
    newest = versions.order_by("-version").first()
    if newest is not None and newest.data == text:
        return newest, False
    number = versions.aggregate(highest=Max("version"))["highest"] or 0
    return Setup.objects.get_or_create(name=name, version=number + 1, defaults={"data": text})
