import io
import os
import random
import re
import select
import signal
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from fastfuto import Progress, Sudoku, dump
from fastfuto.cli.progress import Report
from fastfuto.limits.progress import Bar

from ..cases import some
from ..strategies import random_puzzle
from .helpers import EXAMPLES, message_of, posix


@pytest.mark.thorough
@posix
def test_progress_on_a_terminal_and_interrupt(start, endless):
    import pty

    ours, theirs = pty.openpty()
    process = start("count", endless, stderr=theirs)
    os.close(theirs)
    shown = b""
    line = rb"\r00:(\d\d) (\d+) solutions, about [^,]+ left, \d+ MB, \d+ of 10 values placed"
    while not (bar := re.search(line, shown)):
        assert select.select([ours], [], [])[0], "no progress is shown"
        shown += os.read(ours, 1000)
    assert int(bar[1]) >= 1
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert (process.returncode, out) == (130, b"")
    shown += os.read(ours, 1000)
    os.close(ours)
    end = re.search(rb"fastfuto: interrupted; (\d+) solutions found by then\r\n$", shown)
    assert int(end[1]) >= int(bar[2]) > 0


def test_no_progress_without_a_terminal(run, endless, monkeypatch):
    monkeypatch.setattr(Bar, "DELAY", 0.0)
    err = message_of(run("count", endless, "--timeout", 0.1), 3)
    assert err.count("\n") == 1
    assert "\r" not in err


@posix
@pytest.mark.parametrize("command", some([["sample", "-k", 2], ["solutions"], ["solve", "--total"]], 3))
def test_interrupt_without_a_terminal(start, huge, command):
    process = start(*command, huge, stdout=subprocess.DEVNULL)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    if process.returncode == 130:  # Some machines have sampled by then.
        assert re.fullmatch(rb"fastfuto: interrupted(; \d+ solutions? found by then)?\n", err)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """Let standard error be a terminal of unknown width, and bars appear at once."""
    terminal = Terminal()
    # The test runner sets the real one again before the test begins.
    for module in ("fastfuto.cli.progress", "fastfuto.limits.progress"):
        monkeypatch.setattr(f"{module}.sys", SimpleNamespace(stderr=terminal))
    monkeypatch.setattr(Bar, "DELAY", 0.0)
    monkeypatch.setattr(Bar, "INTERVAL", 0.0)
    return terminal


def test_a_line_is_cut_to_the_terminal_and_cleared(terminal):
    with Report() as report:
        report(Progress(found=1, stage="long " * 100))
        report(Progress(found=2))
    lines = terminal.getvalue().split("\r")
    assert max(map(len, lines)) < 80
    assert any(line.startswith("00:00 1 solution, long long") for line in lines)
    assert lines[-2].strip() == lines[-1] == ""


def test_parts_are_told(terminal):
    bar = Bar()
    bar(Progress(done=8, total=32, stage="estimates"))
    bar.close()
    assert "00:00 8 of 32 (25%), estimates" in terminal.getvalue()


def test_nothing_is_shown_for_short_work(terminal, monkeypatch):
    monkeypatch.setattr(Bar, "DELAY", 1.0)
    with Report() as report:
        report(Progress(found=1))
    with Report(hidden=True) as report:
        report(Progress(found=1))
    assert terminal.getvalue() == ""


@pytest.mark.parametrize(("found", "notes"), [(0, []), (1, ["1 solution found by then"])])
def test_an_interrupt_tells_what_was_found(found, notes):
    report = Report()

    def work():
        with report:
            report(Progress(found=found))
            report(Progress(found=0))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as interrupt:
        work()
    assert getattr(interrupt.value, "__notes__", []) == notes


@pytest.mark.parametrize(("columns", "shown"), [(30, 30), (200, 200), (0, 80)])
def test_a_line_is_as_wide_as_the_terminal(terminal, monkeypatch, columns, shown):
    monkeypatch.setattr(terminal, "fileno", lambda: 2)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    with Report() as report:
        report(Progress(found=1, stage="long " * 100))
    widths = [len(line.rstrip()) for line in terminal.getvalue().split("\r")]
    assert shown - 12 < max(widths) < shown


def test_a_message_begins_on_a_cleared_line(terminal):
    with Report() as report:
        report(Progress(found=12345, stage="searching"))
    terminal.write("fastfuto: message")
    *_, cleared, message = terminal.getvalue().split("\r")
    assert (cleared.strip(), message) == ("", "fastfuto: message")


@pytest.mark.parametrize(
    ("args", "pattern"),
    [
        (["solve", EXAMPLES / "empty5.txt", "--total"], r"00:00 \d+ solutions?, [a-z]+"),
        (["count", EXAMPLES / "empty5.txt"], r"00:00 \d+ solutions?"),
        (["sample", EXAMPLES / "empty5.txt", "-k", "3"], r"00:00 0 of 3 \(0%\), the states are counted"),
        (["estimate", "blank", "--samples", "2"], r"\d of 2 \(\d+%\), estimates"),
        (["batch", "grids"], r"00:00 2 done"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_every_command_shows_how_far_it_is(run, terminal, args, pattern):
    Path("grids").write_text(f"{'.' * 81}\n" * 2)
    dump(Sudoku([[0] * 6] * 6, box=(2, 3)), "blank", "json")
    assert run(*args, "-o", "out")[0] == 0
    assert re.search(pattern, terminal.getvalue())


@pytest.mark.thorough
@posix
def test_a_hard_puzzle_shows_its_stage_and_the_time(on_terminal, tmp_path, monkeypatch):
    monkeypatch.setattr(Bar, "DELAY", 0.0)
    path = tmp_path / "hard"
    dump(random_puzzle(random.Random(0), 60, 0.4, 0.4), path)
    code, _, shown = on_terminal("solve", path, "--timeout", 0.2)
    assert code == 3
    assert re.search(r"\r00:00 0 solutions, \w+", shown)
    # The bar is cleared, and the message may need two lines.
    message = re.search(r"\r *\r(fastfuto:[^\r]*)$", shown)
    assert " ".join(message[1].split()) == f"fastfuto: {path}: no answer was found within 0.2 s"
