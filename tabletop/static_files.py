from hashlib import blake2b
from typing import Any

from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage


def release_folder() -> str:
    """Names the folder that this release was unpacked into, and with it the release."""
    return blake2b(str(settings.BASE_DIR).encode(), digest_size=6).hexdigest()


UNREAD_STYLE = r"(?P<unread>\s*/\*[\s\S]*?\*/|(?m:^)[ \t]+)"
UNREAD_SCRIPT = r"(?m:^)(?P<unread>[ \t]*//.*\n|[ \t]+)"


class SiteStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed names. The address of a file stays the same as long as the process lives, and a page asks for many.

    Releases share the folder, so that files of pages that were opened before an update or a way back are still there.
    The list of names is each release's own.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", ((r'(?P<matched>from "(?P<url>\./[a-z-]+\.js)")', 'from "%(url)s"'), (UNREAD_SCRIPT, ""))),
        ("css/*.css", ((UNREAD_STYLE, ""),)),
    )
    """Our own scripts import one another by their hashed names, and our comments and indents are for those who read the
    source: a tenth of a first visit. Files of libraries stay as they are."""

    def __init__(self, *args: Any, **options: Any) -> None:
        # Read when the storage is made.
        self.manifest_name = f"staticfiles-{release_folder()}.json"
        super().__init__(*args, **options)
        self._urls: dict[str, str] = {}

    def url_converter(self, name: str, hashed_files: dict[str, str], template: str | None = None) -> Any:
        """What a pattern's match is replaced by."""
        convert = super().url_converter(name, hashed_files, template)
        return lambda found: "" if "unread" in found.groupdict() else convert(found)

    def url(self, name: str, force: bool = False) -> str:
        """Only templates name files, so there are not many."""
        if name not in self._urls:
            self._urls[name] = super().url(name, force)
        return self._urls[name]
