"""Known holes in what the site stands on are found, also on a machine that reaches no service."""

import subprocess
import sys
from pathlib import Path

from tests.docs.documents import ROOT

LOCKS = ("requirements.lock", "tests/requirements.lock")


def audit(*files: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "deploy/audit.py", *files], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_nothing_that_the_lock_files_list_has_a_known_hole() -> None:
    done = audit(*LOCKS)
    assert (done.returncode, done.stderr) == (0, "")
    packages = sum(line[:1].isalnum() for file in LOCKS for line in (ROOT / file).read_text().splitlines())
    assert done.stdout == f"{packages} packages, 0 known holes.\n"


def test_a_package_with_a_known_hole_is_named_with_the_version_that_mends_it(tmp_path: Path) -> None:
    lock = tmp_path / "old.lock"
    lock.write_text("Django==5.2.1 \\\n    --hash=sha256:00\nurllib3==2.10.0 ; python_version > '3' \\\n")
    done = audit(str(lock))
    assert done.returncode == 1
    *named, counted = done.stdout.splitlines()
    assert counted == f"2 packages, {len(named)} known holes."
    assert "django 5.2.1: CVE-2025-64459, mended in 5.2.8" in named
    assert all(line.startswith("django ") for line in named)
