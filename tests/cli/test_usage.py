import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fastfuto import TECHNIQUES
from fastfuto.cli.dispatch import COMMANDS
from fastfuto.formats import NAMES

from ..calls import raising
from ..cases import some, thorough
from ..strategies import rounds
from .helpers import EXAMPLES, message_of, output_of, posix

FOUR = EXAMPLES / "four.txt"


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
def test_usage(run, args, monkeypatch):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    err = message_of(run(*args))
    assert err.startswith("usage: fastfuto")
    assert "error: " in err


def test_help_lists_the_exit_codes_once(run):
    out = output_of(run("--help"))
    words = " ".join(out.split())
    for code in (
        *("0 answered", "1 no solution", "2 bad input or usage", "3 limit reached", "70 unexpected error"),
        "130 interrupted",
    ):
        assert code in words
    assert out.count("\n") <= 40


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_in_groups_and_has_two_spellings(run, name):
    code, out, err = run(name, "--help")
    assert (code, err) == (0, "")
    assert run("help", name) == (code, out, err)
    assert out.count("\n") <= (50 if name != "book" else 70)
    if name == "generate":
        positions = [out.index(f"\n{title}:\n") for title in ("what", "how", "limits", "output")]
        assert positions == sorted(positions)
        assert "naked pair" not in out


def test_help_alone_lists_the_commands(run):
    assert run("help") == run("--help")


@pytest.mark.parametrize(
    ("args", "known"),
    [
        (["slove", FOUR], "solve"),
        (["solve", FOUR, "--format", "tatam"], "tatham"),
        (["convert", FOUR, "--to", "dimcas"], "dimacs"),
        (["generate", "--family", "sodoku"], "sudoku"),
        (["generate", "--level", "tricki"], "tricky"),
        (["generate", "--technique", "naked-pair"], "naked pair"),
        (["formats", "sudku"], "sudoku"),
        (["solve", FOUR, "--jsn"], "--json"),
        (["--versoin"], "--version"),
    ],
)
def test_a_wrong_name_has_a_suggestion(run, args, known):
    err = message_of(run(*args))
    assert err.endswith(f"Did you mean '{known}'?\n")
    assert "seed" not in err


def test_upper_and_lower_case_are_the_same(run):
    easy = run("generate", "-n", 5, "--seed", 1, "--level", "easy")
    assert run("generate", "--size", 5, "--seed", 1, "--level", "Easy", "--number", 1) == easy
    steps = run("explain", FOUR, "--language", "de")
    assert run("explain", FOUR, "--language", "DE") == steps
    assert run("solve", FOUR, "--to", "ID") == run("solve", FOUR, "--to", "tatham")


def test_messages_have_options_as_they_are_typed(run):
    err = run("generate", "--family", "sudoku", "--level", "Easy")[2]
    assert err.startswith(
        "fastfuto: --level easy needs inequalities, but there are none with --family sudoku; "
    )
    err = run("generate", "--level", "easy", "--technique", "x-wing")[2]
    assert err == "fastfuto: --technique x-wing has the level 'hard', above --level easy\n"


def test_techniques_are_listed_by_level(run):
    out = output_of(run("techniques"))
    assert out.startswith("trivial\n   1.0  full house")
    listed = re.findall(r"^ +[0-9.]+  (.+?)(?:  .*)?$", out, re.MULTILINE)
    assert set(listed) == {name for name, each in TECHNIQUES.items() if each.score}
    kakuro = run("techniques", "--family", "kakuro")[1]
    assert "run bounds" in kakuro
    assert "x-wing" not in kakuro


def test_version(run):
    assert re.fullmatch(r"fastfuto \d+\.\d+\.\d+\S*\n", output_of(run("--version")))


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["solve", FOUR, "--timeout", "soon"], "expected a number of seconds, got 'soon'"),
        (["solve", FOUR, "--limit", "1e5"], "expected a whole number, got '1e5'"),
        (["count", FOUR, "--memory", "4x"], "expected a size such as 4G, got '4x'"),
        (["count", FOUR, "--memory", "infG"], "expected a finite size, got infG"),
        (["count", FOUR, "--limit", "1_0"], "expected a whole number, got '1_0'"),
        (["count", FOUR, "--limit", "\u0663"], "expected a whole number, got '\u0663'"),
        (["count", FOUR, "--threads", "1_0"], "expected a number of threads, got '1_0'"),
        (["hint", FOUR, "--detail", "all"], "expected a whole number, got 'all'"),
        (["count", "--family", "latin", "-n", "300"], "-n must be 1 to 255, got 300"),
        (["generate", "-n", "300"], "-n must be 1 to 255, got 300"),
        (
            ["convert", FOUR, "--to", "xyz"],
            "argument --to: invalid choice: 'xyz'; 'fastfuto formats' lists the formats",
        ),
        (["batch", FOUR, "--to", "pictures", "--wrong"], "Did you mean 'picture'?"),
        (["count", "--family", "sudoku", "-n", "7"], "there is no default box for n = 7"),
        (["generate", "--family", "sudoku", "-n", "7"], "there is no default box for n = 7"),
        (["convert", FOUR, "-o", "x.out"], "expected --to FORMAT, or -o FILE with the suffix .json or .csv"),
        (["draw", FOUR, "--style", "drak"], "the styles are auto, light, dark, print. Did you mean 'dark'?"),
        (["prove", FOUR, "-o", FOUR], f"-o names a folder, but {FOUR} is a file"),
        (["generate", "--score", "99"], "--score 99 is too high: the highest score with --rules full is 8.0"),
    ],
)
def test_a_message_has_the_words_of_the_command_line(run, args, message):
    assert message_of(run(*args)).endswith(f" {message}\n")


def test_files_may_be_named_after_options(run):
    two = EXAMPLES / "two_solutions.txt"
    assert run("count", FOUR, "--timeout", "60", two, "-q") == run(
        "count", FOUR, two, "-q", "--timeout", "60"
    )
    err = message_of(run("book", FOUR, "--then", FOUR, "--title", "T", two, "-o", "book.html"))
    assert "unrecognized arguments" in err


@posix
def test_a_refusal_on_a_terminal_has_no_heading(on_terminal):
    for args in (["solve", FOUR, "--limit", "3"], ["hint", FOUR, "--entries", "missing"]):
        code, out, err = on_terminal(*args)
        assert (code, out) == (2, "")
        assert err


def test_the_version_has_a_short_option(run):
    assert run("-V") == run("--version")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--bogus"], "unrecognized arguments: --bogus"),
        (["--limit", "3"], "--limit has no effect without --total"),
        (["--order", "lexicographic", "--seed", "2"], "--seed has no effect with --order lexicographic"),
        (
            ["--order", "lexicographic", "--threads", "2"],
            "--threads has no effect with --order lexicographic",
        ),
        (["--engine", "cover", "--seed", "2"], "--seed has no effect with --engine cover"),
        (["--engine", "cover", "--threads", "2"], "--threads has no effect with --engine cover"),
        (["--threads", "2000"], "argument --threads: threads must be 1 to 1024, got 2000"),
        (
            ["--timeout", "inf"],
            "argument --timeout: expected a finite number of seconds above 0, got inf",
        ),
        (["--json", "--quiet"], "--quiet has no effect with --json"),
    ],
)
def test_a_wrong_option_shows_the_usage_of_its_command(run, args, message):
    err = message_of(run("solve", FOUR, *args))
    assert err.startswith("usage: fastfuto solve ")
    assert err.endswith(f"fastfuto solve: error: {message}\n")


def test_old_names_of_options_work_with_a_word(run, tmp_path):
    assert run("draw", FOUR, "--size", 100, "-o", "x.svg") == (
        *(0, "", "fastfuto: --size is now --width; the old name works for one more release\n"),
    )
    code, _, err = run("prove", FOUR, "-o", tmp_path, "--format", "drat")
    assert (code, "--format drat is now --proof" in err) == (0, True)
    assert (tmp_path / "proof.drat").exists()
    assert run("prove", FOUR, "-o", tmp_path, "--format", "source")[::2] == (0, "")


def test_quiet_prints_the_bare_answer(run):
    assert run("prove", FOUR, "-o", "proof", "-q") == (0, "only this solution\n", "")
    assert run("verify", "proof", "-q") == (0, "Verified\n", "")
    Path("set").write_text("3:1,0,0,1,0,0,0,0,0,\n3:0,0,0,0,0,0,0,0,0,\n")
    assert run("audit", FOUR, "-q") == (0, "", "")
    out = output_of(run("audit", "set", "-q"), 1)
    assert out == "1 without a solution: line 1\n1 with several solutions: line 2\n"
    assert run("formats", "typed", "qcp", "-q") == (0, "typed\nqcp\n", "")
    assert run("formats", "-q") == (0, "".join(f"{name}\n" for name in NAMES), "")
    assert run("techniques", "-q")[1].split("\n")[:2] == ["full house", "naked single"]
    assert "run bounds" in run("techniques", "-q", "--family", "kakuro")[1].split("\n")
    run("count", FOUR, "--workers", 1, "--journal", "journal")
    done, total = run("jobs", "journal", "-q")[1].rstrip("\n").split("/")
    assert 0 < int(done) == int(total)
    for command in ("book", "play"):
        assert run(command, "-n", 4, "-o", "x.html", "-q") == (0, "", "")
        assert "seed" in run(command, "-n", 4, "-o", "x.html")[2]


@pytest.mark.parametrize(
    ("command", "option"),
    [
        *(("check", option) for option in ("--limit", "--seed", "--threads", "--memory", "--timeout")),
        *(("count", option) for option in ("--seed", "--order")),
        *(("convert", option) for option in ("--json", "--seed")),
        *(("batch", option) for option in ("--seed", "--memory", "--order")),
    ],
)
def test_an_option_without_effect_is_not_an_option(run, command, option):
    err = message_of(run(command, FOUR, *(["--to", "json"] if command == "convert" else []), option, "1"))
    assert f"fastfuto {command}: error: unrecognized arguments: {option}" in err


def test_a_null_character_is_refused(run):
    for args in (["solve", "a\0b"], ["solve", FOUR, "-o", "a\0b"], ["\0"]):
        assert message_of(run(*args)).endswith("error: an argument has a null character\n")


# What nobody expects -----------------------------------------------------------------------------------


def break_work(monkeypatch):
    monkeypatch.setattr("fastfuto.cli.solve.Session", raising(ZeroDivisionError("by \x1b[2J zero")))
    return r"ZeroDivisionError\('by \\x1b\[2J zero'\)"


def break_import(monkeypatch):
    monkeypatch.setitem(sys.modules, "fastfuto.cli.solve", None)
    return r"ModuleNotFoundError\(.*\)"


@pytest.mark.parametrize("spoil", [break_work, break_import])
def test_an_unexpected_error_is_no_answer(run, spoil, monkeypatch):
    """Python itself would end with 1, which says that there is no solution."""
    name = spoil(monkeypatch)
    report = (
        rf"fastfuto: unexpected error: {name}\nPlease report this at https://\S+/issues; FASTFUTO_TRACEBACK=1 shows "
        "where it was raised.\n"
    )
    monkeypatch.delenv("FASTFUTO_TRACEBACK", raising=False)
    assert re.fullmatch(report, message_of(run("solve", FOUR), 70))
    monkeypatch.setenv("FASTFUTO_TRACEBACK", "1")
    err = message_of(run("solve", FOUR), 70)
    assert re.fullmatch(r"fastfuto: Traceback \(most recent call last\):\n.*\n" + report, err, re.DOTALL)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", None)
        assert run("solve", FOUR)[0] == 70


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize(
    "args",
    [
        ["solve", FOUR, "--threads", 2],
        ["count", FOUR, "--threads", 2],
        ["candidates", FOUR, "--threads", 2],
        ["generate", "-n", 5, "-k", 5, "--seed", 1, "--threads", 2],
        ["generate", "-n", 7, "--level", "tricky", "--seed", 1, "--threads", 2],
        ["batch", "many", "--threads", 3],
        ["audit", "many", "--threads", 3],
    ],
    ids=lambda args: str(args[0]),
)
def test_the_answer_does_not_depend_on_how_many_threads_can_be_started(run, args, number, start_threads):
    Path("many").write_text((EXAMPLES / "sudoku.lines").read_text() * 100)
    expected = run(*args)[:2]
    start_threads(number)
    assert run(*args)[:2] == expected


@pytest.mark.forks
@pytest.mark.parametrize("options", [["--workers", 2], ["--journal", "journal"]], ids=["workers", "journal"])
def test_workers_that_cannot_be_started_are_said(run, options, start_threads):
    start_threads(0)
    message = "fastfuto: the executor accepts no work: can't start new thread\n"
    assert run("count", EXAMPLES / "empty5.txt", *options) == (2, "", message)
    assert not multiprocessing.active_children()


@pytest.mark.thorough
@pytest.mark.memory
@pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")
def test_a_system_that_starts_no_thread_interrupts_nobody():
    """OpenBLAS starts threads when NumPy is imported, and raises SIGINT if it cannot."""
    import resource

    def limit():
        # The stack of a thread would be larger than all memory that the process may have.
        _, hard = resource.getrlimit(resource.RLIMIT_STACK)
        resource.setrlimit(resource.RLIMIT_STACK, (8 << 30, hard))
        resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))

    command = [sys.executable, "-m", "fastfuto", "solve", FOUR, "--threads", "2"]
    done = subprocess.run(command, capture_output=True, preexec_fn=limit, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"This is the only solution." in done.stdout


# Standard streams --------------------------------------------------------------------------------------


ANSWERS = [
    ["solve", FOUR],
    ["check", FOUR],
    ["convert", FOUR, "--to", "json"],
    ["--help"],
    ["solve", "-h"],
    ["-V"],
]
WRITES = pytest.mark.parametrize("args", some(ANSWERS, 3), ids=lambda args: " ".join(map(str, args[:1])))
FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full here")


def through_shell(start, args, redirection):
    """Run the command line with a redirection of the shell; return exit code, output and errors."""
    return ended(start(*args, shell=redirection))


def ended(process):
    out, err = process.communicate()
    return process.returncode, out.decode(), err.decode()


@pytest.mark.thorough
@posix
@WRITES
def test_a_closed_standard_output_is_said(start, args):
    message = "fastfuto: standard output: the stream is closed\n"
    assert through_shell(start, args, ">&-") == (2, "", message)
    assert through_shell(start, args, "<&- >&-") == (2, "", message)


@FULL
@WRITES
@pytest.mark.parametrize("buffered", [True, thorough(False)])
def test_a_full_standard_output_is_said(start, args, buffered):
    message = "fastfuto: standard output: No space left on device\n"
    assert ended(start(*args, shell=">/dev/full", buffered=buffered)) == (2, "", message)


@pytest.mark.thorough
@posix
@WRITES
def test_a_closed_or_full_standard_error_changes_nothing(start, args):
    expected = ended(start(*args))
    assert expected[::2] == (0, "")
    redirections = ["2>&-", "<&-", "2>/dev/full"] if os.path.exists("/dev/full") else ["2>&-", "<&-"]
    if args is not ANSWERS[0]:  # One command goes through all of them, and each of the others through one.
        redirections = [redirections[ANSWERS.index(args) % len(redirections)]]
    assert [through_shell(start, args, each) for each in redirections] == [expected] * len(redirections)


@pytest.mark.thorough
@posix
@pytest.mark.parametrize(
    "args", some([["solve", "missing"], ["solve", FOUR, "--bogus"]], 2), ids=["file", "option"]
)
def test_an_error_that_nobody_hears_has_its_exit_code(start, args):
    for redirection in ("2>&-", ">&- 2>&-", *(["2>/dev/full"] if os.path.exists("/dev/full") else [])):
        assert through_shell(start, args, redirection) == (2, "", "")


@posix
def test_the_summary_of_a_batch_does_not_go_elsewhere(start):
    sudoku = "1....4...3.....2"
    process = start("batch", shell="2>&-", stdin=subprocess.PIPE)
    out, _ = process.communicate(sudoku.encode())
    assert process.returncode == 0
    assert re.fullmatch(rb"[1-4]{16}\n", out)


@pytest.mark.thorough
@posix
@pytest.mark.parametrize("command", some(["solve", "batch"], 2))
def test_a_closed_standard_input_is_said(start, command):
    message = "fastfuto: <stdin>: standard input is closed\n"
    assert through_shell(start, [command, "-"], "<&-") == (2, "", message)
    code, out, err = through_shell(start, [command], "<&-")
    assert (code, out) == (2, "")
    assert err.endswith("error: there is no input: name a FILE, or send a puzzle to standard input\n")


# Ctrl-C ------------------------------------------------------------------------------------------------


RUN = """
import signal, sys
from fastfuto.cli import main
for finder in sys.meta_path:
    finder.find_spec("fastfuto.engines._search", None)  # An editable install rebuilds here, and not later.
signal.signal(signal.SIGINT, signal.default_int_handler)
print("ready", flush=True)
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.thorough
@posix
def test_ctrl_c_while_the_command_line_starts_is_answered():
    rng, codes = random.Random(1), []
    for _ in rounds(30):
        command = [sys.executable, "-c", RUN, "solve", str(FOUR)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout.readline() == b"ready\n"
            time.sleep(rng.uniform(0, 0.4))
            process.send_signal(signal.SIGINT)
            out, err = process.communicate()
        codes.append(process.returncode)
        # After the last line of the answer Python itself is at work.
        assert process.returncode == 130 or b"This is the only solution.\n" in out
        assert process.returncode != 130 or err == b"fastfuto: interrupted\n"
    assert 130 in codes


def test_ctrl_c_while_a_command_is_imported_ends_the_command_line():
    script = """
import _signal, builtins, sys
from fastfuto.cli import main
imported = builtins.__import__
def interrupted(name, *args, **options):
    module = imported(name, *args, **options)
    if name == "datetime":
        _signal.raise_signal(_signal.SIGINT)
    return module
builtins.__import__ = interrupted
_signal.signal(_signal.SIGINT, _signal.default_int_handler)
sys.exit(main(["solve"]))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "fastfuto: interrupted\n")
