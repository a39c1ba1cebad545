from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class SiteStaticFiles(CompressedManifestStaticFilesStorage):
    """Hashed names. The address of a file stays the same as long as the process lives, and a page asks for many."""

    support_js_module_import_aggregation = True
    """Scripts import one another by their hashed names."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Only templates name files, so there are not many."""
        if name not in self._urls:
            self._urls[name] = super().url(name, force)
        return self._urls[name]
