"""Build fastfuto for ARM, and compare answers under emulation: ``python -m tests.engines.compare_arm FOLDER [NUMBER]``.

NUMBER Sudokus and as many Futoshikis are solved by the batch engines and by the search, on this machine and by a build
for aarch64 that runs in qemu. The answers and the work must be the same. The tests of the batch engines then run in
qemu. This needs Debian or Ubuntu with gcc-aarch64-linux-gnu and qemu-user, and cmake and ninja. FOLDER, which is new,
receives Python for ARM from the same distribution, NumPy from PyPI, and the build.
"""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
from bench.cases import sudoku

from .lane_puzzles import random_lane_puzzle
from .test_sudoku9 import mixture

ROOT = Path(__file__).parents[2]
PACKAGES = ("libpython3-dev", "libstdc++6", "python3")
"""Packages that Python and NumPy need on ARM; apt adds their dependencies."""
WHEELS = ("numpy", "tqdm", "hypothesis", "pytest")
TESTS = ("tests/engines/test_sudoku9.py", "tests/engines/test_lanes.py")


def run(*line, cwd=None):
    """Run a program, and raise CalledProcessError if it fails."""
    subprocess.run([*map(str, line)], check=True, cwd=cwd)


def unpack_system(folder):
    """Unpack Python for ARM and its libraries, without installing anything."""
    state = folder / "apt"
    for each in ("lists/partial", "cache/archives/partial"):
        (state / each).mkdir(parents=True)
    (state / "status").touch()
    settings = {
        "Dir::State": state,
        "Dir::State::status": state / "status",
        "Dir::Cache": state / "cache",
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
    }
    apt = ("apt-get", "-qq", *(f"-o{name}={value}" for name, value in settings.items()))
    run(*apt, "update")
    run(*apt, "install", "--download-only", "--no-install-recommends", "--yes", *PACKAGES)
    for package in sorted((state / "cache/archives").glob("*.deb")):
        run("dpkg-deb", "--extract", package, folder / "system")


def build(folder, python):
    """Build the package for ARM, and install it into a folder beside what it imports."""
    cmake, site = folder / "cmake", folder / "site"
    values = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_C_COMPILER": "aarch64-linux-gnu-gcc",
        "CMAKE_SYSROOT": folder / "system",
        "CMAKE_SYSTEM_NAME": "Linux",
        "CMAKE_SYSTEM_PROCESSOR": "aarch64",
        "Python_EXECUTABLE": sys.executable,
        "Python_INCLUDE_DIR": folder / "system/usr/include" / python,
        "SKBUILD_PROJECT_NAME": "fastfuto",
        "SKBUILD_PROJECT_VERSION": "0",
    }
    run("cmake", "-GNinja", "-S", ROOT, "-B", cmake, *(f"-D{name}={value}" for name, value in values.items()))
    run("cmake", "--build", cmake)
    platforms = [f"--platform=manylinux_2_{k}_aarch64" for k in (17, 27, 28)]
    for_arm = (f"--python-version={python.removeprefix('python')}", "--only-binary=:all:", *platforms)
    run(sys.executable, "-m", "pip", "install", "--quiet", "--target", site, *for_arm, *WHEELS)
    run("cmake", "--install", cmake, "--prefix", site)
    shutil.copytree(ROOT / "src/fastfuto", site / "fastfuto", dirs_exist_ok=True)
    return site


def sudokus(number):
    """Return Sudokus of all kinds of the benchmarks and random grids with no solution, one and several."""
    kinds = [sudoku.batch(kind, number // 8) for kind in sudoku.KINDS]
    grids = np.concatenate([*kinds, sudoku.famous(), sudoku.minimal(number // 40)])
    shares = (0.25, 0.3, 0.35, 0.4)
    by_share = [sudoku.random_grid(9, shares[k % 4], k).clues for k in range(number // 40)]
    others = mixture(random.Random("sudokus for ARM"), number // 2)
    return np.concatenate([grids, by_share, others]).astype(np.uint8).reshape(-1, 81)


def make_puzzles(number, file):
    """Write the puzzles that are compared."""
    clues = sudokus(number)
    puzzles = {"sudoku": np.stack([clues, np.zeros_like(clues)], axis=1)}
    for n in range(4, 10):
        rng = random.Random(f"futoshikis for ARM {n}")
        puzzles[f"futoshiki {n}"] = np.array([random_lane_puzzle(rng, n) for _ in range(-(-number // 6))])
    np.savez(file, **puzzles)


def main(where, number="20000"):
    """Build and compare."""
    folder = Path(where).resolve()
    unpack_system(folder)
    python = (folder / "system/usr/bin/python3").readlink().name
    site = build(folder, python)
    emulator = ("qemu-aarch64", "-L", folder / "system", folder / "system/usr/bin" / python)
    machines = {
        "here": [sys.executable],
        "arm": ["env", f"PYTHONPATH={site}", "PYTHONNOUSERSITE=1", *emulator],
    }
    make_puzzles(int(number), folder / "puzzles.npz")
    for name, machine in machines.items():
        print(name, flush=True)
        files = folder / "puzzles.npz", folder / f"{name}.npz"
        run(*machine, "-m", "tests.engines.answers", *files, cwd=ROOT)
    here, there = (np.load(folder / f"{name}.npz") for name in machines)
    assert [*here] == [*there]
    assert there["machine"] == "aarch64"
    assert 128 in there["widths"]
    for name in here.keys() - {"machine", "widths"}:
        assert here[name].shape == there[name].shape, name
        assert (here[name] == there[name]).all(), name
    print("the same answers and the same work", flush=True)
    run(*machines["arm"], "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS, cwd=ROOT)


if __name__ == "__main__":
    main(*sys.argv[1:])
