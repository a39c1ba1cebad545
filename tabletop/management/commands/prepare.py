from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.management.commands.collectstatic import Command as Collect
from django.core.management import call_command
from django.core.management.base import BaseCommand

from tabletop.games import all_games
from tabletop.static_files import SiteStaticFiles, release_folder

NOT_SERVED = ["screenshots", "htmx-4*", "htmax-4*", "hx-*-4*", "htmx-2-compat-4*"]
"""Pictures of the README, and the other versions of htmx in its package."""


class Command(BaseCommand):
    help = "Brings the database and the static files up to date; quick when they are."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        for game in all_games():
            for command in game.seed_commands:
                call_command(command, stdout=self.stdout, stderr=self.stderr)
        if not settings.DEBUG:
            self.collect_static_files_if_changed()

    def collect_static_files_if_changed(self) -> None:
        """Skips unchanged files: compressing takes ten seconds."""
        root = Path(settings.STATIC_ROOT)
        note = root / f"collected-{release_folder()}"
        now = self.fingerprint()
        if not note.exists() or note.read_text() != now:
            self.stdout.write("Compressing the static files ...")
            root.mkdir(parents=True, exist_ok=True)
            self.collect_static_files(root)
            note.write_text(now)

    def collect_static_files(self, root: Path) -> None:
        """Adds the files to those of other releases, which are served meanwhile: none is missing for a moment."""
        collect = Collect()
        with TemporaryDirectory(dir=root.parent, prefix="static-") as folder:
            collect.storage = SiteStaticFiles(location=folder)
            call_command(collect, interactive=False, verbosity=0, ignore_patterns=NOT_SERVED)
            manifest = Path(folder) / collect.storage.manifest_name
            collected = [file for file in Path(folder).rglob("*") if file.is_file() and file != manifest]
            # The list last: what it names is there.
            for file in (*collected, manifest):
                place = root / file.relative_to(folder)
                place.parent.mkdir(parents=True, exist_ok=True)
                if file == manifest or not place.exists():
                    file.replace(place)

    def fingerprint(self) -> str:
        digest = sha256()
        for finder in get_finders():
            for path, storage in finder.list(NOT_SERVED):
                status = Path(storage.path(path)).stat()
                digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
        return digest.hexdigest()
