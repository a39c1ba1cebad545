import importlib

from pytest_django import Settings

from tabletop import body_limits


def test_the_limit_of_bodies_is_the_one_of_the_settings(settings: Settings) -> None:
    before = body_limits.MAX_BODY_BYTES
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2048
    try:
        assert importlib.reload(body_limits).MAX_BODY_BYTES == 2048
    finally:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = before
        importlib.reload(body_limits)
