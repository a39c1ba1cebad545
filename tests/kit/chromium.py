"""Chromium for the browser tests: the machine's own, else Debian's package, else Playwright's download."""

import os
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright

from tests.kit.installing import install_packages, run_commands
from tests.kit.limits import stopped_clock
from tests.kit.process import ComponentMissingError, machine_lock, run_folder

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DEBIAN_PACKAGES = ("chromium", "fonts-liberation")  # a page needs letters
DISABLED_FEATURES = (
    # Two pages for an address bar that nobody sees, loaded with every window: three quarters of what a player costs.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # Chromium heeds only the last list of these, so what Playwright switches off is repeated here.
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
]


# Run by root, Chromium puts its window and its drawing before everything else, the server of the test included. Without
# the right to do so it may still put pages that nobody looks at behind, and bring them back (nice 5 and 0).
ONE_AMONG_MANY = "prlimit --nice=20:20 setpriv --bounding-set=-sys_nice --inh-caps=-sys_nice"
SCRIPT = """#!/bin/sh
exec {one_among_many} '{executable}' "$@"
"""


def on_path() -> str | None:
    return next((path for path in map(shutil.which, NAMES) if path), None)


def launch_chromium(playwright: Playwright) -> Browser:
    """Installs Chromium where there is none. Raises ComponentMissingError."""
    own = Path(playwright.chromium.executable_path)
    with stopped_clock():
        executable = find_chromium(playwrights_own=own, lock=run_folder() / "chromium-lock")
        executable = without_precedence(executable)
    return playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)


def without_precedence(executable: Path) -> Path:
    """A script that starts it so, where root runs the tests and may limit itself."""
    may_limit = not os.geteuid() and shutil.which("prlimit") and shutil.which("setpriv")
    if not may_limit or run_commands([*ONE_AMONG_MANY.split(), "true"]):
        return executable
    script = run_folder() / "chromium"
    with machine_lock(run_folder() / "chromium-script-lock"):
        if not script.exists():
            script.write_text(SCRIPT.format(one_among_many=ONE_AMONG_MANY, executable=executable))
            script.chmod(0o700)
    return script


def find_chromium(*, playwrights_own: Path, lock: Path) -> Path:
    """The executable to launch; installs it where there is none.

    `playwrights_own` is where Playwright keeps its download, `lock` a file that all workers of the run share.
    """
    with machine_lock(lock):
        if path := on_path():
            return Path(path)
        reasons = ["no " + ", ".join(NAMES) + " on the PATH"]
        if os.geteuid() == 0 and shutil.which("apt-get"):
            failure = install_packages(*DEBIAN_PACKAGES)
            if path := on_path():
                return Path(path)
            reasons.append(failure or "Debian's package brought no chromium")
        if not playwrights_own.exists():
            failure = run_commands([sys.executable, "-m", "playwright", "install", "chromium"])
            reasons.append(failure or "Playwright's download brought no chromium")
        if playwrights_own.exists():
            return playwrights_own
    raise ComponentMissingError("Chromium is missing: " + "; ".join(reasons) + ".")
