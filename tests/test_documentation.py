"""The claims of the documentation that can be counted or run, and the links between its pages."""

import functools
import importlib
import inspect
import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest

import fastfuto
import fastfuto.reference
from fastfuto.cli import main
from fastfuto.cli.dispatch import COMMANDS, FUNCTIONS
from fastfuto.languages import LANGUAGES

from .sources import PACKAGE
from .test_imports import FLOORS

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "docs" / "reference" / "index.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_reference_has_every_public_name():
    listed = {name for name, *_ in listed_names()}
    assert set(fastfuto.__all__) - {"__version__"} <= listed
    assert set(fastfuto.reference.__all__) - {"Grid"} <= listed


def listed_names():
    """Yield the names of the reference, with their descriptions and their packages."""
    for part in REFERENCE.read_text(encoding="utf-8").split(".. currentmodule:: ")[1:]:
        for name, description in re.findall(r"^   ([A-Za-z][\w.]*)  +(.+)$", part, re.MULTILINE):
            yield name, description, part.split()[0]


def summaries(package, name):
    """Return the first sentences of the docstrings of a public name; values have theirs below them in the source."""
    *path, last = f"{package}.{name}".split(".")
    found = getattr(importlib.import_module(".".join(path)), last)
    if inspect.isclass(found) or inspect.isroutine(found):
        texts = [inspect.getdoc(found)]
    else:
        below = re.compile(rf'^{last}\b.*?^"""(.*?)"""', re.MULTILINE | re.DOTALL)
        texts = [text for path in PACKAGE.rglob("*.py") for text in below.findall(path.read_text("utf-8"))]
    paragraphs = [" ".join(text.split("\n\n")[0].split()) for text in texts]
    return {paragraph.split(". ")[0].rstrip(".") + "." for paragraph in paragraphs}


def test_the_reference_describes_names_by_their_docstrings():
    for name, description, package in listed_names():
        assert description in summaries(package, name)


def test_the_version_is_the_same_everywhere():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, date = re.findall(r"^## \[([0-9.]+)\] - ([0-9-]+)$", changes, re.MULTILINE)[0]
    project = PROJECT["project"]
    assert version == project["version"]
    assert f"\nversion: {version}\n" in citation
    assert f"\ndate-released: {date}\n" in citation
    assert f"\n[{version}]: {project['urls']['Homepage']}/compare/" in changes


def test_results_are_drawn_when_the_site_is_built():
    assert not list((ROOT / "bench" / "results").glob("*.svg"))
    notebooks = list((ROOT / "examples").glob("*.ipynb"))
    assert notebooks
    for path in notebooks:
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            assert not cell.get("outputs"), path


def test_generated_files_are_marked():
    text = (ROOT / ".gitattributes").read_text(encoding="utf-8")
    marked = re.findall(r"^# python (?:-m )?(\S+).*\n/(\S+) linguist-generated\b", text, re.MULTILINE)
    assert {Path(pattern).name for _, pattern in marked} >= {"tables.json", "engine.wasm", "work.tsv"}
    for program, pattern in marked:
        assert (ROOT / program).exists() or (ROOT / program.replace(".", "/")).with_suffix(".py").exists()
        assert list(ROOT.glob(pattern)), pattern


@pytest.mark.parametrize("name", ["test", "dev"])
def test_groups_are_the_extras(name):
    assert PROJECT["dependency-groups"][name] == [f"fastfuto[{name}]"]
    assert name in PROJECT["project"]["optional-dependencies"]


# The README ----------------------------------------------------------------------------------------------------


def test_the_readme_is_short_and_true():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 90
    n_formats, n_detected = map(
        int, re.search(r"([0-9]+) text formats, of which ([0-9]+) are", text).groups()
    )
    assert n_formats == len(fastfuto.formats.NAMES)
    assert n_detected == sum(codec.detected for codec in fastfuto.formats.CODECS.values())
    for link in re.findall(r"\]\(([\w./-]+)\)", text):
        assert (ROOT / link).exists(), link
    # The tables of functions and commands.
    rows = [row.split("|")[2:4] for row in text.splitlines() if row.startswith("| ") and "](docs" in row]
    assert len(rows) > 10
    assert {name for row, _ in rows for name in re.findall(r"`(\w+)`", row)} <= set(fastfuto.__all__)
    assert {name for _, row in rows for name in re.findall(r"`(\w+)`", row)} <= set(COMMANDS)


# Pages and links -----------------------------------------------------------------------------------------------

DOCS = ROOT / "docs"
MADE = {DOCS / "examples", DOCS / "repository", DOCS / "reference" / "api"}
"""Folders that the build of the site fills."""
PAGES = [path for path in DOCS.rglob("*.md") if MADE.isdisjoint(path.parents)]
LINK = re.compile(r"\]\(([^)\s:#]*)(?:#([^)\s]*))?\)")


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


@functools.cache
def prose(path):
    """Return the text of a page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def anchors(path):
    """Return the names under which the headings of a page are linked."""
    headings = re.findall(r"^#+ (.+)$", prose(path), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def linked(path):
    """Return the files that a page links, all of which exist, with their headings."""
    found = set()
    for name, anchor in LINK.findall(prose(path)):
        target = (path.parent / name).resolve() if name else path
        assert target.exists(), f"{path}: {name}"
        assert not (anchor and target.suffix == ".md") or anchor in anchors(target), (
            f"{path}: {name}#{anchor}"
        )
        found.add(target)
    return found


def test_every_page_can_be_reached_from_the_readme():
    reached, waiting = set(), [ROOT / "README.md"]
    while waiting:
        path = waiting.pop()
        reached.add(path)
        if path.suffix == ".md":
            waiting += linked(path) - reached
    assert set(PAGES) - reached == set()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(DOCS).as_posix())
def test_no_page_is_empty(path):
    text = path.read_text(encoding="utf-8")
    assert "{include}" not in text
    assert len(prose(path).split()) > 20


@pytest.mark.parametrize(("name", "most"), [("ARCHITECTURE.md", 120), ("CONTRIBUTING.md", 70)])
def test_pages_for_contributors_are_short(name, most):
    assert len(read(name).splitlines()) <= most


def test_prose_has_lines_of_120_columns():
    for path in (ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", ROOT / "README.md", *PAGES):
        if path.name == "fifty-steps.md":  # Its lines are sentences that the package makes.
            continue
        for line in prose(path).splitlines():
            assert line.startswith("|") or len(LINK.sub("]", line)) <= 120, f"{path}: {line}"


# Pages for contributors ----------------------------------------------------------------------------------------


def test_the_architecture_has_the_floors_that_are_checked():
    rows = re.findall(r"^\| ([0-9, ]+) \| (.+) \|$", read("ARCHITECTURE.md"), re.MULTILINE)
    listed = [set(re.findall(r"`(\w+)(?:/|\.py)`", row)) for _, row in rows]
    [*floors, _] = FLOORS  # Without __main__.
    assert listed == [floors[0] | floors[1], *floors[2:]]


def test_the_tasks_of_the_contributors_exist():
    named = re.findall(r"`nox -s ([\w ]+)`", read("CONTRIBUTING.md"))
    assert len(named) > 2
    sessions = re.findall(r"^@nox.session\ndef (\w+)", read("noxfile.py"), re.MULTILINE)
    assert {task for tasks in named for task in tasks.split()} <= set(sessions)


def test_the_commands_of_the_benchmarks_exist():
    commands = re.findall(r"`python -m bench\.(\w+)(?: (\w+))?", read("bench/README.md"))
    assert len(commands) > 15
    for program, suite in commands:
        assert (ROOT / "bench" / f"{program}.py").exists()
        assert program != "run" or (ROOT / "bench" / "suites" / f"{suite}.py").exists()


# Numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "largest", "make"),
    [
        ("255 rows or values", 255, fastfuto.LatinSquare),
        ("255 rows or values", 255, fastfuto.Permutations),
        ("255 rows or values", 255, lambda n: fastfuto.Model(fastfuto.Skeleton(1, n, []))),
        ("64 rows", 64, lambda n: fastfuto.Sudoku([[0] * n] * n)),
        ("30 rows", 30, lambda n: fastfuto.Recipe(n, level="easy")),
        ("3 to 16 rows and columns", 16, lambda n: fastfuto.Recipe(n, family="kakuro")),
        ("2^24 cells", 2**24, lambda n: fastfuto.Skeleton(n, 2, [])),
        ("1,024", 1024, lambda n: fastfuto.solve(fastfuto.LatinSquare(2), threads=n)),
        ("0 to 2^64 - 1", 2**64 - 1, lambda n: fastfuto.solve(fastfuto.LatinSquare(2), seed=n)),
    ],
)
def test_limits_are_those_of_the_page(row, largest, make):
    assert f"| {row} |" in read("docs/reference/limits.md")
    make(largest)
    with pytest.raises(ValueError, match=str(largest + 1)):
        make(largest + 1)


def test_what_a_booklet_prints(tmp_path):
    [sentence] = re.findall(r"^(Futoshiki, .+) can be printed", read("docs/how-to/booklets.md"), re.MULTILINE)
    puzzles = {
        "Futoshiki": fastfuto.Futoshiki([[1]]),
        "Adjacent": fastfuto.Adjacent([[1, 0], [0, 0]]),
        "Latin squares": fastfuto.LatinSquare(2),
        "Sudoku": fastfuto.Sudoku([[0] * 4] * 4),
        "[variants](variants.md)": fastfuto.Sudoku(4).with_rules("diagonals"),
        "Kakuro": fastfuto.Kakuro([[None, (3, 0)], [(0, 3), 0]]),
    }
    assert re.split(", | and ", sentence) == [*puzzles]
    fastfuto.booklet([*puzzles.values()], tmp_path / "all.html")
    with pytest.raises(ValueError, match="not permutations"):
        fastfuto.booklet([fastfuto.Permutations(3)], tmp_path / "no.html")


def test_the_page_of_booklets_lists_the_languages():
    listed = re.search(r"^\| `language` \| (.+): .+ \|$", read("docs/how-to/booklets.md"), re.MULTILINE)[1]
    assert re.findall(r'`"(\w+)"`', listed) == list(LANGUAGES)


def test_which_functions_limit_memory():
    limited = {
        name
        for name in fastfuto.__all__
        if inspect.isfunction(verb := getattr(fastfuto, name))
        and "memory" in inspect.signature(verb).parameters
    }
    for name, begin in (("threads", "`memory=` limits the memory of "), ("web-service", "")):
        text = " ".join(read(f"docs/how-to/{name}.md").split())
        [listed] = re.findall(rf"{begin}((?:`\w+`(?:, | and ))+`\w+`)(?:, which raise| have `memory=`)", text)
        assert set(re.findall(r"\w+", listed.replace(" and ", " "))) == limited


# Functions, commands, errors -----------------------------------------------------------------------------------


CLI = "docs/reference/command-line.md"
PIPED = {"sample": ["-k", "1"], "convert": ["--to", "tatham"], "generate": ["-n", "4"]}
"""Options of commands that print puzzles."""


def test_the_page_of_questions_has_every_function_and_command():
    rows = [
        line.split("|")[2:4]
        for line in read("docs/how-to/which-function.md").splitlines()
        if line[:2] == "| "
    ]
    functions = {name for row, _ in rows for name in re.findall(r"`(\w+)`", row)}
    public = {name for name in fastfuto.__all__ if inspect.isfunction(getattr(fastfuto, name))}
    assert public - functions == {"to_json"}
    named = {name for _, row in rows for name in re.findall(r"`(\w+)", row)}
    assert named == set(COMMANDS)


def test_functions_without_a_command():
    [sentence] = re.findall(r"There is no command for (.+?)\. Options", " ".join(read(CLI).split()))
    without = re.findall(r"`(\w+)`", sentence)
    assert len(without) == 4
    assert set(without) <= set(fastfuto.__all__) - set(COMMANDS)


def test_functions_whose_commands_have_other_names():
    [sentence] = re.findall(r"Five commands have (.+?)\.", " ".join(read(CLI).split()))
    listed = re.findall(r"`(\w+)` \(`([\w-]+)`\)", sentence)
    assert listed == [(command, function.replace("_", "-")) for function, command in FUNCTIONS.items()]


def test_commands_that_can_be_piped(tmp_path, capsys):
    [sentence] = re.findall(r"piped into other commands: (.+?)\.", " ".join(read(CLI).split()))
    commands = re.findall(r"`(\w+)`", sentence)
    assert len(commands) > 4
    for command in commands:
        files = [] if command == "generate" else [str(ROOT / "examples" / "five.txt")]
        assert main([command, *PIPED.get(command, []), *files]) == 0
        printed = tmp_path / f"{command}.txt"
        printed.write_text(capsys.readouterr().out, encoding="utf-8")
        assert main(["solve", "-q", str(printed)]) == 0
        capsys.readouterr()


def test_the_page_of_errors_has_every_exception_and_exit_code(tmp_path, capsys):
    text = read("docs/reference/errors.md")
    for name in fastfuto.__all__:
        kind = getattr(fastfuto, name)
        if inspect.isclass(kind) and issubclass(kind, BaseException) and kind is not fastfuto.FastfutoError:
            other = re.search(rf"^\| `{name}` \| (?:`(\w+)`)? ?\|", text, re.MULTILINE)
            assert other, name
            assert other[1] is None or other[1] in {each.__name__ for each in kind.__mro__[1:]}
    codes = {int(code): words for code, words in re.findall(r"^\| ([0-9]+) \| (.+) \|$", text, re.MULTILINE)}
    assert set(codes) == {0, 1, 2, 3, 70, 130}
    examples = ROOT / "examples"
    certificate = tmp_path / "certificate"
    assert main(["prove", str(examples / "five.txt"), "-o", str(certificate)]) == 0
    spoilt = shutil.copytree(certificate, tmp_path / "spoilt")
    proof = (spoilt / "proof.pbp").read_text(encoding="utf-8").splitlines()
    (spoilt / "proof.pbp").write_text("\n".join([*proof[:2], *proof[3:]]), encoding="utf-8")
    for arguments, code in (
        (["solve", examples / "five.txt"], 0),
        (["solve", examples / "no_solution.txt"], 1),
        (["check", examples / "invalid.txt"], 1),
        (["audit", examples / "two_solutions.txt"], 1),
        (["verify", certificate], 0),
        (["verify", spoilt], 1),
        (["solve", tmp_path / "missing.txt"], 2),
    ):
        assert main([*map(str, arguments)]) == code, arguments
        assert code != 1 or arguments[0] == "solve" or f"`{arguments[0]}`" in codes[1]
    capsys.readouterr()


def test_the_extras_are_those_of_the_project():
    listed = re.findall(r"^\| (`[\w`, ]+`) \|", read("docs/tutorial/install.md"), re.MULTILINE)
    extras = {name for row in listed for name in re.findall(r"\w+", row)}
    assert extras == set(PROJECT["project"]["optional-dependencies"])


def test_sums_have_proofs():
    skeleton = fastfuto.Skeleton(4, 4, [range(4)])
    model = fastfuto.Model(skeleton, sums=[([0, 1], 3), ([2, 3], 6)])
    assert fastfuto.prove(model).claim == "no solution"
