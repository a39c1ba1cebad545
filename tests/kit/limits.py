"""Every test has a limit: a test that hangs fails with its stack, and the run goes on.

pytest-timeout measures the time (`timeout` in pyproject.toml, `@pytest.mark.timeout(seconds)` where a test needs more)
and raises in the main thread. This plugin covers what pytest-timeout leaves open:

- asyncio swallows an exception raised inside one of its callbacks, so the alarm rings again until the test ends;
- pytest-timeout stops its clock at the first failure, so the teardown has a limit of its own;
- installations have limits of their own, so the clock of a test that waits for one is stopped;
- the last resort (`faulthandler_timeout`) would end a long run, so a test that is given more time has none.
"""

import faulthandler
import signal
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import pytest
from pytest_timeout import Settings

REPEAT_SECONDS = 10
_settings = pytest.StashKey[Settings]()


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Settings) -> Generator[None, object, object]:
    was_set = yield
    item.stash[_settings] = settings
    signal.setitimer(signal.ITIMER_REAL, settings.timeout, REPEAT_SECONDS)
    return was_set


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    given = item.stash.get(_settings, None)
    if given and given.timeout > float(item.config.getini("faulthandler_timeout")):
        faulthandler.cancel_dump_traceback_later()
    try:
        return (yield)
    except BaseException:
        _stop_clock()
        raise


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    try:
        return (yield)
    finally:
        # The report is written before the teardown: an alarm in between would end the run.
        _stop_clock()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    if settings := item.stash.get(_settings, None):
        item.config.hook.pytest_timeout_set_timer(item=item, settings=settings)
    try:
        return (yield)
    finally:
        _stop_clock()


def _stop_clock() -> tuple[float, float]:
    return signal.setitimer(signal.ITIMER_REAL, 0)


@contextmanager
def stopped_clock() -> Iterator[None]:
    """For work that ends by itself and is no test's fault, such as the installation of Chromium."""
    left, interval = _stop_clock()
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left, interval)
