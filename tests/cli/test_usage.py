import re

import pytest

COMMANDS = ("solve", "count", "solutions", "check", "convert")


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
