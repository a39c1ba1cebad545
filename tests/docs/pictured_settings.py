"""The site as it is pictured: without the tiny game of the tests."""

from tests.served_settings import *  # noqa: F403
from tests.served_settings import INSTALLED_APPS

INSTALLED_APPS = [app for app in INSTALLED_APPS if app != "tests.tinygame"]
