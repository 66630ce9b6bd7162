"""Tasks under short names: ``nox -l`` lists them, and ``nox -s lint types`` runs some.

What must hold before a change lands is in ``.ci/run``, and the longer checks are in ``.ci/full``; both call these
tasks. A tool that is missing is a failure. What comes after ``--`` goes to the program that a task runs.
"""

import shutil
from pathlib import Path

import nox

nox.needs_version = ">=2025.2.9"
nox.options.sessions = ["test", "lint", "types"]
nox.options.reuse_existing_virtualenvs = True

ROOT = Path(__file__).parent
THOROUGH = ("-m", "not slow", "--hypothesis-profile=thorough")
"""Options of pytest: the usual and the thorough suite, with many examples of random tests."""
PLAYER = "-Ccmake.define.PLAYER=ON"
"""Option of pip and build: the engines of the page as a module of Python, which the tests compare with the verbs."""
COMPILED = [
    f"tests/{room}"
    for room in (
        "engines",
        "generation",
        "limits",
        "logic",
        "model",
        "player",
        "proofs",
        "puzzles",
        "reference",
        "solving",
    )
]
"""Tests in which compiled code is at work."""
MODULE_TOOLS = ("cython==3.3.1", "ziglang==0.17.1")
"""What makes the engines of the page. Another version may make other bytes, which are to be committed with it."""


@nox.session
def test(session: nox.Session) -> None:
    """Run the usual suite with the installed package, as the README's second command does."""
    session.install(".[test]")
    session.run("python", "-m", "pytest", "-n", "auto", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Look at the style of the code."""
    session.install("ruff>=0.9")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check the types of the package, of its examples and of its stubs."""
    session.install(".[dev]", PLAYER)
    session.run("mypy")
    session.run("mypy", "--strict", *map(str, sorted(Path("examples").glob("*.py"))))
    stubs = sorted(path.stem for path in Path("src/fastfuto/engines").glob("_*.pyi"))
    session.run("python", "-m", "mypy.stubtest", *(f"fastfuto.engines.{name}" for name in stubs))


@nox.session
def package(session: nox.Session) -> None:
    """Build the sdist, and from it a wheel that checks itself, and test compiled code with that."""
    session.install("build")
    folder = Path(session.create_tmp())
    shutil.rmtree(folder / "dist", ignore_errors=True)
    options = ("-Ccmake.define.CHECKED=ON", PLAYER)
    session.run("python", "-m", "build", "--outdir", str(folder / "dist"), *options, ".")
    shutil.rmtree(folder / "source", ignore_errors=True)
    (folder / "source").mkdir()
    [sdist], [wheel] = (folder / "dist").glob("*.tar.gz"), (folder / "dist").glob("*.whl")
    session.run(
        "tar", "-xzf", str(sdist), "-C", str(folder / "source"), "--strip-components=1", external=True
    )
    session.install("--force-reinstall", f"{wheel}[test]")
    session.chdir(folder / "source")
    session.run("python", "-m", "pytest", "-n", "auto", *THOROUGH, *COMPILED)


@nox.session
def docs(session: nox.Session) -> None:
    """Make the documentation, where a warning is an error, and so is a link that leads nowhere within it."""
    session.install("--upgrade", "pip")
    session.install(".", "--group", "docs")
    session.run("sphinx-build", "--fail-on-warning", "--keep-going", "--quiet", "docs", "site")


@nox.session
def bench(session: nox.Session) -> None:
    """Run a benchmark: by default the quick foundation, otherwise the arguments of ``python -m bench.run``."""
    session.install(".[bench]")
    session.run("python", "-m", "bench.run", *(session.posargs or ["foundation", "--quick"]))


@nox.session
def promises(session: nox.Session) -> None:
    """Measure what is promised in seconds."""
    session.install(".")
    for what in ("timeouts", "interrupts"):
        session.run("python", "-m", "bench.promises", what, "--calls", "20")
    for what in ("texts", "pictures"):
        session.run("python", "-m", "bench.promises", what)


@nox.session
def mutants(session: nox.Session) -> None:
    """Plant small changes in a copy of the project, which the tests must notice."""
    session.install(".[mutants]")
    for options in [session.posargs] if session.posargs else [[], ["--drawn", "48"]]:
        session.run("python", "-m", "tests.mutants", *options)


# Longer checks ------------------------------------------------------------------------------------------


@nox.session
def full(session: nox.Session) -> None:
    """Run all longer checks."""
    for name in LONGER:
        session.notify(name)


@nox.session
def interface(session: nox.Session) -> None:
    """Look whether the public interface is completely typed."""
    session.install(".[bench,dask,dev,gym,parquet,pdf,pictures]")
    session.run("pyright", "--verifytypes", "fastfuto", "--ignoreexternal")


@nox.session
def house(session: nox.Session) -> None:
    """Add an engine and a technique by their recipes, and run the tests of their rooms, but not those of pages."""
    folder = Path(session.create_tmp()) / "copy"
    shutil.rmtree(folder, ignore_errors=True)
    session.run("git", "clone", "--quiet", str(ROOT), str(folder), external=True)
    session.run("python", "-m", "tests.house", str(folder), "compiled", "technique")
    session.install(f"{folder}[test]")
    session.chdir(folder)
    for toy in ("compiled", "technique"):
        session.run("python", f"tests/house/toys/{toy}.py")
    # A technique changes this work, so its test only compares two runs.
    session.run("python", "-m", "tests.work")
    rooms = ("logic", "languages", "reference", "engines", "generation", "test_work.py")
    without_pages = ("-k", "not (has_a_page or list_has_every or sentence_of_the_page)")
    session.run("python", "-m", "pytest", "-n", "auto", *(f"tests/{room}" for room in rooms), *without_pages)


@nox.session
def proofs(session: nox.Session) -> None:
    """Give proofs to the checkers of other people, and spoilt ones, which they must refuse.

    VeriPB is the program that the variable VERIPB names, or veripb; without it, this fails.
    """
    session.install(".[bench]")
    outside = Path(session.create_tmp()) / "outside"
    session.run("python", "-m", "venv", str(outside))
    checkers = ("dratify", "python-sat", "cdclkit[native]")
    session.run(str(outside / "bin/pip"), "install", "--quiet", *checkers, external=True)
    report = str(Path(session.create_tmp()) / "proofs.json")
    options = ("--outside", str(outside / "bin/python"), "-o", report)
    session.run("python", "-m", "bench.proofs", "outside", "--number", "200", *options)
    session.run("python", "-m", "bench.proofs", "spoilt", "--number", "2000", *options)
    session.run("python", "-m", "bench.proofs", "forged", "--number", "10000", "-o", report)
    session.run("python", "-m", "bench.proofs", "pb", "--number", "200", "-o", report)
    session.run("python", "-m", "bench.proofs", "pb-spoilt", "--number", "2000", "-o", report)
    session.run("python", "-m", "bench.proofs", "pb-many", "-o", report)


@nox.session
def page(session: nox.Session) -> None:
    """Look at the page: linter, hints as in Python, and played in Chromium."""
    session.install(".[test]", "selenium")
    web = Path(session.create_tmp()) / "web"
    shutil.rmtree(web / "player", ignore_errors=True)
    quiet = ("--silent", "--no-fund", "--no-audit")
    session.run(
        "npm", "install", *quiet, "--prefix", str(web), "eslint", "@eslint/js", "axe-core", external=True
    )
    shutil.copy(".ci/eslint.config.js", web)
    shutil.copytree("src/fastfuto/drawing/player", web / "player")
    shutil.copy("docs/_extensions/trying.js", web / "player")
    with session.chdir(web):
        session.run("npx", "eslint", "-c", "eslint.config.js", "player", external=True)
    session.run("node", "--test", "tests/drawing/player/modules.test.mjs", external=True)
    session.run("python", "tests/drawing/player/compare_hints.py")
    session.run("python", "tests/drawing/player/compare_words.py")
    session.run("chromium", "--version", external=True)
    for program in ("drive_page.py", "drive_try.py"):
        axe = str(web / "node_modules/axe-core/axe.min.js")
        session.run("python", f"tests/drawing/player/{program}", axe)
    session.run("python", "tests/drawing/player/drive_hints.py")


@nox.session
def module(session: nox.Session) -> None:
    """Make the engines of the page again, which must be the same bytes, and compare them with the verbs."""
    tools = Path(session.create_tmp()) / "tools"
    session.run("python", "-m", "venv", str(tools))
    session.run(str(tools / "bin/pip"), "install", "--quiet", *MODULE_TOOLS, external=True)
    session.run(str(tools / "bin/python"), "cython/player/module.py", "--check", external=True)
    session.install(".[test]", PLAYER)
    session.run("python", "-m", "tests.player.compare_module", "native", "1000")
    session.run("node", "--version", external=True)
    session.run("python", "-m", "tests.player.compare_module", "node", "300")


@nox.session
def extras(session: nox.Session) -> None:
    """Run the tests that need packages of other people, the slow ones, and those of the benchmarks."""
    session.install(".[bench,dask,gym,parquet,pdf,pictures,test]", "datasets", "loky", "pandas")
    session.run("pdftotext", "-v", external=True)
    session.run("python", "-c", "import datasets, gymnasium, pandas, pyarrow.parquet")
    for tests in (
        ["tests/drawing"],
        ["tests/jobs", "tests/test_readme.py", "tests/test_reasoning_gym.py"],
        ["tests/tasks"],
    ):
        session.run("python", "-m", "pytest", "-m", "not slow", *tests)
    session.run("python", "tests/drawing/render_booklet.py")
    session.run("python", "-m", "pytest", "-n", "auto", *THOROUGH, "-m", "slow")
    session.run("python", "-m", "pytest", "bench/tests")


@nox.session
def thorough(session: nox.Session) -> None:
    """Run the usual and the thorough suite with many examples of random tests."""
    session.install(".[test]", PLAYER)
    session.run("python", "-m", "pytest", "-n", "auto", *THOROUGH)


@nox.session
def sanitized(session: nox.Session) -> None:
    """Run both suites under the address and undefined-behaviour sanitizers of GCC."""
    session.install(".[test]")
    build = ("-Cbuild-dir=build/sanitized", "-Ccmake.define.SANITIZE=ON", "-Cinstall.strip=false", PLAYER)
    session.install("--force-reinstall", "--no-deps", *build, ".")
    libraries = [
        session.run("gcc", f"-print-file-name=lib{name}.so", external=True, silent=True)
        for name in ("asan", "ubsan")
    ]
    session.run(
        *("python", "-m", "pytest", "-n", "auto", "-p", "no:faulthandler", "-s"),
        *("-m", "not forks and not slow and not memory"),
        env={
            "LD_PRELOAD": " ".join(str(path).strip() for path in libraries),
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        },
    )


@nox.session
def arm(session: nox.Session) -> None:
    """Build for ARM, and compare answers under emulation.

    This needs apt-get of Debian or Ubuntu, and the packages gcc-aarch64-linux-gnu and qemu-user.
    """
    folder = Path(session.create_tmp()) / "arm"
    shutil.rmtree(folder, ignore_errors=True)
    session.run("qemu-aarch64", "--version", external=True)
    # When they compile for another machine, later versions of CMake do not look for Python (policy CMP0190).
    session.install(".[test]", "cmake<4.1", "cython>=3.2", "ninja")
    session.run("python", "-m", "tests.engines.compare_arm", str(folder))


LONGER = (
    *("interface", "house", "proofs", "page", "module", "docs", "extras", "thorough", "promises", "mutants"),
    *("sanitized", "arm"),
)
