"""A real nginx for the tests: the machine's own, else Debian's package."""

import os
import shutil

from tests.kit.installing import install_packages
from tests.kit.limits import stopped_clock
from tests.kit.process import ComponentMissingError, machine_lock, run_folder

PLACES = ("/usr/sbin", "/usr/local/sbin", "/sbin")
"""Where Debian puts it, which is not on everybody's PATH."""


def find_nginx() -> str:
    """The program; installs it, with openssl and curl, where there is none. Raises ComponentMissingError."""
    with stopped_clock(), machine_lock(run_folder() / "nginx-lock"):
        reason = "no nginx, openssl or curl on the PATH"
        if _found() is None and os.geteuid() == 0 and shutil.which("apt-get"):
            reason = install_packages("nginx-light", "openssl", "curl") or "Debian's package brought no nginx"
        found = _found()
    if found is None:
        raise ComponentMissingError(f"nginx is missing: {reason}.")
    return found


def _found() -> str | None:
    nginx = shutil.which("nginx", path=os.pathsep.join((os.environ.get("PATH", ""), *PLACES)))
    return nginx if shutil.which("openssl") and shutil.which("curl") else None
