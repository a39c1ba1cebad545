"""The site's settings when the tests serve it as a process of its own: as a public site runs, and the tiny game too."""

import os
from pathlib import Path

from tabletop.settings import *  # noqa: F403
from tabletop.settings import CACHES, INSTALLED_APPS, VAR_DIR

INSTALLED_APPS = [*INSTALLED_APPS, "tests.tinygame"]

# Collected once for all sites of a run.
STATIC_ROOT = Path(os.environ["STATIC_ROOT"])
# Sites of one run may share one Redis.
CACHES["default"]["KEY_PREFIX"] = os.environ.get("REDIS_PREFIX", "")
# Tests read the mails from here.
EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"
