"""Compares what a lock file pins with a stored list of known holes: for machines that reach no advisory service.

`python deploy/audit.py requirements.lock` prints each package that is older than the version that mended it, and fails
if there is one. The list names what was known when it was written, not what has become known since: where the service
can be reached, pip-audit tells more.
"""

import json
import re
import sys
from pathlib import Path
from typing import NamedTuple

STORED = Path(__file__).with_name("advisories.json")
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([0-9][^\s;\\]*)", re.MULTILINE)


class Advisory(NamedTuple):
    package: str
    id: str
    mended_in: str


def pinned(lock: str) -> list[tuple[str, str]]:
    """Packages with their versions; one may be there twice, for different machines."""
    return [(_plain(name), version) for name, version in PINNED.findall(lock)]


def advisories() -> list[Advisory]:
    return [Advisory(**found) for found in json.loads(STORED.read_text())]


def holes(lock: str) -> list[str]:
    return [
        f"{package} {version}: {known.id}, mended in {known.mended_in}"
        for package, version in pinned(lock)
        for known in advisories()
        if known.package == package and _parts(version) < _parts(known.mended_in)
    ]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def main(files: list[str]) -> int:
    found = [hole for file in files for hole in holes(Path(file).read_text())]
    checked = sum(len(pinned(Path(file).read_text())) for file in files)
    print(*found, f"{checked} packages, {len(found)} known holes.", sep="\n")  # noqa: T201 - what the command says
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
