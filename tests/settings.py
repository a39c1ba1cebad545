"""The site's settings for tests inside the test process. A site served to a browser has tests/served_settings.py."""

import os

from tabletop.settings import *  # noqa: F403
from tabletop.settings import CACHES, DATABASES, INSTALLED_APPS, STORAGES, USES_SQLITE, VAR_DIR

INSTALLED_APPS = [*INSTALLED_APPS, "tests.tinygame"]
STRICT_ANSWERS = True

# Threads of tests end without a word: their connections must not last.
DATABASES["default"]["CONN_MAX_AGE"] = 0
if USES_SQLITE:
    # A file, not memory: races between real threads need real locks. Nothing here has to survive a power cut.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"

# Workers of one run may share one Redis: none may read or clear another's keys.
CACHES["default"]["KEY_PREFIX"] = os.environ.get("PYTEST_XDIST_WORKER", "")

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
# An empty folder of its own: whitenoise lists it at the start, while a served site may just be collecting into its own.
STATIC_ROOT = VAR_DIR / "unserved-static"
STATIC_ROOT.mkdir(exist_ok=True)
