"""Compiles the source once, on all cores, before workers start: `python -m tests.kit.compiled`.

Workers that start together would each compile everything. For test modules pytest keeps compiled files of its own, with
rewritten assertions; they are written with pytest's own functions.
"""

import compileall
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from fnmatch import fnmatch
from pathlib import Path
from types import SimpleNamespace

from _pytest.assertion import rewrite

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("tabletop", "cambio", "imperial", "deckbuilder", "tests")
# Test modules, and what pytest loads as a plugin.
REWRITTEN = ("test_*.py", "conftest.py", "services.py", "limits.py")


def compile_for_pytest(file: Path) -> None:
    folder = rewrite.get_cache_dir(file)
    compiled = folder / f"{file.stem}{rewrite.PYC_TAIL}"
    if rewrite._read_pyc(file, compiled) is None:
        folder.mkdir(exist_ok=True)
        source_hash, code = rewrite._rewrite_test(file, None)  # type: ignore[arg-type]
        rewrite._write_pyc(SimpleNamespace(trace=print), code, source_hash, compiled)  # type: ignore[arg-type]


def compile_file(file: Path) -> None:
    if file.is_relative_to(ROOT / "tests") and any(fnmatch(file.name, pattern) for pattern in REWRITTEN):
        compile_for_pytest(file)
    else:
        compileall.compile_file(file, quiet=1)


if __name__ == "__main__":
    sys.dont_write_bytecode = False
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    with ProcessPoolExecutor(os.cpu_count()) as cores:
        list(cores.map(compile_file, files, chunksize=20))
