"""Releases for the machine of the test: this product as a file, and a second one that differs from it."""

import re
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.docs.documents import ROOT

PRODUCT = ("tabletop", "cambio", "imperial", "deckbuilder", "templates", "static", "deploy", "manage.py")
RENAMED, NEW_NAME = "css/components.css", "css/components-of-two.css"
COLUMN = "added_by_two"
MIGRATION = """
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "{last}")]
    operations = [migrations.AddField("user", "{column}", models.TextField(null=True))]
"""


def pack(place: Path, *, number: int, here: Callable[[str], str]) -> None:
    """Writes release 1 or 2 as a tar file; its deploy/ is for this machine.

    The second one calls a stylesheet by another name and adds a column that the first one does not know.
    """
    with TemporaryDirectory() as folder, tarfile.open(place, "w") as packed:
        changed = Path(folder) / "file"
        for file in files():
            name, source = str(file.relative_to(ROOT)), file
            text = _changed(file, number=number, here=here)
            if text is not None:
                changed.write_text(text)
                changed.chmod(file.stat().st_mode)
                source = changed
            packed.add(source, name.replace(RENAMED, NEW_NAME) if number == 2 else name)
        if number == 2:
            migrations = sorted(file.stem for file in (ROOT / "tabletop/accounts/migrations").glob("0*.py"))
            changed.write_text(MIGRATION.format(last=migrations[-1], column=COLUMN))
            packed.add(changed, f"tabletop/accounts/migrations/{len(migrations) + 1:04}_of_two.py")


def files() -> Iterator[Path]:
    for name in (*PRODUCT, "requirements.lock"):
        found = (ROOT / name).rglob("*") if (ROOT / name).is_dir() else (ROOT / name,)
        yield from (file for file in sorted(found) if file.is_file() and "__pycache__" not in file.parts)


def _changed(file: Path, *, number: int, here: Callable[[str], str]) -> str | None:
    """What stands in a file of this release; None where it is as it is."""
    if file.is_relative_to(ROOT / "deploy"):
        return here(file.read_text())
    if number == 2 and file.suffix == ".html":
        return re.sub(re.escape(RENAMED), NEW_NAME, file.read_text())
    return None
