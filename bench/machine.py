"""The conditions of a measurement: machine, versions and revision. It imports only the standard library."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import subprocess
import timeit
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any


def machine(packages: Iterable[str] = ("fastfuto", "numpy")) -> dict[str, Any]:
    """Return the machine, the versions of the installed packages among these, and the revision."""
    return {
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "os": platform.platform(),
        "python": platform.python_version(),
        "packages": versions(packages),
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "revision": revision(),
        "load": [round(x, 2) for x in os.getloadavg()],
        "loop_ms": round(1000 * seconds_of_a_loop(), 1),
    }


def seconds_of_a_loop() -> float:
    """Return the seconds of a million additions in Python; the clock of a shared machine varies by a factor of two."""
    return min(timeit.repeat("for i in range(1_000_000): i + i", repeat=5, number=1))


def versions(packages: Iterable[str]) -> dict[str, str]:
    """Return the versions of the installed packages."""
    found = {}
    for name in packages:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


def cpu_name() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def revision() -> str:
    """Return the checked-out commit, with a + if anything except results has changed since."""
    changed = git("status", "--porcelain", "--", ":/", ":!results")
    return git("rev-parse", "--short=12", "HEAD") + ("+" if changed else "")


def git(*arguments: str) -> str:
    here = Path(__file__).parent
    done = subprocess.run(["git", *arguments], cwd=here, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else "unknown"
