"""A test that hangs fails with its stack, and the run goes on: whole pytest runs in processes of their own."""

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

def test_the_next():
    pass
"""
HANGING_IN_A_BROWSER = """
import pytest

@pytest.mark.timeout(3, func_only=True)
def test_in_a_page(open_browser):
    open_browser(name="Ada", origin="http://127.0.0.1").page.evaluate("new Promise(() => null)")

def test_the_next_page(open_browser):
    page = open_browser(name="Ada", origin="http://127.0.0.1").page
    assert page.evaluate("Promise.resolve(7)") == 7

async def test_the_next_coroutine():
    pass
"""


def outcomes(output: str) -> dict[str, list[str]]:
    """The tests in pytest's summary by their result."""
    found: dict[str, list[str]] = {}
    for result, name in re.findall(r"^(PASSED|FAILED|ERROR) \S*::(\w+)", output, re.MULTILINE):
        found.setdefault(result, []).append(name)
    return found


def test_a_hanging_test_fails_with_its_stack(tmp_path: Path) -> None:
    tests = tmp_path / "test_inner.py"
    tests.write_text(HANGING)
    status, output = run(tests, "-n", "1", "-rA")
    assert status == 1
    hanging = ["test_in_a_thread", "test_in_a_coroutine", "test_in_a_callback", "test_in_the_teardown_after_a_failure"]
    assert outcomes(output) == {"FAILED": hanging, "ERROR": hanging[-1:], "PASSED": ["test_the_next"]}
    for last_line in (
        "for_ever.join()",
        "await asyncio.Event().wait()",
        "asyncio.run(hang())",
        "threading.Event().wait()",
    ):
        assert re.search(rf"^>? +{re.escape(last_line)}", output, re.MULTILINE), last_line
    assert "Failed: Timeout (>1.0s)" in output
    assert "AssertionError: failed before it hung" in output
    assert "Stack of for ever" in output


def test_a_page_that_hangs_leaves_the_browser_to_the_next_test(tmp_path: Path) -> None:
    tests = tmp_path / "test_inner.py"
    tests.write_text(HANGING_IN_A_BROWSER)
    status, output = run(tests, "-p", "tests.conftest", "-rA")
    assert status == 1
    assert outcomes(output) == {
        "FAILED": ["test_in_a_page"],
        "PASSED": ["test_the_next_page", "test_the_next_coroutine"],
    }
    assert re.search(r"^>.*new Promise\(\(\) => null\)", output, re.MULTILINE), output


@pytest.mark.timeout(60)
def test_an_installation_stops_the_clock() -> None:
    with stopped_clock():
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
    left, _repeat = signal.getitimer(signal.ITIMER_REAL)
    assert 0 < left <= 60
