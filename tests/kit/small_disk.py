"""A disk of a few megabytes that a test can fill and clear."""

import os
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from tests.kit.process import ComponentMissingError

MEGABYTE = 1024 * 1024


class SmallDisk:
    """A file system in memory, mounted where nobody else looks. Raises ComponentMissingError where that is refused."""

    def __init__(self, *, megabytes: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tabletop-disk-"))
        command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tabletop-test", str(self.folder)]
        try:
            subprocess.run(command, check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as refused:
            self.folder.rmdir()
            said = getattr(refused, "stderr", "") or refused
            raise ComponentMissingError(f"A small disk cannot be mounted here: {said}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        # Detached at once, whatever a process still has open.
        subprocess.run(["umount", "--lazy", str(self.folder)], check=True)
        self.folder.rmdir()

    @property
    def _ballast(self) -> Path:
        return self.folder / "ballast"

    def fill(self) -> None:
        """Until nothing more goes in."""
        with self._ballast.open("ab", buffering=0) as file:
            for size in (MEGABYTE, 4096, 1):
                try:
                    while file.write(bytes(size)) == size:
                        pass
                except OSError:
                    continue

    def clear(self) -> None:
        self._ballast.unlink()

    def give_to(self, user: int | None, group: int | None) -> None:
        """PostgreSQL runs as somebody else than root and keeps its data in a folder of its own."""
        if user is not None and group is not None:
            os.chown(self.folder, user, group)
