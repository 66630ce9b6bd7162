"""Make the player's module for browsers: ``python cython/player/module.py [--check]``.

Cython's C is compiled to WebAssembly. The linker keeps what the exported functions need: the cores, and the memory
functions of the C library. The module imports nothing, so it can do nothing but compute.

The same sources and tools make the same bytes on every machine; the noxfile has the versions of Cython and of zig. With
--check, the file is compared and not written. A digest of the sources is written with it. A test compares the digest,
so sources that were changed without making the module again are noticed without these tools.
"""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILE = ROOT / "src/fastfuto/drawing/player/engine/engine.wasm"
DIGEST = HERE / "sources.sha256"
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


def sources() -> list[Path]:
    """Return what the module is made from: player.pyx, all that it reaches by cimports, and their headers."""
    found = [HERE / "player.pyx", HERE / "module.py", HERE / "wasm.h"]
    for path in found:
        text = path.read_text(encoding="utf-8")
        modules = re.findall(r"^from ([\w.]+) cimport", text, re.MULTILINE)
        names = [f"{module.replace('.', '/')}.pxd" for module in modules]
        for name in names + re.findall(r'^cdef extern from "(.+)"', text, re.MULTILINE):
            if (other := ROOT / "cython" / name).exists() and other not in found:
                found.append(other)
    return sorted(found)


def digest() -> str:
    """Return a digest of the sources without their comments and blank lines."""
    lines = [
        f"{path.relative_to(ROOT).as_posix()}: {code}"
        for path in sources()
        for line in path.read_text(encoding="utf-8").splitlines()
        if (code := re.sub(r"(^|\s)#\s.*", "", line).rstrip())
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


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
        DIGEST.write_text(f"{digest()}\n", encoding="ascii")
    elif made != FILE.read_bytes():
        print(f"{FILE.name} differs from what its sources make: run {Path(__file__).name} and commit it")
        return 1
    print(f"{FILE.name}: {len(made)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
