"""A test that hangs fails with its stack, and the run goes on: a whole pytest run in a process of its own."""

import re
import signal
from pathlib import Path

import pytest

from tests.kit.limits import stopped_clock
from tests.kit.test_services import run

HANGING = """
import asyncio, threading, pytest
from tests.kit import limits

limits.REPEAT_SECONDS = 1
limited = pytest.mark.timeout(1, func_only=True)

@limited
def test_in_a_thread():
    for_ever = threading.Thread(target=threading.Event().wait, daemon=True, name="for ever")
    for_ever.start()
    for_ever.join()

@limited
async def test_in_a_coroutine():
    await asyncio.Event().wait()

@limited
def test_in_a_callback():
    async def hang():
        asyncio.get_running_loop().call_soon(threading.Event().wait)
        await asyncio.Event().wait()
    asyncio.run(hang())

@pytest.fixture
def never_ending():
    yield
    threading.Event().wait()

@limited
def test_in_the_teardown_after_a_failure(never_ending):
    raise AssertionError("failed before it hung")

@pytest.mark.timeout(5, func_only=True)
def test_in_a_page(open_browser):
    open_browser(name="Ada", origin="http://127.0.0.1").page.evaluate("new Promise(() => null)")

def test_the_next_page(open_browser):
    page = open_browser(name="Ada", origin="http://127.0.0.1").page
    assert page.evaluate("Promise.resolve(7)") == 7

async def test_the_next_coroutine():
    pass
"""
HANG = ["in_a_thread", "in_a_coroutine", "in_a_callback", "in_the_teardown_after_a_failure", "in_a_page"]
GO_ON = ["the_next_page", "the_next_coroutine"]
LAST_LINES = [
    "for_ever.join()",
    "await asyncio.Event().wait()",
    "asyncio.run(hang())",
    "threading.Event().wait()",
    'open_browser(name="Ada", origin="http://127.0.0.1").page.evaluate("new Promise(() => null)")',
]


def outcomes(output: str) -> dict[str, list[str]]:
    """The tests in pytest's summary by their result."""
    found: dict[str, list[str]] = {}
    for result, name in re.findall(r"^(PASSED|FAILED|ERROR) \S*::test_(\w+)", output, re.MULTILINE):
        found.setdefault(result, []).append(name)
    return found


def test_a_hanging_test_fails_with_its_stack_and_the_run_goes_on(tmp_path: Path) -> None:
    tests = tmp_path / "test_inner.py"
    tests.write_text(HANGING)
    status, output = run(tests, "-p", "tests.conftest", "-n", "1", "-rA")
    assert status == 1, output
    assert outcomes(output) == {"FAILED": HANG, "ERROR": ["in_the_teardown_after_a_failure"], "PASSED": GO_ON}, output
    for line in LAST_LINES:
        assert re.search(rf"^>? +{re.escape(line)}", output, re.MULTILINE), f"{line} is not in a traceback:\n{output}"
    assert "Failed: Timeout (>1.0s)" in output
    assert "AssertionError: failed before it hung" in output
    assert "Stack of for ever" in output


@pytest.mark.timeout(60)
def test_an_installation_stops_the_clock() -> None:
    with stopped_clock():
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    left, _repeat = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= 60
