from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class SiteStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed names. The address of a file stays the same as long as the process lives, and a page asks for many."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r'(?P<matched>from "(?P<url>\./[a-z-]+\.js)")', 'from "%(url)s"'),)),
    )
    """Our own scripts import one another by their hashed names; those of libraries stay as they are."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Only templates name files, so there are not many."""
        if name not in self._urls:
            self._urls[name] = super().url(name, force)
        return self._urls[name]
