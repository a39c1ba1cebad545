"""Programs that tests install where a machine has none."""

import os
import subprocess

INSTALL_SECONDS = 300


def install_packages(*names: str) -> str | None:
    """Installs packages of Debian without those they recommend, which are many; says why if that failed."""
    install = ["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *names]
    return run_commands(["apt-get", "update", "--quiet"], install)


def run_commands(*commands: list[str]) -> str | None:
    """Runs the commands one after the other; says why if one failed."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in commands:
        try:
            finished = subprocess.run(
                command, env=environment, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=False
            )
        except subprocess.TimeoutExpired:
            return f"{' '.join(command)} took more than {INSTALL_SECONDS} seconds"
        if finished.returncode:
            last_words = (finished.stderr or finished.stdout).strip().splitlines()[-1:]
            return f"{' '.join(command)} failed: {' '.join(last_words)}"
    return None
