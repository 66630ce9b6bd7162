"""Make the player's module for browsers: ``python cython/player/module.py [--check]``.

Cython's C is compiled to WebAssembly. The linker keeps what the exported functions need: the cores, and the memory
functions of the C library. The module imports nothing, so it can do nothing but compute.

The same sources and tools make the same bytes on every machine; the noxfile has the versions of Cython and of zig. With
--check, the file is compared and not written.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILE = ROOT / "src/fastfuto/drawing/player/engine/engine.wasm"
MOST_MEMORY = 1 << 28
"""Largest memory of the module in bytes; requests for more are refused."""
STACK = 1 << 20
DIRECTIVES = (
    "language_level=3",
    "cdivision=True",
    "boundscheck=False",
    "wraparound=False",
    "initializedcheck=False",
)


def make(folder: Path) -> bytes:
    """Return the bytes of the module, built in a folder."""
    source, module = folder / "_player.c", folder / "engine.wasm"
    directives = [word for each in DIRECTIVES for word in ("-X", each)]
    include = ["-I", str(ROOT / "cython"), "-I", str(ROOT / "src")]
    name = ["--module-name", "fastfuto.engines._player"]
    run("cython", *directives, *include, *name, str(HERE / "player.pyx"), "-o", str(source))
    names = re.findall(
        r"^cdef public api int32_t \*?(player_\w+)", (HERE / "player.pyx").read_text(), re.MULTILINE
    )
    linked = [f"--export={name}" for name in names]
    linked += ["--no-entry", "--gc-sections", "--strip-all"]
    linked += [f"--max-memory={MOST_MEMORY}", f"-z,stack-size={STACK}"]
    run(
        *("ziglang", "cc", "-target", "wasm32-wasi", "-mexec-model=reactor", "-O2"),
        *("-ffunction-sections", "-fdata-sections", "-DFASTFUTO_WORDS=1", "-include", str(HERE / "wasm.h")),
        *("-isystem", sysconfig.get_path("include"), "-I", str(ROOT / "cython")),
        *(f"-Wl,{each}" for each in linked),
        *("-o", str(module), str(source)),
    )
    return module.read_bytes()


def run(module: str, *arguments: str) -> None:
    """Run a Python module, and raise CalledProcessError if it fails."""
    subprocess.run([sys.executable, "-m", module, *arguments], check=True)


def main(*options: str) -> int:
    """Write the module, or compare it with --check."""
    with tempfile.TemporaryDirectory() as folder:
        made = make(Path(folder))
    if "--check" not in options:
        FILE.write_bytes(made)
    elif made != FILE.read_bytes():
        print(f"{FILE.name} differs from what its sources make: run {Path(__file__).name} and commit it")
        return 1
    print(f"{FILE.name}: {len(made)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
