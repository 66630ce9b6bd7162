"""A copy of the checkout, installed in an environment of its own, in which changes are planted and tests are run."""

import functools
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import venv
from contextlib import contextmanager
from pathlib import Path

from .planted import ROOT

ALLOWANCE, FACTOR = 10, 3
"""A run of tests is stopped after these seconds of processor time and so many times what it takes without a change."""
PATIENCE = 20
"""Wall-clock time may be so many times as long, after which tests wait for something that never comes."""
SUITES = {"usual": "not slow and not thorough", "thorough": "thorough and not slow"}
"""The suites, by the marks of the tests that are in them."""
WITHOUT_SOURCES = [
    "--ignore=tests/mutants",
    "--deselect=tests/player/test_module.py::test_the_module_was_made_from_the_present_sources",
]
"""Options of pytest that leave out the tests which compare sources, and so would notice every change of them."""
NO_TESTS = 5
"""What pytest returns if no test is in a suite."""


class Tree:
    """The copy, which is kept in a folder, so that the next call compiles only what has changed since.

    Parameters
    ----------
    folder : Path
        For the copy, its environment and what is compiled.
    """

    def __init__(self, folder):
        self._copy, self._environment, self._spare = folder / "copy", folder / "environment", folder / "built"
        self._python = self._environment / "bin" / "python"
        self._copy_files()
        self._install()
        self._notes = folder / "notes.json"
        self._seconds, self._known = self._noted()

    # Setting up -----------------------------------------------------------------------------------------

    def _copy_files(self):
        """Bring the copy up to date; files that are as they were keep their times, so nothing is compiled again."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        names = {name for name in listed.split("\0") if name and (ROOT / name).is_file()}
        for path in [path for path in self._copy.rglob("*") if path.is_file()]:
            name = path.relative_to(self._copy).as_posix()
            if name not in names and not name.startswith("build/"):
                path.unlink()
        for name in sorted(names):
            text, path = (ROOT / name).read_bytes(), self._copy / name
            if not path.exists() or path.read_bytes() != text:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text)

    def _install(self):
        """Install the copy beside the packages of this environment, without those that an editable install adds."""
        if not self._python.exists():
            venv.create(self._environment, with_pip=True)
            outer = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
            (self._packages / "outer.pth").write_text("\n".join(outer) + "\n")
        options = [
            "--quiet",
            "--no-build-isolation",
            "--no-deps",
            "--force-reinstall",
            "--no-warn-script-location",
            "-Ccmake.define.PLAYER=ON",
        ]
        self._run([self._python, "-m", "pip", "install", *options, "."], check=True)
        self._built = next(path.parent for path in (self._copy / "build").glob("*/build.ninja"))
        shutil.rmtree(self._spare, ignore_errors=True)
        shutil.copytree(self._built, self._spare)

    @functools.cached_property
    def _packages(self):
        return next((self._environment / "lib").glob("python*/site-packages"))

    def _run(self, command, **options):
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        # The copy's own programs come first, such as `fastfuto`, and then those of this environment, such as `cython`.
        folders = self._python.parent, Path(sys.executable).parent
        environment["PATH"] = os.pathsep.join([*map(str, folders), environment["PATH"]])
        return subprocess.run(command, cwd=self._copy, env=environment, **options)

    # What is known ---------------------------------------------------------------------------------------

    def _noted(self):
        """Return the seconds of tests and what tests noticed, as an earlier call with the same files has noted."""
        hashed = hashlib.sha256()
        for path in sorted(self._copy.rglob("*")):
            if path.is_file() and "build" not in path.relative_to(self._copy).parts:
                hashed.update(path.read_bytes())
        self._digest = hashed.hexdigest()
        notes = json.loads(self._notes.read_text()) if self._notes.exists() else {}
        return (notes["seconds"], notes["known"]) if notes.get("digest") == self._digest else ({}, {})

    def _note(self):
        notes = {"digest": self._digest, "seconds": self._seconds, "known": self._known}
        self._notes.write_text(json.dumps(notes))

    def known(self, mutant, find_out):
        """Return what is found out about a change, or what was found out before, if no file has changed since."""
        key = hashlib.sha256(f"{mutant.path}\0{mutant.text}".encode()).hexdigest()
        if key not in self._known:
            self._known[key] = find_out(self, mutant)
            self._note()
        return self._known[key]

    # Planting -------------------------------------------------------------------------------------------

    @contextmanager
    def planted(self, path, text):
        """Have a file with another text, and what is compiled from it, for some time; yield whether it compiles."""
        is_compiled = path.startswith("cython/")
        places = [self._copy / path]
        if not is_compiled:
            places.append(self._packages / path.removeprefix("src/"))
        before = [(place, place.read_bytes(), place.stat()) for place in places]
        try:
            for place in places:
                place.write_text(text, encoding="utf-8", newline="\n")
            yield not is_compiled or self._is_built()
        finally:
            for place, content, status in before:
                place.write_bytes(content)
                os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))
            if is_compiled:
                shutil.rmtree(self._built)
                shutil.copytree(self._spare, self._built)
                self._take_over()

    def _is_built(self):
        """Compile what depends on the change; return whether it compiles."""
        if self._run(["cmake", "--build", self._built], capture_output=True).returncode:
            return False
        self._take_over()
        return True

    def _take_over(self):
        self._run(
            ["cmake", "--install", self._built, "--prefix", self._packages], check=True, capture_output=True
        )

    # Testing --------------------------------------------------------------------------------------------

    def seconds(self, test, suite):
        """Return the processor seconds that the tests of a file or folder in a suite take without a change."""
        key = f"{suite} {test}"
        if key not in self._seconds:
            before = _children()
            code, output = self._tested(test, suite, None)
            if code not in (0, NO_TESTS):
                raise SystemExit(f"tests/{test} fails without a change:\n{output}")
            self._seconds[key] = _children() - before
            self._note()
        return self._seconds[key]

    def notices(self, test, suite):
        """Return whether the tests of a file or folder in a suite notice the change that is planted now."""
        return self._tested(test, suite, self.seconds(test, suite))[0] not in (0, NO_TESTS)

    def _tested(self, test, suite, seconds):
        """Run tests up to the first failure; return the exit code, and what pytest says in the end."""
        command = [self._python, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        command += [*WITHOUT_SOURCES, "--hypothesis-seed=0", "-m", SUITES[suite], f"tests/{test}"]
        limit = None if seconds is None else round(ALLOWANCE + FACTOR * seconds)

        def limited():
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))

        try:
            found = self._run(
                command,
                preexec_fn=limited,
                timeout=limit and PATIENCE * limit,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        except subprocess.TimeoutExpired:
            return 1, "it takes too long"
        return found.returncode, found.stdout[-2000:]


def _children():
    """Return the processor seconds of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
