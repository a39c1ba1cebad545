"""`bin/bench` runs all benchmarks, `bin/bench sockets pages` these.

Figures are CPU time, bytes and ratios within one run: they survive a noisy machine. Nothing here is a test; nothing in
the tests is timed.
"""

import gc
import importlib
import os
import pkgutil
import sys

import bench
from bench.peers import PeerMissing

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")

# These are settings of a server: importing them here would start it.
NOT_IMPORTED = {"__main__", "profiled_settings"}


def main(wanted: list[str]) -> None:
    found = [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name not in NOT_IMPORTED]
    runnable = [name for name in found if hasattr(importlib.import_module(f"bench.{name}"), "run")]
    unknown = set(wanted) - set(runnable)
    if unknown:
        sys.exit(f"No benchmark is called {', '.join(sorted(unknown))}. There are: {', '.join(runnable)}.")
    # As the server does: what is loaded by now is no garbage.
    gc.collect()
    gc.freeze()
    missing = []
    for name in wanted or runnable:
        module = importlib.import_module(f"bench.{name}")
        print(f"\n== {name}: {(module.__doc__ or '').splitlines()[0]}", flush=True)
        try:
            module.run()
        except PeerMissing as peer:
            missing.append(f"{name}: {peer}")
    if missing:
        sys.exit("\n".join(missing))


main(sys.argv[1:])
