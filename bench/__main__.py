"""`bin/bench` runs all benchmarks, `bin/bench sockets` one. Figures are per CPU second or per socket: they survive a
noisy machine. Nothing here is a test; nothing in the tests is timed."""

import gc
import importlib
import os
import pkgutil
import sys

import bench

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")


def main(wanted: list[str]) -> None:
    found = [module.name for module in pkgutil.iter_modules(bench.__path__) if module.name != "__main__"]
    runnable = [name for name in found if hasattr(importlib.import_module(f"bench.{name}"), "run")]
    unknown = set(wanted) - set(runnable)
    if unknown:
        sys.exit(f"No benchmark is called {', '.join(sorted(unknown))}. There are: {', '.join(runnable)}.")
    # As the server does: what is loaded by now is no garbage.
    gc.collect()
    gc.freeze()
    for name in wanted or runnable:
        module = importlib.import_module(f"bench.{name}")
        print(f"\n== {name}: {(module.__doc__ or '').splitlines()[0]}")
        module.run()


main(sys.argv[1:])
