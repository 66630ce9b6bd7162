"""A copy of the checkout, installed in an environment of its own, in which changes are planted and tests are run."""

import functools
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
SKIPPED = "not slow"


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
        self._seconds = {}
        self._copy_files()
        self._install()

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
        ]
        # Half of the time of compiling goes into the last quarter of the speed.
        options.append("-Ccmake.define.CMAKE_C_FLAGS_RELEASE=-O1")
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

    # Planting -------------------------------------------------------------------------------------------

    @contextmanager
    def planted(self, path, text):
        """Have a file with another text, and what is compiled from it, for some time."""
        is_compiled = path.startswith("cython/")
        places = [self._copy / path]
        if not is_compiled:
            places.append(self._packages / path.removeprefix("src/"))
        before = [(place, place.read_bytes(), place.stat()) for place in places]
        try:
            for place in places:
                place.write_text(text, encoding="utf-8", newline="\n")
            if is_compiled:
                self._build()
            yield
        finally:
            for place, content, status in before:
                place.write_bytes(content)
                os.utime(place, ns=(status.st_atime_ns, status.st_mtime_ns))
            if is_compiled:
                shutil.rmtree(self._built)
                shutil.copytree(self._spare, self._built)
                self._take_over()

    def _build(self):
        """Compile what depends on the change."""
        found = self._run(["cmake", "--build", self._built], capture_output=True, text=True)
        if found.returncode:
            raise SystemExit(f"a change does not compile:\n{found.stdout[-2000:]}")
        self._take_over()

    def _take_over(self):
        self._run(
            ["cmake", "--install", self._built, "--prefix", self._packages], check=True, capture_output=True
        )

    # Testing --------------------------------------------------------------------------------------------

    def seconds(self, test):
        """Return the processor seconds that a file or folder of tests takes without a change."""
        if test not in self._seconds:
            before = _children()
            code, output = self._tested(test, None)
            if code:
                raise SystemExit(f"tests/{test} fails without a change:\n{output}")
            self._seconds[test] = _children() - before
        return self._seconds[test]

    def notices(self, test):
        """Return whether a file or folder of tests notices the change that is planted now."""
        return self._tested(test, self.seconds(test))[0] != 0

    def _tested(self, test, seconds):
        """Run tests up to the first failure; return the exit code, and what pytest says in the end."""
        command = [self._python, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        command += ["--hypothesis-seed=0", "-m", SKIPPED, f"tests/{test}"]
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
