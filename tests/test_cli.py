import importlib.util
import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from fastfuto import Futoshiki, LatinSquare, Permutations, dump, format_puzzle, load, solutions, verbs
from fastfuto.cli import main
from fastfuto.formats import MAX_TEXT

from .strategies import random_puzzle

EXAMPLES = Path(__file__).parent.parent / "examples"

COUNTS = {
    "complete.txt": 1,
    "empty5.txt": 161280,  # OEIS A002860
    "five.txt": 1,
    "five_plain.txt": 1,
    "four.txt": 1,
    "invalid.txt": 0,
    "kakuro.txt": 1,
    "nine.txt": 1,
    "no_solution.txt": 0,
    "seven.json": 1,
    "six_tatham.txt": 1,
    "twelve.txt": 1,
    "two_solutions.txt": 2,
}

COMMANDS = ("solve", "count", "solutions", "check", "convert")

posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")

FUTOSHIKI_FORMATS = ("source", "tatham", "plain", "json")


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run the command line here; return exit code, output and errors."""
    monkeypatch.chdir(tmp_path)

    def call(*args):
        code = main([str(arg) for arg in args])
        return code, *capsys.readouterr()

    return call


@pytest.fixture
def start(tmp_path):
    """Start the command line as a process of its own."""
    started = []

    def call(*args, **options):
        # A development install may build and say so before it starts: not here.
        environment = os.environ | {"SKBUILD_EDITABLE_VERBOSE": "0", "PYTHONUNBUFFERED": ""}
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
        command = [sys.executable, "-m", "fastfuto", *map(str, args)]
        if os.name == "posix":
            # Whoever starts the tests in the background may have SIGINT ignored, and children inherit that.
            streams["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
        started.append(subprocess.Popen(command, cwd=tmp_path, env=environment, **streams))
        return started[-1]

    yield call
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def endless(tmp_path):
    """Write a puzzle whose solutions nobody counts within seconds."""
    path = tmp_path / "endless.txt"
    dump(Futoshiki([[0] * 10] * 10, [((r, r), (r, r + 1)) for r in range(9)]), path)
    return path


@pytest.fixture
def huge(tmp_path):
    """Return the file of a puzzle with more solutions than anybody waits for."""
    path = tmp_path / "huge.txt"
    dump(Futoshiki(np.zeros((8, 8), int)), path)
    return path


def wait_for(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "too late"
        time.sleep(0.01)


def latin(grids):
    n = grids.shape[-1]
    values = np.arange(1, n + 1, dtype=np.uint8)[:, None]
    return (np.sort(grids, axis=1) == values).all() and (np.sort(grids, axis=2) == values.T).all()


# Examples ----------------------------------------------------------------------------------------------


def test_examples_are_all_here():
    assert {path.name for path in EXAMPLES.iterdir() if path.suffix in {".txt", ".json"}} == set(COUNTS)


@pytest.mark.parametrize(("name", "number"), COUNTS.items())
def test_examples(run, name, number):
    assert run("count", EXAMPLES / name) == (0 if number else 1, f"{number}\n", "")
    code, out, err = run("solve", EXAMPLES / name)
    assert (code, err) == (0 if number else 1, "")
    assert ("This is the only solution.\n" in out) == (number == 1)
    assert ("There are other solutions.\n" in out) == (number > 1)


# solve: the four cases ---------------------------------------------------------------------------------


def test_solve_incomplete(run):
    code, out, err = run("solve", EXAMPLES / "four.txt")
    assert (code, err) == (0, "")
    assert (
        out
        == """\
Incomplete scheme.
4
2 | 4 | 1 | 3
v - v - - - -
1 | 3 | 2 | 4
- - - - ^ - -
3 | 1 | 4 | 2
- - - - - - -
4 | 2 | 3 > 1
This is the only solution.
"""
    )


def test_solve_complete_and_valid(run):
    code, out, err = run("solve", EXAMPLES / "complete.txt", "--total")
    assert (code, err) == (0, "")
    scheme = (EXAMPLES / "complete.txt").read_text()
    end = "This is the only solution.\nSolutions: 1\n"
    assert out == f"Complete scheme.\nValid solution.\n{scheme}{end}"


def test_solve_complete_and_invalid(run):
    Path("puzzle").write_text("2\n1 < 1\n- - ^\n2 | 7\n")
    code, out, err = run("solve", "puzzle", "--total")
    assert (code, err) == (1, "")
    assert (
        out
        == """\
Complete scheme.
Invalid solution.
  row 2, column 2: value 7 is out of 1 to 2
  row 1: value 1 stands in columns 1 and 2
  row 1, column 1 must be less than row 1, column 2, but holds 1 against 1
Solutions: 0
"""
    )


def test_solve_incomplete_and_invalid(run):
    code, out, err = run("solve", EXAMPLES / "invalid.txt")
    assert (code, err) == (1, "")
    assert (
        out
        == """\
Incomplete scheme.
  row 2, column 4: value 7 is out of 1 to 4
  row 3: value 3 stands in columns 1 and 2
A solution does not exist.
"""
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("2  0<0  v-^  0>0", "signs in a circle: row 1, column 1 < row 1, column 2 < row 2, column 2"),
        ("3  0<0<0  ----^  0|0|0  -----  0|0|0", "row 2, column 3: nothing is left above the chain of signs"),
    ],
)
def test_solve_valid_but_contradictory(run, text, problem):
    Path("puzzle").write_text(text)
    code, out, _ = run("solve", "puzzle")
    assert code == 1
    assert re.fullmatch(rf"Incomplete scheme\.\n  {problem}.*\nA solution does not exist\.\n", out)


def test_solve_without_solution(run):
    code, out, err = run("solve", EXAMPLES / "no_solution.txt", "--total")
    assert (code, out, err) == (1, "Incomplete scheme.\nA solution does not exist.\nSolutions: 0\n", "")


def test_solve_with_others(run):
    code, out, _ = run("solve", EXAMPLES / "two_solutions.txt", "--total")
    assert code == 0
    assert out.endswith("There are other solutions.\nSolutions: 2\n")
    code, out, _ = run("solve", EXAMPLES / "two_solutions.txt", "--total", "--limit", 1)
    assert code == 0
    assert out.endswith("There are other solutions.\nSolutions: 1 (--limit reached)\n")


def test_solve_first_in_order(run):
    others = 0
    for seed in range(20):
        puzzle = random_puzzle(random.Random(seed), 5, 0.1, 0.2)
        dump(puzzle, "puzzle")
        first = min(solutions(puzzle), key=lambda grid: grid.tobytes())
        assert (
            format_puzzle(puzzle.with_clues(first)) in run("solve", "puzzle", "--order", "lexicographic")[1]
        )
        others += format_puzzle(puzzle.with_clues(first)) not in run("solve", "puzzle")[1]
    assert others > 0


@pytest.mark.parametrize("name", FUTOSHIKI_FORMATS)
def test_solve_answers_in_the_format_of_the_input(run, name):
    puzzle = load(EXAMPLES / "four.txt")
    solved = puzzle.with_clues(next(solutions(puzzle)))
    dump(puzzle, "puzzle", name)
    for options in ((), ("--format", name)):
        code, out, _ = run("solve", "puzzle", *options)
        assert code == 0
        text = out.removeprefix("Incomplete scheme.\n").removesuffix("This is the only solution.\n")
        assert text.strip() == format_puzzle(solved, name).strip()


def test_solve_json(run):
    code, out, _ = run("solve", EXAMPLES / "two_solutions.txt", "--json", "--total")
    answer = json.loads(out)
    stats = answer.pop("stats")
    solution = answer.pop("solution")
    assert load(EXAMPLES / "two_solutions.txt").with_clues(solution).is_valid
    assert set(stats) == {
        "nodes",
        "backtracks",
        "seconds",
        "engine",
        "restarts",
        "learned",
        "peak_bytes",
        "states",
    }
    assert answer == {
        "schema": 1,
        "command": "solve",
        "file": str(EXAMPLES / "two_solutions.txt"),
        "format": "source",
        "complete": False,
        "valid": True,
        "problems": [],
        "status": "satisfiable",
        "unique": False,
        "total": 2,
        "exact": True,
    }
    assert code == 0
    code, out, _ = run("solve", EXAMPLES / "invalid.txt", EXAMPLES / "four.txt", "--json")
    first, second = map(json.loads, out.splitlines())
    assert code == 1
    assert (first["status"], first["solution"], first["unique"]) == ("unsatisfiable", None, None)
    assert first["problems"][0]["cells"] == [[1, 3]]
    assert (second["status"], second["unique"]) == ("satisfiable", True)
    assert "total" not in second


# count, solutions, check, convert ----------------------------------------------------------------------


def test_count_limit(run):
    code, out, err = run("count", EXAMPLES / "empty5.txt", "--limit", 1000)
    assert (code, out) == (0, "1000\n")
    assert "stopped at --limit 1000" in err
    code, out, err = run("count", EXAMPLES / "two_solutions.txt", "--limit", 3)
    assert (code, out, err) == (0, "2\n", "")


def test_count_json(run):
    answer = json.loads(run("count", EXAMPLES / "empty5.txt", "--json", "--limit", 1000)[1])
    assert (answer["schema"], answer["count"], answer["exact"]) == (1, 1000, False)
    answer = json.loads(run("count", EXAMPLES / "empty5.txt", "--json")[1])
    assert (answer["count"], answer["exact"]) == (161280, True)


@pytest.mark.parametrize("name", FUTOSHIKI_FORMATS)
def test_solutions(run, name):
    puzzle = load(EXAMPLES / "two_solutions.txt")
    dump(puzzle, "puzzle", name)
    code, out, err = run("solutions", "puzzle", "--order", "lexicographic")
    assert (code, err) == (0, "")
    texts = [
        format_puzzle(puzzle.with_clues(grid), name) for grid in solutions(puzzle, order="lexicographic")
    ]
    assert out == "\n".join([*texts, "Solutions: 2\n"])


def test_solutions_limit_and_none(run):
    code, out, _ = run("solutions", EXAMPLES / "empty5.txt", "--limit", 3)
    assert code == 0
    assert out.count("5\n1 |") == 3
    assert out.endswith("\nSolutions: 3 (--limit reached)\n")
    code, out, _ = run("solutions", EXAMPLES / "no_solution.txt")
    assert (code, out) == (1, "A solution does not exist.\nSolutions: 0\n")
    code, out, _ = run("solutions", EXAMPLES / "invalid.txt")
    assert code == 1
    assert out.startswith("  row 2, column 4: value 7")


def test_solutions_json(run):
    files = [EXAMPLES / name for name in ("two_solutions.txt", "no_solution.txt")]
    code, out, _ = run("solutions", *files, "--json")
    assert code == 1
    first, second = (json.loads(text) for text in re.findall(r"^\{.*?\}$", out, re.DOTALL | re.MULTILINE))
    assert (first["schema"], first["total"], first["exact"], len(first["solutions"])) == (1, 2, True, 2)
    assert (second["total"], second["solutions"]) == (0, [])
    puzzle = load(files[0])
    assert all(puzzle.with_clues(grid).is_valid for grid in first["solutions"])
    assert json.loads(run("solutions", files[0], "--json", "--limit", 1)[1])["exact"] is False


def test_solutions_npy(run):
    code, out, _ = run("solutions", EXAMPLES / "empty5.txt", "-o", "all.npy", "--order", "lexicographic")
    assert (code, out) == (0, "Solutions: 161280\n")
    grids = np.load("all.npy")
    assert (grids.shape, grids.dtype) == ((161280, 5, 5), np.uint8)
    assert latin(grids)
    flat = [row.tobytes() for row in grids]
    assert flat == sorted(set(flat))
    code, out, _ = run("solutions", EXAMPLES / "no_solution.txt", "-o", "none.npy", "--json")
    assert (code, json.loads(out)["total"]) == (1, 0)
    assert np.load("none.npy").shape == (0, 5, 5)


def test_check(run):
    Path("bad").write_text("1 7")
    names = [EXAMPLES / "complete.txt", "bad", EXAMPLES / "four.txt"]
    code, out, err = run("check", *names)
    assert (code, err) == (1, "")
    assert (
        out
        == f"""\
{names[0]}:
Complete scheme.
Valid solution.

bad:
Complete scheme.
Invalid solution.
  row 1, column 1: value 7 is out of 1 to 1

{names[2]}:
Incomplete scheme.
Valid scheme.
"""
    )
    code, out, _ = run("check", EXAMPLES / "invalid.txt")
    assert code == 1
    assert out.startswith("Incomplete scheme.\nInvalid scheme.\n  row 2, column 4")
    assert out.endswith("A solution does not exist.\n")
    assert run("check", EXAMPLES / "no_solution.txt") == (0, "Incomplete scheme.\nValid scheme.\n", "")


def test_check_json(run):
    code, out, _ = run("check", EXAMPLES / "invalid.txt", "--json")
    answer = json.loads(out)
    assert code == 1
    assert (answer["complete"], answer["valid"], answer["schema"]) == (False, False, 1)
    assert [problem["kind"] for problem in answer["problems"]] == ["range", "row"]


@pytest.mark.parametrize("name", FUTOSHIKI_FORMATS)
def test_convert(run, name):
    puzzle = load(EXAMPLES / "four.txt")
    code, out, err = run("convert", EXAMPLES / "four.txt", "--to", name)
    assert (code, err) == (0, "")
    assert out.rstrip("\n") == format_puzzle(puzzle, name).rstrip("\n")
    assert run("convert", EXAMPLES / "four.txt", "--to", name, "-o", "out") == (0, "", "")
    assert load("out") == puzzle
    assert Path("out").read_bytes().endswith(b"\n")


def test_convert_to_a_format_that_cannot_hold_the_puzzle(run):
    Path("out").write_text("precious")
    code, out, err = run("convert", EXAMPLES / "twelve.txt", "--to", "plain", "-o", "out")
    assert (code, out) == (2, "")
    assert (
        err == f"fastfuto: {EXAMPLES / 'twelve.txt'}: a plain grid has n from 2 to 9, this one has n = 12\n"
    )
    assert Path("out").read_text() == "precious"


# Files in and out --------------------------------------------------------------------------------------


def test_several_files(run):
    Path("bad").write_text("4\n0 | 0 ~ 0")
    code, out, err = run("count", EXAMPLES / "four.txt", "bad", "missing", EXAMPLES / "no_solution.txt")
    assert code == 2
    assert out == f"{EXAMPLES / 'four.txt'}:\n1\n\n{EXAMPLES / 'no_solution.txt'}:\n0\n"
    assert (
        err
        == """\
fastfuto: bad: line 2, column 7: expected '|', '<' or '>' between columns 2 and 3 of row 1, found '~'
0 | 0 ~ 0
      ^
fastfuto: missing: No such file or directory
"""
    )


def test_bad_files(run):
    Path("empty").touch()
    assert run("solve", "empty") == (2, "", "fastfuto: empty: line 1, column 1: the text is empty\n")
    Path("binary").write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff")
    code, out, err = run("solve", "binary")
    assert (code, out) == (2, "")
    assert err.startswith("fastfuto: binary: line 1, column 1: byte 0x89 is no UTF-8 text")
    code, out, err = run("solve", ".")
    assert (code, out) == (2, "")
    assert re.fullmatch(r"fastfuto: \.: (Is a directory|Permission denied)\n", err)
    Path("0").write_text("0\n")
    code, _, err = run("solve", "0")
    assert code == 2
    assert "1 to 255" in err


def test_named_format(run):
    Path("both").write_text("2\n\n0|0\n---\n0|0")
    code, _, err = run("count", "both")
    assert code == 2
    assert "source and plain" in err
    assert run("count", "both", "--format", "source")[:2] == (0, "2\n")
    assert run("count", "both", "--format", "plain")[:2] == (0, "4\n")


def test_standard_input(start):
    process = start("solve", "-", stdin=subprocess.PIPE)
    out, err = process.communicate((EXAMPLES / "four.txt").read_bytes().replace(b"\n", b"\r\n"), timeout=20)
    assert (process.returncode, err) == (0, b"")
    assert b"This is the only solution." in out
    process = start("solve", "-", EXAMPLES / "missing", stdin=subprocess.PIPE)
    out, err = process.communicate(b"4\nx", timeout=20)
    assert process.returncode == 2
    assert err.startswith(b"fastfuto: <stdin>: line 2, column 1: ")


def test_output_file(run):
    Path("out").write_text("old and much longer than what takes its place" * 10)
    assert run("count", EXAMPLES / "four.txt", "-o", "out") == (0, "", "")
    assert Path("out").read_bytes() == b"1\n"
    assert run("count", "missing", "-o", "out")[0] == 2
    assert Path("out").read_bytes() == b"1\n"
    assert run("count", "missing", "-o", "new")[0] == 2
    assert not Path("new").exists()
    assert run("solutions", EXAMPLES / "empty5.txt", "--limit", 5000, "-o", "out")[0] == 0
    text = Path("out").read_text()
    assert text.startswith("5\n1 | ")
    assert text.endswith("\nSolutions: 5000 (--limit reached)\n")
    assert run("count", EXAMPLES / "four.txt", "-o", "-")[:2] == (0, "1\n")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["count", "in", "-o", "nowhere/out"], "nowhere/out: No such file or directory"),
        (["count", "in", "-o", "."], r"\.: (Is a directory|Permission denied)"),
        (["solutions", "in", "-o", "nowhere/out.npy"], "nowhere/out.npy: No such file or directory"),
        (["count", "in", "-o", "in"], "-o would overwrite the input file in"),
        (["count", EXAMPLES / "four.txt", "in", "-o", "./in"], "-o would overwrite the input file in"),
        (["solutions", "in.npy", "-o", "in.npy"], "-o would overwrite the input file in.npy"),
        (["count", "in", "-o", "out.npy"], "only the solutions command writes .npy files"),
        (["solutions", "in", "in", "-o", "out.npy"], "a .npy file holds the solutions of one puzzle.*"),
    ],
)  # fmt: skip
def test_bad_outputs(run, args, message):
    for name in ("in", "in.npy"):
        dump(load(EXAMPLES / "four.txt"), name)
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert re.fullmatch(f"fastfuto: {message}\n", err)
    for name in ("in", "in.npy"):
        assert load(name) == load(EXAMPLES / "four.txt")
    assert sorted(path.name for path in Path().iterdir()) == ["in", "in.npy"]


@posix
def test_npy_to_a_pipe_is_refused(run):
    os.mkfifo("out.npy")
    message = "fastfuto: out.npy: a .npy file must be a regular file, not a pipe or a device\n"
    assert run("solutions", EXAMPLES / "four.txt", "-o", "out.npy") == (2, "", message)
    assert run("solutions", EXAMPLES / "four.txt", "-o", "out.npy", "--json") == (2, "", message)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full here")
@pytest.mark.parametrize("args", [["count", EXAMPLES / "four.txt"], ["solutions", EXAMPLES / "empty5.txt"]])
def test_full_disk(start, args):
    with open("/dev/full", "w") as full:
        process = start(*args, stdout=full)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert err == b"fastfuto: standard output: No space left on device\n"


# Usage -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["solve"],
        ["paint", "x"],
        ["solve", "x", "--format", "pencil"],
        ["solve", "x", "--form", "source"],
        ["solve", "x", "--order", "random"],
        ["count", "x", "--order", "any"],
        ["count", "x", "--limit", "0"],
        ["count", "x", "--limit", "many"],
        ["count", "x", "--limit", "9" * 5000],
        ["count", "x", "--timeout", "0"],
        ["count", "x", "--timeout", "nan"],
        ["count", "x", "--timeout", "inf"],
        ["convert", "x"],
        ["convert", "x", "--to", "pencil"],
    ],
)
def test_usage(run, args):
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert err.startswith("usage: fastfuto")
    assert "error: " in err


@pytest.mark.parametrize("args", [["--help"], *([name, "-h"] for name in COMMANDS)])
def test_help_tells_the_exit_codes(run, args):
    code, out, err = run(*args)
    assert (code, err) == (0, "")
    for word in ("0 answered", "1 no solution", "2 bad input or usage", "3 limit reached", "130 interrupted"):
        assert word in out


def test_version(run):
    code, out, _ = run("--version")
    assert code == 0
    assert re.fullmatch(r"fastfuto \d+\.\d+\.\d+\S*\n", out)


def test_what_only_progress_needs_is_imported_late(start, tmp_path):
    code = "import sys, fastfuto.cli as cli; cli.main(sys.argv[1:]); sys.exit('tqdm' in sys.modules)"
    environment = os.environ | {"SKBUILD_EDITABLE_VERBOSE": "0"}
    command = [sys.executable, "-c", code, "count", str(EXAMPLES / "empty5.txt")]
    assert subprocess.run(command, env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL).returncode == 0


# Limits and signals ------------------------------------------------------------------------------------


def test_timeouts(run, endless):
    start = time.monotonic()
    code, out, err = run("count", endless, "--timeout", 0.2)
    assert (code, out) == (3, "")
    assert re.fullmatch(rf"fastfuto: {endless}: not all counted within 0\.2 s; at least \d+ found\n", err)
    code, out, err = run("count", endless, "--timeout", 0.2, "--json")
    assert json.loads(out)["count"] > 0
    assert json.loads(out)["exact"] is False
    code, out, err = run("solve", endless, "--timeout", 0.2, "--total")
    assert code == 3
    assert out.endswith("There are other solutions.\n")
    assert "not all counted within 0.2 s" in err
    code, out, err = run("solve", endless, "--timeout", 0.2, "--total", "--json")
    assert json.loads(out)["total"] > 1
    assert json.loads(out)["exact"] is False
    assert time.monotonic() - start < 3


def test_timeout_of_solutions(run, huge):
    # The limit only keeps a failure of this test short.
    code, out, err = run("solutions", huge, "--timeout", 0.2, "--limit", 200_000)
    assert code == 3
    total = re.search(r"\nSolutions: (\d+) \(there may be more\)\n$", out)
    assert int(total[1]) == len(re.findall(r"^8$", out, re.MULTILINE))
    assert "not all found within 0.2 s" in err
    assert run("solutions", huge, "--timeout", 0.2, "--limit", 200_000, "-o", "some.npy")[0] == 3
    assert latin(np.load("some.npy"))


def test_timeout_of_solve(run):
    # Large, and in the band of clues and signs where puzzles are hardest.
    dump(random_puzzle(random.Random(0), 40, 0.45, 0.4), "hard")
    code, out, err = run("solve", "hard", "--timeout", 0.2)
    assert (code, out, err) == (3, "Incomplete scheme.\n", "fastfuto: hard: no answer within 0.2 s\n")
    code, out, _ = run("solve", "hard", "--timeout", 0.2, "--json")
    assert (code, json.loads(out)["status"]) == (3, "unknown")


@posix
def test_interrupted_solutions(start, huge):
    process = start("solutions", huge, bufsize=0)
    assert process.stdout.readline() == b"8\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    total = re.search(rb"\nSolutions: (\d+) \(there may be more\)\n$", out)
    assert abs(int(total[1]) - len(re.findall(rb"^8$", b"8\n" + out, re.MULTILINE))) <= 1
    assert re.fullmatch(rb"fastfuto: interrupted; \d+ solutions? found by then\n", err)


@posix
def test_interrupted_json_is_complete(start, huge, tmp_path):
    process = start("solutions", huge, "--json", "-o", "out.json")
    path = tmp_path / "out.json"
    wait_for(lambda: path.exists() and path.stat().st_size)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=20)
    assert process.returncode == 130
    answer = json.loads(path.read_text())
    assert answer["exact"] is False
    assert abs(answer["total"] - len(answer["solutions"])) <= 1


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_npy_is_readable_after_every_signal(start, huge, tmp_path, number):
    path = tmp_path / "out.npy"
    process = start("solutions", huge, "-o", path)
    wait_for(lambda: path.exists() and path.stat().st_size > 2_000_000)
    process.send_signal(number)
    _, err = process.communicate(timeout=20)
    assert process.returncode == (130 if number == signal.SIGINT else -number)
    grids = np.load(path)
    assert len(grids) >= 10_000
    assert latin(grids)
    assert len({grid.tobytes() for grid in grids}) == len(grids)
    if number == signal.SIGINT:
        assert abs(int(re.search(rb"interrupted; (\d+) solutions", err)[1]) - len(grids)) <= 1


def test_npy_has_a_solution_while_the_search_for_the_next_goes_on(run, monkeypatch):
    seen = []

    def slow(puzzle, *, progress, **_):
        yield from solutions(puzzle, limit=1)
        seen.append(len(np.load("out.npy")))
        progress(1)
        seen.append(len(np.load("out.npy")))

    monkeypatch.setattr(verbs, "solutions", slow)
    assert run("solutions", EXAMPLES / "four.txt", "-o", "out.npy")[0] == 0
    assert seen == [0, 1]


@posix
def test_reader_that_has_had_enough(start, huge):
    process = start("solutions", huge, bufsize=0)
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(20) == 0
    assert process.stderr.read() == b""


@posix
@pytest.mark.skipif(importlib.util.find_spec("tqdm") is None, reason="tqdm shows progress")
def test_progress_on_a_terminal_and_interrupt(start, endless):
    import pty

    ours, theirs = pty.openpty()
    begin = time.monotonic()
    process = start("count", endless, stderr=theirs)
    os.close(theirs)
    shown = b""
    while not (bar := re.search(rb"(\d+) solutions \[00:0(\d)", shown)):
        assert select.select([ours], [], [], 20)[0], "no progress is shown"
        shown += os.read(ours, 1000)
    assert time.monotonic() - begin > 1
    assert int(bar[1]) > 100_000
    assert int(bar[2]) >= 1
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, b"")
    shown += os.read(ours, 1000)
    os.close(ours)
    assert re.search(rb"fastfuto: interrupted; \d+ solutions found by then\r\n$", shown)


@posix
def test_no_progress_without_a_terminal(start, endless):
    process = start("count", endless, "--timeout", "1.3")
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (3, b"")
    assert err.count(b"\n") == 1
    assert b"\r" not in err


# Other families -----------------------------------------------------------------------------------------


FAMILIES = {
    "sudoku.txt": ("000000012000035000000600070700000300000400800100000000000120000080000040050000600\n", 1),
    "kakuro.txt": ("2 3\n* (3,0) (4,0)\n(0,4) 0 0\n", 0),
    "cover.txt": ("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n", 1),
    "permutations.json": (format_puzzle(Permutations(4, order=[(0, 1)]), "json"), 12),
    "latin.json": (format_puzzle(LatinSquare(4), "json"), 576),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_all_families(name, tmp_path, capsys):
    text, total = FAMILIES[name]
    path = tmp_path / name
    path.write_text(text)
    code = 0 if total else 1
    assert main(["count", str(path)]) == code
    assert capsys.readouterr().out == f"{total}\n"
    assert main(["solve", str(path)]) == code
    out = capsys.readouterr().out
    assert ("only solution" in out) == (total == 1)
    assert ("does not exist" in out) == (total == 0)
    assert main(["check", str(path)]) == 0
    assert main(["solutions", "--limit", "3", str(path)]) == code
    assert f"Solutions: {min(total, 3)}" in capsys.readouterr().out
    assert main(["sample", str(path), "-k", "2"]) == code
    assert main(["solve", "--json", str(path)]) == code
    capsys.readouterr()
    output = tmp_path / "grids.npy"
    npy = main(["solutions", str(path), "-o", str(output)])
    assert npy == (2 if name == "cover.txt" else code)
    if npy == 0:
        assert len(np.load(output)) == total


def test_solving_a_cover(tmp_path, capsys):
    path = tmp_path / "cover.txt"
    path.write_text(FAMILIES["cover.txt"][0])
    assert main(["solve", str(path)]) == 0
    assert capsys.readouterr().out == "p r x y\nq x\nThis is the only solution.\n"
    assert main(["solve", "--order", "lexicographic", str(path)]) == 2
    assert "no order" in capsys.readouterr().err
    assert main(["estimate", str(path)]) == 2
    assert main(["convert", "--to", "json", str(path)]) == 0
    assert '"family": "exact_cover"' in capsys.readouterr().out
    assert main(["convert", "--to", "sudoku", str(path)]) == 2


def test_a_long_batch(tmp_path, capsys):
    path = tmp_path / "many.txt"
    # More than a single puzzle may take; most of it remarks.
    path.write_text("................\n" * 3 + "#" * MAX_TEXT)
    assert main(["batch", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_batch(tmp_path, capsys):
    grid, _ = FAMILIES["sudoku.txt"]
    path = tmp_path / "grids.txt"
    path.write_text(f"{grid}# a remark\n{'.' * 81}\n11{'.' * 79}\n")
    assert main(["batch", str(path)]) == 1
    out, err = capsys.readouterr()
    first, second, third = out.splitlines()
    assert first == "673894512912735486845612973798261354526473891134589267469128735287356149351947628"
    assert sorted(second) == sorted("123456789" * 9)
    assert third == "none"
    assert "3 grids in" in err
    assert "a second" in err
    assert main(["batch", "--unique", "--threads", "2", str(path), str(path)]) == 1
    assert capsys.readouterr().out.splitlines() == [first, "several", "none"] * 2
    assert main(["solve", str(path)]) == 2
    path.write_text(grid * 2)
    assert main(["solve", str(path)]) == 2
    assert "`fastfuto batch` takes them" in capsys.readouterr().err
    path.write_text(f"{grid}{'.' * 81}\n11{'.' * 79}\n")
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("12\n")
    assert main(["batch", str(wrong), str(path), "-o", str(tmp_path / "out.txt")]) == 2
    assert "81 characters" in capsys.readouterr().err
    before = path.read_bytes()
    assert main(["batch", str(path), "-o", str(path)]) == 2
    assert "would overwrite" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert main(["batch", str(path), "-o", str(tmp_path / "out.npy")]) == 2
    wrong.write_bytes(b"\xff" * 81)
    assert main(["batch", str(wrong)]) == 2
    assert "line 1, column 1" in capsys.readouterr().err
    assert (tmp_path / "out.txt").read_text().splitlines() == [first, second, third]
