"""For a second process that works on the database of a running test."""

import os

from tests.settings import *  # noqa: F403
from tests.settings import DATABASES

DATABASES["default"]["NAME"] = os.environ["TEST_DATABASE_NAME"]
